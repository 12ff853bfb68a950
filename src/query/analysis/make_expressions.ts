/**
 * Builds expressions (constants are folded, nested `and` is flattened), and names columns that have no name.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { calculate } from "../functions/arithmetic.ts";
import { ifElse } from "../functions/choices.ts";
import { fullFunction } from "../functions/names.ts";
import type { ArithmeticExpr, CompareExpr, Expr, TextMatchExpr } from "../plan/expressions.ts";
import { constant, isInteger } from "../plan/types.ts";
import type { Display } from "../../base/result_table.ts";
import type { Scope } from "./scope.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Expression } from "../syntax/ast.ts";
import { printExpression } from "../syntax/print_expression.ts";
import { shortName } from "../../names/short_name.ts";
import { hasFunctionNames } from "../../names/function_columns.ts";

/** Returns a reference to the column at `index` of the scope. */
export function columnExpr(scope: Pick<Scope, "columns">, index: number, span: Span): Expr {
  return { op: "column", index, type: scope.columns[index]!.type, span };
}

/**
 * Builds arithmetic on two operands of one type, folded if both are constants; throws `RangeError` on
 * overflow.
 */
export function arithmetic(
  fn: ArithmeticExpr["fn"],
  type: ColumnType,
  left: Expr,
  right: Expr,
  span: Span,
): Expr {
  if (left.op === "constant" && right.op === "constant") {
    return constant(calculate(fn, type, left.value, right.value), type, span);
  }
  return { op: "arithmetic", fn, left, right, type, span };
}

/** Builds a comparison of operands whose types fit. */
export function compare(fn: CompareExpr["fn"], left: Expr, right: Expr, span: Span): Expr {
  return { op: "compare", fn, left, right, type: "bool", span };
}

/**
 * Builds a comparison of values of a scope. A function name equals both its full and its short form, as with
 * patterns.
 */
export function compareIn(
  scope: Pick<Scope, "columns">,
  ...[fn, left, right, span]: Parameters<typeof compare>
): Expr {
  if ((fn !== "==" && fn !== "!=") || right.op !== "constant" || typeof right.value !== "string") {
    return compare(fn, left, right, span);
  }
  // In a comparison, `full(func)` is the same as the column itself.
  const isFull = left.op === "call" && left.fn === fullFunction && left.args[0]?.type === "text";
  if (isFull) return compare(fn, left.args[0]!, right, span);
  const name = right.value;
  // A text that short forms never contain can only equal a full name.
  if (name === "" || !namesFunctions(left, scope) || shortName(name) !== name) {
    return compare(fn, left, right, span);
  }
  return testExpr(left, { ...textMatch("equal", left, name, span), ofNames: true }, fn === "!=", span);
}

/** A constant condition. */
export function constantCondition(value: boolean, span: Span): Expr {
  return constant(value, "bool", span);
}

/** Builds the negation; a constant is folded. */
export function negation(operand: Expr, span: Span): Expr {
  if (operand.op === "constant" && typeof operand.value === "boolean") {
    return constantCondition(!operand.value, span);
  }
  return { op: "not", operand, type: "bool", span };
}

/**
 * Builds the conjunction or disjunction of operands: a single operand is returned as it is, and nested ones
 * of the same kind are flattened.
 */
export function logical(op: "and" | "or", operands: readonly Expr[], span: Span): Expr {
  const flat = operands.flatMap((operand) => operand.op === op ? operand.operands : [operand]);
  if (flat.length === 1) return flat[0]!;
  return { op, operands: flat, type: "bool", span };
}

/** Builds the test or its negation; null satisfies neither, as with `!=`. */
export function testExpr(operand: Expr, test: Expr, negated: boolean, span: Span): Expr {
  if (!negated) return test;
  const missing = negation({ op: "isNull", operand, type: "bool", span }, span);
  return logical("and", [negation(test, span), missing], span);
}

/** Builds the value if the filter is satisfied, otherwise null. */
export function valueIfPasses(filter: Expr, value: Expr): Expr {
  const { type, span } = value;
  return { op: "call", fn: ifElse, args: [filter, value, constant(null, type, span)], type, span };
}

/** Builds a pattern match on text. */
export function textMatch(
  how: TextMatchExpr["how"],
  operand: Expr,
  pattern: string,
  span: Span,
  flags = "",
): TextMatchExpr {
  return { op: "match", how, operand, pattern, flags, type: "bool", span };
}

/** Builds a pattern match on a value of a scope; function names also match by their short form. */
export function textMatchIn(
  scope: Pick<Scope, "columns">,
  ...[how, operand, pattern, span, flags]: Parameters<typeof textMatch>
): TextMatchExpr {
  const match = textMatch(how, operand, pattern, span, flags);
  return namesFunctions(operand, scope) ? { ...match, ofNames: true } : match;
}

