/**
 * Builds syntax trees in code: queries that are derived from others are built this way and printed for users.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Expression, NamedExpression, Pipeline, Source, Stage, StringLiteral } from "./ast.ts";

/** The span of nodes that do not come from a text. */
export const NOWHERE: Span = { start: 0, end: 0 };

/** Builds a name; `quoted` if it needs backticks. */
export function nameNode(name: string, quoted: boolean): Expression {
  return { kind: "name", name, quoted, span: NOWHERE };
}

/** Builds a text literal. */
export function textNode(value: string): StringLiteral {
  return { kind: "string", value, span: NOWHERE };
}

/** Builds a whole number, with its text as written. */
export function integerNode(value: bigint, text: string = String(value)): Expression {
  if (value >= 0n) return { kind: "integer", text, value, unit: null, span: NOWHERE };
  return { kind: "unary", op: "-", operand: integerNode(-value, text.replace(/^-/, "")), span: NOWHERE };
}

/** Builds the literal `true` or `false`. */
export function booleanNode(value: boolean): Expression {
  return { kind: "boolean", value, span: NOWHERE };
}

/** Builds a literal percentage. */
export function percentNode(value: number): Expression {
  return { kind: "percent", text: `${value}%`, value, span: NOWHERE };
}

/** A literal `null`. */
export const NULL_NODE: Expression = { kind: "null", span: NOWHERE };

/**
 * Builds a test whether an expression equals another, or not; with `null` on the right it becomes `is null`.
 */
export function equalityNode(left: Expression, op: "==" | "!=", right: Expression): Expression {
  if (right.kind === "null") return { kind: "isNull", value: left, negated: op === "!=", span: NOWHERE };
  return { kind: "comparison", op, left, right, negated: false, span: NOWHERE };
}

/** Builds a test whether a value is in a range, end excluded. */
export function rangeTestNode(value: Expression, start: Expression, end: Expression): Expression {
  const choices: Expression = { kind: "range", start, end, mode: "exclusive", span: NOWHERE };
  return { kind: "in", value, choices, negated: false, span: NOWHERE };
}

/** Builds the conjunction of tests; there must be at least one. */
export function conjunctionNode(tests: readonly Expression[]): Expression {
  if (tests.length === 1) return tests[0]!;
  const operands = tests.flatMap((each) =>
    each.kind === "logical" && each.op === "and" ? each.operands : [each]
  );
  return { kind: "logical", op: "and", operands, span: NOWHERE };
}

/** Builds a call of a function, or of an aggregate. */
export function callNode(name: string, ...args: readonly Expression[]): Expression {
  return {
    kind: "call",
    name: { kind: "identifier", name, quoted: false, span: NOWHERE },
    args,
    span: NOWHERE,
  };
}

/** `NAME = value`. */
export function assignmentNode(name: string, value: Expression): NamedExpression {
  return {
    kind: "named",
    name: { kind: "identifier", name, quoted: false, span: NOWHERE },
    value,
    span: NOWHERE,
  };
}

/** Builds a table or a `let` name, of all traces or of one. */
export function tableNode(name: string, trace: string | null = null): Source {
  return {
    kind: "table",
    name: { kind: "identifier", name, quoted: false, span: NOWHERE },
    args: [],
    point: null,
    trace: trace === null ? null : textNode(trace),
    span: NOWHERE,
  };
}

/** Builds a pipeline from its source, or null for the main table, and its stages. */
export function pipelineNode(source: Source | null, stages: readonly Stage[]): Pipeline {
  return { kind: "pipeline", source, stages, span: NOWHERE };
}

/** Returns the pipeline with more stages at its end. */
export function withStages({ source, stages }: Pipeline, ...more: readonly Stage[]): Pipeline {
  return pipelineNode(source, [...stages, ...more]);
}
