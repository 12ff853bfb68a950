/**
 * Types: their names for people, and how values of different types are brought to one.
 * @module
 */

import { I64_MAX, I64_MIN, U64_MAX } from "../../base/u64.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { ConstantExpr, Expr } from "./expressions.ts";
import type { Constant } from "./values.ts";

const WORDS: Readonly<Record<ColumnType, string>> = {
  u64: "a number",
  u32: "a number",
  i64: "a number",
  f64: "a number",
  bool: "true or false",
  text: "text",
  time: "a time",
  bytes: "bytes",
};

/** The type in words that fit after "is": `a number`, `text`. */
export function typeWords(type: ColumnType): string {
  return WORDS[type];
}

/** Whether one can calculate with it. */
export function isNumber(type: ColumnType): boolean {
  return type === "u64" || type === "i64" || type === "f64";
}

/** u64 or i64. */
export function isInteger(type: ColumnType): boolean {
  return type === "u64" || type === "i64";
}

/** Types that one can calculate with: numbers and times. */
export const MEASURES: readonly ColumnType[] = ["u64", "i64", "f64", "time"];

/** Number or time. */
export function isMeasure(type: ColumnType): boolean {
  return MEASURES.includes(type);
}

/** The type without the distinction that plans do not make. */
export function planType(type: ColumnType): ColumnType {
  return type === "u32" ? "u64" : type;
}

/** Whether the expression is `null` as written. */
function isNullConstant(expr: Expr): boolean {
  return expr.op === "constant" && expr.value === null;
}

/** A constant of a type. */
export function constant(value: Constant, type: ColumnType, span: Expr["span"]): ConstantExpr {
  return { op: "constant", value, type, span };
}

/** The integer as u64, or as i64 when it is negative. */
export function integer(value: bigint, span: Expr["span"]): ConstantExpr {
  return constant(value, value < 0n ? "i64" : "u64", span);
}

function fits(value: bigint, type: ColumnType): boolean {
  if (type === "i64") return value >= I64_MIN && value <= I64_MAX;
  return value >= 0n && value <= U64_MAX;
}

/**
 * The expression as a type it can have, a cast around it when needed; undefined when it cannot have it.
 * Constants are converted at once.
 */
export function coerce(expr: Expr, type: ColumnType): Expr | undefined {
  if (expr.type === type) return expr;
  if (expr.op === "constant") return coerceConstant(expr, type);
  if (isNumber(expr.type) && isNumber(type)) return { op: "cast", operand: expr, type, span: expr.span };
  if (expr.type === "bool" && type === "u64") return { op: "cast", operand: expr, type, span: expr.span };
  return undefined;
}

function coerceConstant(expr: ConstantExpr, type: ColumnType): ConstantExpr | undefined {
  const { value, span } = expr;
  if (value === null) return constant(null, type, span);
  if (typeof value === "bigint" && isInteger(expr.type)) {
    if (isInteger(type)) return fits(value, type) ? constant(value, type, span) : undefined;
    if (type === "f64") return constant(Number(value), type, span);
    // Zero means the same in every unit.
    if (type === "time" && value === 0n) return constant(0n, type, span);
  }
  return undefined;
}

/** The one type that values of two types have in common, or undefined. */
function commonType(a: Expr, b: Expr): ColumnType | undefined {
  if (isNullConstant(a)) return b.type;
  if (isNullConstant(b) || a.type === b.type) return a.type;
  if (coerce(a, b.type) !== undefined && a.op === "constant" && b.op !== "constant" && isInteger(b.type)) {
    return b.type;
  }
  if (coerce(b, a.type) !== undefined && b.op === "constant" && a.op !== "constant" && isInteger(a.type)) {
    return a.type;
  }
  if (a.type === "f64" || b.type === "f64") return isNumber(a.type) && isNumber(b.type) ? "f64" : undefined;
  if (isInteger(a.type) && isInteger(b.type)) return "i64";
  if (a.type === "time" && coerce(b, "time") !== undefined) return "time";
  if (b.type === "time" && coerce(a, "time") !== undefined) return "time";
  return undefined;
}

/** The expressions with casts to the one type they have in common, or undefined. */
export function unify(exprs: readonly Expr[]): { type: ColumnType; exprs: Expr[] } | undefined {
  let widest: Expr | undefined;
  for (const expr of exprs) {
    if (widest === undefined) {
      widest = expr;
      continue;
    }
    const type = commonType(widest, expr);
    if (type === undefined) return undefined;
    if (type === expr.type && !isNullConstant(expr)) widest = widest.type === type ? widest : expr;
    else if (type !== widest.type) widest = { op: "cast", operand: widest, type, span: widest.span };
  }
  if (widest === undefined) return undefined;
  const { type } = widest;
  const cast = exprs.map((expr) => coerce(expr, type));
  return cast.includes(undefined) ? undefined : { type, exprs: cast as Expr[] };
}