function namesFunctions(expr: Expr, { columns }: Pick<Scope, "columns">): boolean {
  const column = expr.op === "column" ? columns[expr.index] : undefined;
  return column ? hasFunctionNames(column) : expr.op === "call" && expr.display === "function";
}

/** Names of columns that count bytes. */
const BYTES = /(?:^|_)(?:bytes|size)$/;

/** Whether a value counts bytes: a size column, or a value displayed like one. */
export function isByteCount(expr: Expr, scope: Pick<Scope, "columns">): boolean {
  if (expr.op !== "column") return displayOf(expr, scope) === "bytes";
  const column = scope.columns[expr.index];
  return column !== undefined && column.type !== "text" &&
    (column.display === "bytes" || (column.display === "plain" && BYTES.test(column.name)));
}

/**
 * Returns how a computed value is displayed: an address plus an offset is an address, the difference of two
 * addresses is not.
 */
export function displayOf(expr: Expr, scope: Pick<Scope, "columns">): Display {
  if (expr.type === "time") return displayOfTime(expr, scope);
  switch (expr.op) {
    case "column":
      return scope.columns[expr.index]?.display ?? "plain";
    case "cast":
      return displayOf(expr.operand, scope);
    case "arithmetic": {
      if (!isInteger(expr.type)) return "plain";
      const left = displayOf(expr.left, scope);
      const right = displayOf(expr.right, scope);
      if (left === "duration" || right === "duration") return displayOfNanoseconds(expr.fn, left, right);
      const oneHex = (left === "hex") !== (right === "hex");
      if (expr.fn === "+" || expr.fn === "-") return oneHex ? "hex" : "plain";
      if (expr.fn === "&" || expr.fn === "|" || expr.fn === "^") {
        return left === "hex" || right === "hex" ? "hex" : "plain";
      }
      return "plain";
    }
    case "call":
      if (expr.display !== undefined || expr.fn.showsLike === undefined) return expr.display ?? "plain";
      return expr.args.slice(expr.fn.showsLike).some((each) => displayOf(each, scope) === "hex")
        ? "hex"
        : "plain";
    default:
      return "plain";
  }
}

/**
 * Returns how arithmetic on whole nanoseconds is displayed: sums, differences and multiples are durations, a
 * quotient of two is not.
 */
function displayOfNanoseconds(fn: ArithmeticExpr["fn"], left: Display, right: Display): Display {
  const areBoth = left === right;
  if (fn === "+" || fn === "-" || fn === "%") return areBoth ? "duration" : "plain";
  if (fn === "*") return areBoth ? "plain" : "duration";
  return fn === "/" && right !== "duration" ? "duration" : "plain";
}

/**
 * Returns how arithmetic on times is displayed: points in time as clock times; differences between them, and
 * values computed from those, as durations.
 */
function displayOfTime(expr: Expr, scope: Pick<Scope, "columns">): Display {
  if (expr.op === "column") return scope.columns[expr.index]?.display ?? "time";
  if (expr.op === "cast") return displayOf(expr.operand, scope);
  if (expr.op === "call" && expr.display !== undefined) return expr.display;
  if (expr.op !== "arithmetic") return "time";
  const { fn, left, right } = expr;
  const isLength = (side: Expr): boolean =>
    side.op === "constant" || side.type !== "time" || displayOf(side, scope) === "duration";
  if (fn === "-") return isLength(left) || !isLength(right) ? "duration" : "time";
  return isLength(left) && isLength(right) ? "duration" : "time";
}

/** Maximum length of a name derived from an expression. */
const MAX_LENGTH = QUERY_LIMITS.columnName.most;

/**
 * Returns the default name of a key or column: the name of the column or function, or the expression as text.
 */
export function nameOf(node: Expression): string {
  switch (node.kind) {
    case "name":
      return node.name;
    case "call": {
      const [first] = node.args;
      // A column like arg("target") is named after its argument.
      if (node.args.length === 1 && first?.kind === "string" && first.value !== "") return first.value;
      return node.name.name;
    }
    default: {
      const text = printExpression(node, () => "…");
      return text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH - 1) + "…" : text;
    }
  }
}

/** Returns the default name of an aggregate: `count`, `sum_size`, `max_bucket`. */
export function aggregateName(kind: string, argument: Expression | undefined): string {
  if (argument === undefined) return kind;
  if (argument.kind === "name") return `${kind}_${argument.name}`;
  if (argument.kind === "call") return `${kind}_${nameOf(argument)}`;
  return kind;
}

/** Makes names unique: the second `count` becomes `count_2`. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** Last number used for each name, so that a thousand equal names do not take quadratic time. */
  readonly #numbers = new Map<string, number>();

  /** Starts with the names already taken. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Returns the wanted name, or the next free variant of it. */
  give(wanted: string): string {
    let name = wanted;
    let number = this.#numbers.get(wanted) ?? 1;
    while (this.#taken.has(name)) name = `${wanted}_${++number}`;
    this.#numbers.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
