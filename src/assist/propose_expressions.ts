/**
 * Suggestions for expressions: columns, functions, aggregates, and operators that fit a type.
 * @module
 */

import { POINTS } from "../language/registry.ts";
import { AGGREGATES } from "../query/aggregates/registry.ts";
import type { Environment } from "../query/analysis/environment.ts";
import type { Scope } from "../query/analysis/scope.ts";
import { writtenName } from "../query/analysis/message_words.ts";
import { arity, FUNCTIONS } from "../query/functions/registry.ts";
import { isMeasure, isNumber } from "../query/plan/types.ts";
import type { PlanColumn } from "../query/plan/values.ts";
import type { LetStatement } from "../query/syntax/ast.ts";
import { type CallDoc, OPERATOR_DOCS } from "../query/syntax/operators.ts";
import type { ExpressionUse } from "../query/syntax/language.ts";
import { WINDOW_FUNCTIONS } from "../query/windows/registry.ts";
import { type Candidate, withUsageAndDescription } from "./candidates.ts";

/** The most frequently used columns, which come first if nothing is typed. */
const USUAL = "kind func file thread size addr line time type name life".split(" ");

/** Suggests the columns of a scope; with `like`, only those that can be compared with that type. */
export function* proposeColumns(
  scope: Scope,
  use: ExpressionUse,
  weight: number,
  like?: PlanColumn["type"],
): Generator<Candidate> {
  for (const [index, column] of scope.columns.entries()) {
    if (column.name === "" || (use === "measure" && !isMeasure(column.type))) continue;
    if (like !== undefined && like !== column.type && !(isNumber(like) && isNumber(column.type))) continue;
    const fact = scope.facts[index];
    const isEmpty = fact?.column.allNull === true;
    const usual = USUAL.indexOf(column.name);
    const isGuess = fact?.column.guessed !== undefined;
    const rank = isEmpty ? -30 : isGuess ? -20 : usual >= 0 ? 9 - usual * 0.5 : 0;
    yield {
      label: column.name,
      insert: writtenName(column.name),
      kind: "column",
      type: column.type,
      detail: isEmpty
        ? `${column.type}, always null`
        : isGuess
        ? `${column.type}, a guess here`
        : column.type,
      doc: fact?.column.doc,
      weight: weight + rank,
    };
  }
  for (const family of scope.table?.families ?? []) {
    const lazy = scope.table?.lazyColumns?.find(({ name }) => name === family);
    if (lazy) {
      const { type, doc } = lazy;
      yield { label: family, kind: "column", type, detail: `${type}, computed on demand`, doc, weight };
      continue;
    }
    const [insert, detail] = [`${family}("")`, `${family}(name)`];
    const doc = "The argument with this name";
    yield { label: family, insert, caret: insert.length - 2, kind: "function", detail, doc, weight };
  }
}

/** Suggests scalar functions. */
export function* proposeFunctions(after: string, weight: number): Generator<Candidate> {
  for (const each of FUNCTIONS) {
    if (!each.isOfTables) {
      yield { ...call(each, after), kind: "function", ...withUsageAndDescription(each), weight };
    }
  }
}

/** Suggests aggregates. */
export function* proposeAggregates(after: string, weight: number): Generator<Candidate> {
  for (const each of AGGREGATES) {
    yield { ...call(each, after), kind: "aggregate", ...withUsageAndDescription(each), weight };
  }
}

/** Suggests window functions, including the aggregates that can be used as window functions. */
export function* proposeWindowFunctions(after: string, weight: number): Generator<Candidate> {
  const own = new Set(WINDOW_FUNCTIONS.map(({ name }) => name));
  for (const each of proposeAggregates(after, weight - 10)) if (!own.has(each.label)) yield each;
  for (const each of WINDOW_FUNCTIONS) {
    yield { ...call(each, after), kind: "function", ...withUsageAndDescription(each), weight: weight-- };
  }
}

/** Suggests definitions and parameters that stand for values. */
export function* proposeDefinitions(scope: Scope | null, environment: Environment): Generator<Candidate> {
  for (const name of scope?.frame?.params.keys() ?? []) {
    yield { label: name, insert: writtenName(name), kind: "parameter", detail: "parameter", weight: 60 };
  }
  for (const [name, { node }] of environment.lets) {
    if (node.value.kind === "pipeline" || node.value.kind === "error") continue;
    yield { ...definitionUsage(name, node), kind: "definition", doc: node.doc, weight: 45 };
  }
}

type Call = Pick<Candidate, "label" | "insert" | "caret" | "detail">;

/** The usage of a definition. */
export function definitionUsage(name: string, { params }: LetStatement): Call {
  const insert = writtenName(name);
  if (params.length === 0) return { label: name, insert, detail: "definition" };
  const detail = `${name}(${params.map((param) => param.name).join(", ")})`;
  return { label: name, insert: `${insert}()`, caret: insert.length + 1, detail };
}

function call({ name, parameters }: CallDoc, after: string): Call {
  if (after === "(") return { label: name };
  const caret = arity(parameters).least > 0 ? name.length + 1 : undefined;
  return { label: name, insert: `${name}()`, caret };
}

const TEXT_OPERATORS = ["==", "!=", "~", "!~", "contains", "startswith", "endswith", "in", "is", ":"];
const NUMBER_OPERATORS = ["==", "!=", ">", ">=", "<", "<=", "in", "is", ":"];
const ARITHMETIC = ["+", "-", "*", "/", "%"];
const BITS = ["&", "^", "<<", ">>"];

/** Operators that can follow a column or expression; `name` is set for a column. */
export function* proposeOperators(
  column: Pick<PlanColumn, "type" | "display">,
  name: string | null,
): Generator<Candidate> {
  const { type, display } = column;
  const signs = type === "text" || type === "bytes"
    ? TEXT_OPERATORS
    : type === "bool"
    ? ["and", "or", "==", "!=", "is", ":"]
    : NUMBER_OPERATORS;
  let weight = 60;
  for (const sign of signs) {
    if (sign === ":" && name === null) continue;
    yield operator(sign, weight--);
  }
  if (name === "addr") yield operator("overlaps", 59);
  const isMask = name !== null && POINTS.find(name)?.value === "bit";
  if (isMask || display === "hex") yield operator("has", isMask ? 62 : 30);
  if (type === "u64" || type === "i64" || type === "f64" || type === "time") {
    for (const sign of [...ARITHMETIC, ...(type === "u64" ? BITS : [])]) yield operator(sign, 25);
  }
}

/** Suggests what can follow a boolean expression. */
export function* proposeConnectives(): Generator<Candidate> {
  yield operator("and", 75);
  yield operator("or", 74);
}

function operator(name: string, weight: number): Candidate {
  const known = OPERATOR_DOCS.find((each) => each.name === name);
  const insert = name === ":" ? name : name === "is" ? "is null" : `${name} `;
  const label = name === "is" ? "is null" : name;
  return { label, insert, kind: "operator", ...known && withUsageAndDescription(known), weight };
}
