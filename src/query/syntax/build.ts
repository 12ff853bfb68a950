/**
 * Trees that nobody has typed: queries that follow from others are made of them, and printed where a user sees them.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Expression, NamedExpression, Pipeline, Source, Stage, StringLiteral } from "./ast.ts";

/** Position of nodes that come from no text. */
export const NOWHERE: Span = { start: 0, end: 0 };

/** A name, for which backticks are written where it needs them. */
export function nameNode(name: string, quoted: boolean): Expression {
  return { kind: "name", name, quoted, span: NOWHERE };
}

/** Text. */
export function textNode(value: string): StringLiteral {
  return { kind: "string", value, span: NOWHERE };
}

/** A whole number, as it is written. */
export function integerNode(value: bigint, text: string = String(value)): Expression {
  if (value >= 0n) return { kind: "integer", text, value, unit: null, span: NOWHERE };
  return { kind: "unary", op: "-", operand: integerNode(-value, text.replace(/^-/, "")), span: NOWHERE };
}

/** True or false. */
export function truthNode(value: boolean): Expression {
  return { kind: "boolean", value, span: NOWHERE };
}

/** A percentage. */
export function percentNode(value: number): Expression {
  return { kind: "percent", text: `${value}%`, value, span: NOWHERE };
}

/** No value. */
export const NULL_NODE: Expression = { kind: "null", span: NOWHERE };

/** Whether an expression has a value, or another one; null is a value here. */
export function comparedNode(left: Expression, op: "==" | "!=", right: Expression): Expression {
  if (right.kind === "null") return { kind: "isNull", value: left, negated: op === "!=", span: NOWHERE };
  return { kind: "comparison", op, left, right, negated: false, span: NOWHERE };
}

/** Whether a value is in a range without its end. */
export function withinNode(value: Expression, start: Expression, end: Expression): Expression {
  const choices: Expression = { kind: "range", start, end, mode: "exclusive", span: NOWHERE };
  return { kind: "in", value, choices, negated: false, span: NOWHERE };
}

/** Whether all tests hold, of which there is one at least. */
export function allNode(tests: readonly Expression[]): Expression {
  if (tests.length === 1) return tests[0]!;
  const operands = tests.flatMap((each) =>
    each.kind === "logical" && each.op === "and" ? each.operands : [each]
  );
  return { kind: "logical", op: "and", operands, span: NOWHERE };
}

/** A call of a function, or of an aggregate. */
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

/** A table, or what a name stands for; of all traces, or of one. */
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

/** Rows of a source, or of the main table, that go through stages. */
export function pipelineNode(source: Source | null, stages: readonly Stage[]): Pipeline {
  return { kind: "pipeline", source, stages, span: NOWHERE };
}

/** The rows of a pipeline go through more stages. */
export function through({ source, stages }: Pipeline, ...more: readonly Stage[]): Pipeline {
  return pipelineNode(source, [...stages, ...more]);
}
