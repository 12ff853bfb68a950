/**
 * Arithmetic and casts. Their result is exact, or an error with the position in the script.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Column } from "../../tables/column.ts";
import type { ArithmeticExpr, CastExpr, UnaryExpr } from "../plan/expressions.ts";
import { constant } from "../plan/types.ts";
import { failAt } from "./context.ts";
import type { ExpressionMaker } from "./expression_column.ts";
import { kernelsOf, NO_FAILURE } from "./kernels.ts";
import { Conversion, Mapping, Operation, SignBit } from "./kernels/compute_layout.ts";
import { toConstant } from "./column_words.ts";

const OPERATIONS: Readonly<Record<ArithmeticExpr["fn"], Operation>> = {
  "+": Operation.Add,
  "-": Operation.Subtract,
  "*": Operation.Multiply,
  "/": Operation.Divide,
  "%": Operation.Remainder,
  "&": Operation.And,
  "|": Operation.Or,
  "^": Operation.Xor,
  "<<": Operation.ShiftLeft,
  ">>": Operation.ShiftRight,
};

export function arithmeticColumn(maker: ExpressionMaker, expr: ArithmeticExpr): Column {
  const { compute } = kernelsOf(maker.context.work.arena);
  const op = OPERATIONS[expr.fn];
  const left = maker.compile(expr.left);
  const right = maker.compile(expr.right);
  const signs = signsOf(expr.type, left, right);
  if (signs !== undefined) return mixedColumn(maker, expr, [left, right], signs);
  const kernel = expr.type === "f64"
    ? compute.arithmeticDouble
    : expr.type === "i64"
    ? compute.arithmeticSigned
    : compute.arithmetic;
  const makesNulls = op === Operation.Divide || op === Operation.Remainder;
  return maker.binary(expr.type, left, right, (a, an, b, bn, count, values, nulls) => {
    const failed = kernel(op, a, an, b, bn, count, values, nulls);
    if (failed !== NO_FAILURE) overflow(maker, expr, [left, a + 8 * failed], [right, b + 8 * failed]);
    return an !== 0 || bn !== 0 || makesNulls;
  });
}

/** Bits for the signed operands and result; undefined if all or none of them are signed. */
function signsOf(type: ColumnType, left: Column, right: Column): number | undefined {
  if (type === "f64") return undefined;
  const bits = (left.type === "i64" ? SignBit.Left : 0) | (right.type === "i64" ? SignBit.Right : 0) |
    (type === "i64" ? SignBit.Result : 0);
  return bits === 0 || bits === (SignBit.Left | SignBit.Right | SignBit.Result) ? undefined : bits;
}

/** Mixes signed and unsigned whole numbers; nothing is cast before the exact result is known. */
function mixedColumn(
  maker: ExpressionMaker,
  expr: ArithmeticExpr,
  [left, right]: readonly [Column, Column],
  signs: number,
): Column {
  const { compute } = kernelsOf(maker.context.work.arena);
  const op = OPERATIONS[expr.fn];
  const makesNulls = op === Operation.Divide || op === Operation.Remainder;
  return maker.binary(expr.type, left, right, (a, an, b, bn, count, values, nulls) => {
    const failed = compute.arithmeticWhole(op, signs, a, an, b, bn, count, values, nulls);
    if (failed !== NO_FAILURE) overflow(maker, expr, [left, a + 8 * failed], [right, b + 8 * failed]);
    return an !== 0 || bn !== 0 || makesNulls;
  });
}

/** An operand: its column, and the address of its word. */
type Failed = readonly [column: Column, at: number];

