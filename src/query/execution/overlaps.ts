/**
 * Tests whether blocks overlap a range: as comparisons, or in one pass over packed numbers.
 * @module
 */

import { NullMode } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { SumColumn } from "../../tables/sum_column.ts";
import type { CompareExpr, Expr, OverlapsExpr } from "../plan/expressions.ts";
import { U32_MAX } from "../../base/u64.ts";
import { isPacked, type Outcome, type Predicate, widthCost } from "./block_tests.ts";
import type { KernelCalls } from "./kernel_calls.ts";

/** `overlaps` as comparisons: start < high and (start >= low or end > low). Starts are tested first. */
export function overlapsAsLogic(expr: OverlapsExpr): Expr {
  const { span, start, end, low, high } = expr;
  const parts: Expr[] = [];
  const compare = (fn: CompareExpr["fn"], left: Expr, right: Expr): Expr => ({
    op: "compare",
    fn,
    left,
    right,
    type: "bool",
    span,
  });
  if (high) parts.push(compare(expr.closed ? "<=" : "<", start, high));
  if (low) {
    const operands = [compare(">=", start, low), compare(">", end, low)];
    parts.push({ op: "or", operands, type: "bool", span });
  }
  if (parts.length === 0) {
    parts.push({
      op: "not",
      operand: { op: "isNull", operand: start, type: "bool", span },
      type: "bool",
      span,
    });
  }
  return parts.length === 1 ? parts[0]! : { op: "and", operands: parts, type: "bool", span };
}

/**
 * A predicate for blocks that overlap a constant range. "Starts inside the range, or ends after its start" is
 * one comparison of ends, if an empty block counts as one of length 1. `logic` does the same by comparisons,
 * for blocks with another layout.
 */
export function overlapTest(
  { start, end, low, high, closed }: OverlapsExpr,
  compile: (expr: Expr) => Column,
  logic: Predicate,
): Predicate {
  if (!isWord(low) || !isWord(high)) return logic;
  const starts = compile(start), ends = compile(end);
  if (!(ends instanceof SumColumn) || starts.type === "i64" || !ends.addends.includes(starts)) return logic;
  const [left, right] = ends.addends;
  const lengths = left === starts ? right : left;
  const range = { low: low.value, last: closed ? high.value : high.value - 1n };
  const { bitmaps, own } = logic;
  return {
    cost: widthCost(starts) + widthCost(lengths),
    bitmaps,
    ...(own === undefined ? {} : { own }),
    canDefer: (block) => logic.canDefer(block),
    narrow: (block, rows, bits, calls) =>
      overlapsPacked(starts, lengths, range, block, rows, bits, calls) ??
        logic.narrow(block, rows, bits, calls),
  };
}

function isWord(expr: Expr | null): expr is Expr & { readonly op: "constant"; readonly value: bigint } {
  return expr?.op === "constant" && typeof expr.value === "bigint" && expr.value >= 0n;
}

/**
 * Tests blocks in the common packed layout, four bytes per start and a length for each; undefined for any
 * other layout.
 */
function overlapsPacked(
  starts: Column,
  lengths: Column,
  { low, last }: { readonly low: bigint; readonly last: bigint },
  block: number,
  rows: number,
  bits: number,
  calls: KernelCalls,
): Outcome | undefined {
  if (!isPacked(starts, block) || !isPacked(lengths, block)) return undefined;
  const from = starts.stored(block)!, length = lengths.stored(block)!;
  if (from.nullMode !== NullMode.None || length.nullMode !== NullMode.None) return undefined;
  if (from.width !== 4 || length.width === 0 || length.width === 8) return undefined;
  const longest = length.max > 0n ? length.max : 1n;
  if (from.max - from.origin + longest > U32_MAX) return undefined;
  if (from.min > last || from.max + longest <= low) return "none";
  if (from.max <= last && from.min >= low) return "all";
  const high = last - from.origin, end = low + 1n - from.origin - length.origin;
  if (end > U32_MAX) return "none";
  const numbers = [
    ...[length.width, rows, Number(high < U32_MAX ? high : U32_MAX)] as const,
    ...[Number(end > 0n ? end : 0n), length.origin === 0n ? 1 : 0] as const,
  ] as const;
  calls.withBlock(
    from,
    (p) => calls.withBlock(length, (q) => calls.select.selectOverlaps(p, q, ...numbers, bits)),
  );
  return "rows";
}
