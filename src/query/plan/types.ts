/**
 * Types: their names in messages, and casts to a common type.
 * @module
 */

import { I64_MAX, I64_MIN, U64_MAX } from "../../base/u64.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { fractionOf } from "./integer_comparison.ts";
import type { ArithmeticExpr, ConstantExpr, Expr } from "./expressions.ts";
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

/** Returns the type in words that fit after "is": `a number`, `text`. */
export function typeText(type: ColumnType): string {
  return WORDS[type];
}

/** Whether the type is numeric, without times. */
export function isNumber(type: ColumnType): boolean {
  return type === "u64" || type === "i64" || type === "f64";
}

/** Whether the type is an integer type: u64 or i64. */
export function isInteger(type: ColumnType): boolean {
  return type === "u64" || type === "i64";
}

/** Types that support arithmetic: numbers and times. */
export const MEASURES: readonly ColumnType[] = ["u64", "i64", "f64", "time"];

/** Whether the type is a number or a time. */
export function isMeasure(type: ColumnType): boolean {
  return MEASURES.includes(type);
}

/** Returns the type as plans represent it: u32 counts as u64. */
export function planType(type: ColumnType): ColumnType {
  return type === "u32" ? "u64" : type;
}

/** Whether the expression is a literal `null`. */
function isNullConstant(expr: Expr): boolean {
  return expr.op === "constant" && expr.value === null;
}

/** A constant of a type. */
export function constant(value: Constant, type: ColumnType, span: Expr["span"]): ConstantExpr {
  return { op: "constant", value, type, span };
}

/** Returns the integer as a constant: u64, or i64 when it is negative. */
export function integer(value: bigint, span: Expr["span"]): ConstantExpr {
  return constant(value, value < 0n ? "i64" : "u64", span);
}

function fits(value: bigint, type: ColumnType): boolean {
  if (type === "i64") return value >= I64_MIN && value <= I64_MAX;
  return value >= 0n && value <= U64_MAX;
}

/** Returns the whole number as a constant of a type; undefined if it does not fit. */
export function wholeConstant(value: bigint, type: ColumnType, span: Expr["span"]): ConstantExpr | undefined {
  return fits(value, type) ? constant(value, type, span) : undefined;
}

/** Casts the expression to a type; undefined if that is impossible. Constants are converted at once. */
export function coerce(expr: Expr, type: ColumnType): Expr | undefined {
  if (expr.type === type) return expr;
  if (expr.op === "constant") return coerceConstant(expr, type);
  // The exact result is computed and only has to fit at the end, so it may as well be converted to this type.
  if (isMixed(expr) && isInteger(type)) return { ...expr, type };
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
    // Zero means the same in any unit.
    if (type === "time" && value === 0n) return constant(0n, type, span);
  }
  return undefined;
}

/** Whether the expression mixes signed and unsigned whole numbers. */
function isMixed(expr: Expr): expr is ArithmeticExpr {
  if (expr.op !== "arithmetic" || !isInteger(expr.type)) return false;
  return isInteger(expr.left.type) && isInteger(expr.right.type) && expr.left.type !== expr.right.type;
}

/**
 * Returns a signed and an unsigned whole number, unchanged, if neither is a constant that fits the other
 * type; otherwise undefined.
 */
export function mixedIntegers(a: Expr, b: Expr): readonly [Expr, Expr] | undefined {
  if (!isInteger(a.type) || !isInteger(b.type) || a.type === b.type) return undefined;
  const fits = (each: Expr, other: Expr): boolean =>
    each.op === "constant" && (other.op !== "constant" || each.value === null) &&
    coerce(each, other.type) !== undefined;
  return fits(a, b) || fits(b, a) ? undefined : [a, b];
}

/** Casts the expression without changing values: a whole number becomes the equal fraction, or an error. */
export function castExactly(expr: Expr, type: ColumnType): Expr | undefined {
  const made = coerce(expr, type);
  if (type !== "f64" || !isInteger(expr.type)) return made;
  if (expr.op !== "constant") return { op: "cast", operand: expr, type, span: expr.span, isExact: true };
  const isRounded = typeof expr.value === "bigint" && fractionOf(expr.value) === undefined;
  return isRounded ? undefined : made;
}

/** Returns the common type of two expressions; undefined if there is none. */
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

/**
 * Casts expressions to their common type; undefined if there is none. `as` performs the cast; by default, the cast may round.
 */
export function castToCommon(
  exprs: readonly Expr[],
  as: (expr: Expr, type: ColumnType) => Expr | undefined = coerce,
): { type: ColumnType; exprs: Expr[] } | undefined {
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
  const cast = exprs.map((expr) => as(expr, type));
  return cast.includes(undefined) ? undefined : { type, exprs: cast as Expr[] };
}