function overflow(maker: ExpressionMaker, expr: ArithmeticExpr, a: Failed, b: Failed): never {
  const { pools } = maker.context.work;
  const [left, right] = [a, b].map(([{ type }, at]) => toConstant(pools.arena.u64[at >>> 3]!, type, pools));
  const range = expr.type === "i64" ? "signed 64-bit numbers" : "0 to 18446744073709551615";
  const below = expr.fn === "-" && expr.type === "u64";
  failAt(
    maker.context,
    "Q401",
    `Result does not fit: ${left} ${expr.fn} ${right} is outside ${range}`,
    expr.span,
    below
      ? "for negative differences use a signed operand, such as `-1 * b + a`, or filter first"
      : expr.type === "i64" && a[0].type !== b[0].type && fitsUnsigned(expr.fn, left, right)
      ? "it fits into an unsigned number, which `(a " + expr.fn + " b) >> 0` is"
      : undefined,
  );
}

/** Whether a result that overflows i64 fits u64. */
function fitsUnsigned(fn: ArithmeticExpr["fn"], left: unknown, right: unknown): boolean {
  if (typeof left !== "bigint" || typeof right !== "bigint") return false;
  const exact = fn === "+" ? left + right : fn === "-" ? left - right : fn === "*" ? left * right : -1n;
  return exact >= 0n && exact < 1n << 64n;
}

export function unaryColumn(maker: ExpressionMaker, expr: UnaryExpr): Column {
  const operand = maker.compile(expr.operand);
  const { arena } = maker.context.work;
  if (expr.fn === "~") {
    return maker.make(expr.type, (read, count, values, nulls) => {
      const nullsAt = read(operand, values, nulls);
      kernelsOf(maker.context.work.arena).compute.mapValues(Mapping.Complement, 0n, values, count, values);
      return nullsAt !== 0;
    });
  }
  if (expr.type === "i64" && operand.type !== "i64") {
    const { span } = expr;
    return arithmeticColumn(maker, {
      op: "arithmetic",
      fn: "-",
      left: constant(0n, "u64", span),
      right: expr.operand,
      type: "i64",
      span,
    });
  }
  return maker.make(expr.type, (read, count, values, nulls) => {
    const nullsAt = read(operand, values, nulls);
    const { f64, u64, u8 } = arena;
    const from = values >>> 3;
    if (expr.type === "f64") {
      for (let at = from; at < from + count; at++) f64[at] = -f64[at]!;
      return nullsAt !== 0;
    }
    for (let at = 0; at < count; at++) {
      const word = u64[from + at]!;
      // The smallest signed number cannot be negated.
      if (word === 1n << 63n && !(nullsAt !== 0 && u8[nullsAt + at] !== 0)) {
        failAt(
          maker.context,
          "Q401",
          `Result does not fit: -(-${word}) is not a signed 64-bit number`,
          expr.span,
        );
      }
      u64[from + at] = BigInt.asUintN(64, -word);
    }
    return nullsAt !== 0;
  });
}

export function castColumn(maker: ExpressionMaker, expr: CastExpr): Column {
  const operand = maker.compile(expr.operand);
  const from = operand.type;
  const to = expr.type;
  const unsigned = (type: ColumnType): boolean => type !== "i64" && type !== "f64";
  if (from === to || (unsigned(from) && unsigned(to))) return operand;
  const how = to === "i64"
    ? from === "f64" ? Conversion.DoubleToSigned : Conversion.UnsignedToSigned
    : to === "f64" && expr.isExact
    ? from === "i64" ? Conversion.SignedToExactDouble : Conversion.UnsignedToExactDouble
    : to === "f64"
    ? from === "i64" ? Conversion.SignedToDouble : Conversion.UnsignedToDouble
    : from === "f64"
    ? Conversion.DoubleToUnsigned
    : Conversion.SignedToUnsigned;
  return maker.make(to, (read, count, values, nulls) => {
    const nullsAt = read(operand, values, nulls);
    const failed = kernelsOf(maker.context.work.arena).compute.convert(how, values, nullsAt, count, values);
    if (failed !== NO_FAILURE) {
      const { pools } = maker.context.work;
      const value = toConstant(pools.arena.u64[(values + 8 * failed) >>> 3]!, from, pools);
      const why = expr.isExact ? `no fraction is exactly ${value}` : `${value} is outside ${to}`;
      failAt(maker.context, "Q401", `Result does not fit: ${why}`, expr.span);
    }
    return nullsAt !== 0;
  });
}
