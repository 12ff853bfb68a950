/**
 * Sums of two columns in a range, such as the ends of blocks: packed numbers are compared where they lie, most of them
 * without a sum.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";
import type { Block } from "../../tables/block.ts";
import type { SumColumn } from "../../tables/sum_column.ts";
import { type Outcome, rangeOfBlock, widthCost } from "./block_tests.ts";
import type { KernelCalls } from "./kernel_calls.ts";
import { Comparison } from "./kernels/compute_layout.ts";
import { boundsOfColumn, settleRange, U32_MAX } from "./linear_comparison.ts";
import type { WordRange } from "./word_range.ts";

/** Modulo 2^64. */
const MINUS_ONE = U64_MAX;
const WHOLE: WordRange = { low: 0n, high: U64_MAX, negate: false };

/** Nanoseconds for a thousand rows, where blocks are packed. */
export function sumCost({ addends: [left, right] }: SumColumn): number {
  return widthCost(left) + widthCost(right);
}

/** Rows of a block whose sum is in a range; undefined where a block is not packed, or a sum may be too large. */
export function sumInRange(
  column: SumColumn,
  range: WordRange,
  block: number,
  rows: number,
  bits: number,
  calls: KernelCalls,
  room: () => number,
): Outcome | undefined {
  const bounds = boundsOfColumn(column, block);
  const outcome = settleRange(bounds, range);
  if (outcome || !bounds || range.negate) return outcome;
  const [left, right] = column.addends.map((each) => each.stored(block)!) as [Block, Block];
  // The addend that says more about the sum: where a block begins, and not how long it is.
  const [start, other] = spread(left) < spread(right) ? [right, left] : [left, right];
  const tests: PackedComparison[] = [];
  if (range.low > bounds.low) tests.push(comparisonOf(Comparison.AtLeast, start, other, range.low));
  if (range.high < bounds.high) tests.push(comparisonOf(Comparison.AtMost, start, other, range.high));
  if (tests.some(({ largest }) => largest > U64_MAX)) return undefined;
  // No sum is smaller than its addends, and the other one is at most as large as the largest.
  const near: WordRange = {
    low: range.low > other.max ? range.low - other.max : 0n,
    high: range.high - other.min,
    negate: false,
  };
  if (rangeOfBlock(start, near, rows, bits, calls) === "none") return "none";
  rangeOfBlock(other, WHOLE, rows, bits, calls);
  const marks: number[] = [];
  for (const { op, more, left, largest } of tests) {
    if (!calls.goOn(bits, rows, marks)) break;
    calls.withBlock(start, (p) =>
      calls.withBlock(other, (q) => {
        const sides = [
          ...[op, p, start.width, 1n, more] as const,
          ...[q, other.width, MINUS_ONE, left + more, rows] as const,
        ] as const;
        if (largest <= U32_MAX) calls.select.selectNarrow(...sides, bits);
        else calls.select.selectLinear(...sides, room(), bits);
      }));
  }
  calls.land(marks);
  return "rows";
}

/** A comparison of the number that is stored of the one addend with what is left for it. */
interface PackedComparison {
  readonly op: Comparison;
  /** What is left where the other addend has a stored 0. */
  readonly left: bigint;
  /** What is added on both sides, so that none is negative. */
  readonly more: bigint;
  /** No number of either side is larger. */
  readonly largest: bigint;
}

/** Whether sums are at least (at most) a value, which is between the smallest and the largest one. */
function comparisonOf(op: Comparison, start: Block, other: Block, value: bigint): PackedComparison {
  const [startLeast, startMost] = storedRange(start), [otherLeast, otherMost] = storedRange(other);
  const left = value - (start.min - startLeast) - (other.min - otherLeast);
  const more = otherMost > left ? otherMost - left : 0n;
  return { op, left, more, largest: (startMost > left ? startMost : left) + more };
}

/** The smallest and the largest number that is stored. */
function storedRange({ min, max, origin }: Block): [bigint, bigint] {
  return [BigInt.asUintN(64, min - origin), BigInt.asUintN(64, max - origin)];
}

function spread({ min, max }: Block): bigint {
  return max - min;
}
