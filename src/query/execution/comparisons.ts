/**
 * Comparisons and logic as columns of booleans.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import type { BetweenExpr, CompareExpr, Expr, OneOfExpr, TextMatchExpr } from "../plan/expressions.ts";
import { SWAPPED_OPERATORS } from "../plan/integer_comparison.ts";
import { compareText } from "./compare_text.ts";
import { type ExpressionMaker, MaskedColumn } from "./expression_column.ts";
import { kernelsOf } from "./kernels.ts";
import { Comparison, WordKind } from "./kernels/compute_layout.ts";
import { OpenRows } from "./open_rows.ts";
import { testWords } from "./text_memo.ts";
import { toEqualWord, unifyZeros } from "./column_words.ts";

/** Kernel numbers of the comparison operators. */
const COMPARISONS: Readonly<Record<CompareExpr["fn"], Comparison>> = {
  "==": Comparison.Equal,
  "!=": Comparison.Unequal,
  "<": Comparison.Less,
  "<=": Comparison.AtMost,
  ">": Comparison.Greater,
  ">=": Comparison.AtLeast,
};

export function compareColumn(maker: ExpressionMaker, expr: CompareExpr): Column {
  const left = maker.compile(expr.left);
  const right = maker.compile(expr.right);
  if (left.type === "text") return compareTexts(maker, expr, left, right);
  const isFraction = left.type === "f64";
  // The whole number must be on the left.
  if (isFraction !== (right.type === "f64")) {
    return isFraction
      ? compareWithFraction(maker, SWAPPED_OPERATORS[expr.fn], right, left)
      : compareWithFraction(maker, expr.fn, left, right);
  }
  const op = COMPARISONS[expr.fn];
  const kind = isFraction
    ? WordKind.Double
    : left.type === "i64"
    ? right.type === "i64" ? WordKind.Signed : WordKind.SignedWithUnsigned
    : right.type === "i64"
    ? WordKind.UnsignedWithSigned
    : WordKind.Unsigned;
  const { compute } = kernelsOf(maker.context.work.arena);
  return maker.binary("bool", left, right, (a, an, b, bn, count, values) => {
    compute.compare(op, kind, a, an, b, bn, count, values);
    return false;
  });
}

/** Compares a whole number with a fraction without rounding either. */
function compareWithFraction(
  maker: ExpressionMaker,
  fn: CompareExpr["fn"],
  whole: Column,
  fraction: Column,
): Column {
  const op = COMPARISONS[fn];
  const signed = whole.type === "i64" ? 1 : 0;
  const { compute } = kernelsOf(maker.context.work.arena);
  return maker.binary("bool", whole, fraction, (a, an, b, bn, count, values) => {
    compute.compareWithDouble(op, signed, a, an, b, bn, count, values);
    return false;
  });
}

/** Compares texts: by code for equality, by text for order. */
function compareTexts(maker: ExpressionMaker, expr: CompareExpr, left: Column, right: Column): Column {
  const { work } = maker.context;
  const { arena, pools } = work;
  const equality = expr.fn === "==" || expr.fn === "!=";
  const holds: Record<string, (order: number) => boolean> = {
    "<": (order) => order < 0,
    "<=": (order) => order <= 0,
    ">": (order) => order > 0,
    ">=": (order) => order >= 0,
  };
  return maker.binary("bool", left, right, (a, an, b, bn, count, values) => {
    if (equality) {
      const { compute } = kernelsOf(arena);
      compute.compare(COMPARISONS[expr.fn], WordKind.Unsigned, a, an, b, bn, count, values);
      return false;
    }
    const { u8, u32, u64 } = arena;
    for (let at = 0; at < count; at++) {
      // The word of a null row is arbitrary, not a code.
      const isNull = (an && u8[an + at]) || (bn && u8[bn + at]);
      u64[(values >>> 3) + at] = 0n;
      if (isNull) continue;
      work.tick(2);
      const x = pools.strings.text(u32[(a >>> 2) + 2 * at]!);
      const y = pools.strings.text(u32[(b >>> 2) + 2 * at]!);
      if (holds[expr.fn]!(compareText(x, y))) u64[(values >>> 3) + at] = 1n;
    }
    return false;
  });
}

