/**
 * Building expressions: constants are calculated at once, nested `and` becomes flat; and names of columns that were not
 * given one.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { calculate } from "../functions/arithmetic.ts";
import { ifElse } from "../functions/choices.ts";
import type { ArithmeticExpr, CompareExpr, Expr, TextMatchExpr } from "../plan/expressions.ts";
import { constant, isInteger } from "../plan/types.ts";
import type { Display } from "../../base/result_table.ts";
import type { Scope } from "./scope.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Expression } from "../syntax/ast.ts";
import { printExpression } from "../syntax/print_expression.ts";
import { holdsFunctions } from "../../names/function_columns.ts";

/** Column number `index` of the scope. */
export function columnExpr(scope: Pick<Scope, "columns">, index: number, span: Span): Expr {
  return { op: "column", index, type: scope.columns[index]!.type, span };
}

/** Two operands of one type, calculated now when both are constants; throws `RangeError` on overflow. */
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

/** A comparison of operands whose types fit. */
export function compare(fn: CompareExpr["fn"], left: Expr, right: Expr, span: Span): Expr {
  return { op: "compare", fn, left, right, type: "bool", span };
}

/** True for every row, or for none. */
export function always(value: boolean, span: Span): Expr {
  return constant(value, "bool", span);
}

/** Not, without two of them in a row. */
export function not(operand: Expr, span: Span): Expr {
  if (operand.op === "constant" && typeof operand.value === "boolean") return always(!operand.value, span);
  return { op: "not", operand, type: "bool", span };
}

/** All, or any, of the operands: one operand is itself, and operands of the same kind join the list. */
export function logical(op: "and" | "or", operands: readonly Expr[], span: Span): Expr {
  const flat = operands.flatMap((operand) => operand.op === op ? operand.operands : [operand]);
  if (flat.length === 1) return flat[0]!;
  return { op, operands: flat, type: "bool", span };
}

/** The test, or its opposite; a missing value passes neither, as with `!=`. */
export function tested(operand: Expr, test: Expr, negated: boolean, span: Span): Expr {
  if (!negated) return test;
  const missing = not({ op: "isNull", operand, type: "bool", span }, span);
  return logical("and", [not(test, span), missing], span);
}

/** The value where the filter passes, else none. */
export function onlyIf(filter: Expr, value: Expr): Expr {
  const { type, span } = value;
  return { op: "call", fn: ifElse, args: [filter, value, constant(null, type, span)], type, span };
}

/** A test on text with a pattern. */
export function textMatch(
  how: TextMatchExpr["how"],
  operand: Expr,
  pattern: string,
  span: Span,
  flags = "",
): TextMatchExpr {
  return { op: "match", how, operand, pattern, flags, type: "bool", span };
}

/** A test of text on a value of a scope: names of functions pass by their short forms, too. */
export function textMatchIn(
  scope: Pick<Scope, "columns">,
  ...[how, operand, pattern, span, flags]: Parameters<typeof textMatch>
): TextMatchExpr {
  const match = textMatch(how, operand, pattern, span, flags);
  return namesFunctions(operand, scope) ? { ...match, ofNames: true } : match;
}

function namesFunctions(expr: Expr, { columns }: Pick<Scope, "columns">): boolean {
  const column = expr.op === "column" ? columns[expr.index] : undefined;
  return column ? holdsFunctions(column) : expr.op === "call" && expr.display === "function";
}

/** Columns of tables that count bytes. */
const BYTES = /(?:^|_)(?:bytes|size)$/;

/** Whether a value counts bytes: a column of sizes, or what is shown as one. */
export function countsBytes(expr: Expr, scope: Pick<Scope, "columns">): boolean {
  if (expr.op !== "column") return displayOf(expr, scope) === "bytes";
  const column = scope.columns[expr.index];
  return column !== undefined && column.type !== "text" &&
    (column.display === "bytes" || (column.display === "plain" && BYTES.test(column.name)));
}

/** How a computed value is shown: an address plus an offset is an address, the distance of two is not. */
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

/** Moments are shown as clock times; what lies between two of them, and what is made of such, as durations. */
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

/** Longest name made from an expression. */
const MAX_LENGTH = QUERY_LIMITS.columnName.most;

/** The name of a key or column: that of the column, of the function, or the expression as text. */
export function nameOf(node: Expression): string {
  switch (node.kind) {
    case "name":
      return node.name;
    case "call": {
      const [first] = node.args;
      // arg("target") is best called by what it is an argument of.
      if (node.args.length === 1 && first?.kind === "string" && first.value !== "") return first.value;
      return node.name.name;
    }
    default: {
      const text = printExpression(node, () => "…");
      return text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH - 1) + "…" : text;
    }
  }
}

/** The name of an aggregate: `count`, `sum_size`, `max_bucket`. */
export function aggregateName(kind: string, argument: Expression | undefined): string {
  if (argument === undefined) return kind;
  if (argument.kind === "name") return `${kind}_${argument.name}`;
  if (argument.kind === "call") return `${kind}_${nameOf(argument)}`;
  return kind;
}

/** Gives names, each only once: the second `count` is `count_2`. */
export class NameGiver {
  readonly #taken: Set<string>;
  /** The last number given to each name: of a thousand aggregates without one, many would be called alike. */
  readonly #numbers = new Map<string, number>();

  /** Begins with names that exist. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The name, or the next free one like it. */
  give(wanted: string): string {
    let name = wanted;
    let number = this.#numbers.get(wanted) ?? 1;
    while (this.#taken.has(name)) name = `${wanted}_${++number}`;
    this.#numbers.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