export function betweenColumn(maker: ExpressionMaker, expr: BetweenExpr): Column {
  const { span } = expr;
  const parts: Expr[] = [];
  const { operand, low, high } = expr;
  if (low) parts.push({ op: "compare", fn: ">=", left: operand, right: low, type: "bool", span });
  if (high) {
    parts.push({
      op: "compare",
      fn: expr.closed ? "<=" : "<",
      left: operand,
      right: high,
      type: "bool",
      span,
    });
  }
  if (parts.length === 0) {
    return maker.compile({
      op: "not",
      operand: { op: "isNull", operand, type: "bool", span },
      type: "bool",
      span,
    });
  }
  return parts.length === 1 ? maker.compile(parts[0]!) : logicalColumn(maker, "and", parts);
}

export function oneOfColumn(maker: ExpressionMaker, expr: Pick<OneOfExpr, "operand" | "values">): Column {
  const operand = maker.compile(expr.operand);
  const { pools, arena } = maker.context.work;
  const words = new Set<bigint>();
  for (const value of expr.values) {
    if (value === null) continue;
    const word = operand.type === "text"
      ? BigInt(pools.strings.internText(String(value)))
      : toEqualWord(value, operand.type, pools);
    if (word !== null) words.add(word);
  }
  return maker.make("bool", (read, count, values, nulls) => {
    const nullsAt = read(operand, values, nulls);
    if (operand.type === "f64") unifyZeros(pools, values, count);
    const { u64, u8 } = arena;
    const from = values >>> 3;
    for (let at = 0; at < count; at++) {
      u64[from + at] = !(nullsAt && u8[nullsAt + at]) && words.has(u64[from + at]!) ? 1n : 0n;
    }
    return false;
  });
}

export function matchColumn(maker: ExpressionMaker, expr: TextMatchExpr): Column {
  const operand = maker.compile(expr.operand);
  const { work } = maker.context;
  return maker.make("bool", (read, count, values, nulls) => {
    testWords(work, expr, { words: values, nulls: read(operand, values, nulls) }, count);
    return false;
  });
}

export function isNullColumn(maker: ExpressionMaker, operand: Column): Column {
  const { arena } = maker.context.work;
  return maker.make("bool", (read, count, values, nulls) => {
    const nullsAt = read(operand, values, nulls);
    const { u64, u8 } = arena;
    for (let at = 0; at < count; at++) u64[(values >>> 3) + at] = nullsAt && u8[nullsAt + at] ? 1n : 0n;
    return false;
  });
}

/** Evaluates later operands only on undecided rows, so that rows already ruled out cannot fail. */
export function logicalColumn(maker: ExpressionMaker, op: "and" | "or", operands: readonly Expr[]): Column {
  const columns = operands.map((operand) => maker.compile(operand));
  const undecided = op === "and" ? 1n : 0n;
  return new MaskedColumn("bool", maker.context, (rows, count, values, nulls) => {
    const { arena } = maker.context.work;
    const open = new OpenRows(arena, count);
    open.all(rows, count);
    arena.u64.fill(undecided, values >>> 3, (values >>> 3) + count);
    for (const column of columns) {
      open.read(column);
      const { u64, u8 } = arena;
      open.keepUndecided((at, place) => {
        const truth = !u8[open.nulls + at] && u64[(open.values >>> 3) + at] !== 0n ? 1n : 0n;
        if (truth === undecided) return false;
        u64[(values >>> 3) + place] = truth;
        return true;
      });
    }
    open.close();
    arena.u8.fill(0, nulls, nulls + count);
    return 0;
  });
}
