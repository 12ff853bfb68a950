/**
 * Counts and sums over whole parts without a key, on packed blocks as they are.
 * @module
 */

import { BLOCK_ROWS, NullMode, withBlock } from "../../tables/block.ts";
import { largeSum } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { Selected } from "../execution/kernels/dense_layout.ts";
import { BITMAP_BYTES, type Part, type Relation, type Workspace } from "../execution/relation.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { Constant } from "../plan/values.ts";
import { summedColumns } from "./dense_plan.ts";
import type { Sums } from "./dense_scan.ts";
import type { OperatorContext } from "./operator.ts";

/** Counts and sums over all rows without a key; undefined when the question has another shape. */
export function denseTotals(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Constant[] | undefined {
  const summed = plan.keys.length === 0 ? summedColumns(plan.aggregates) : undefined;
  if (!summed) return undefined;
  const sums: Sums = { keys: [], rows: 0n, counts: summed.map(() => 0n), totals: summed.map(() => 0n) };
  for (const part of input.parts) {
    if (part.selection.kind === "list") return undefined;
    for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
      if (summed.some((index) => !part.columns[index]!.stored(block))) return undefined;
    }
  }
  for (const part of input.parts) sumPart(part, summed, sums, context.work);
  return plan.aggregates.map((aggregate) => totalOf(aggregate, sums, summed, context));
}

function sumPart(part: Part, summed: readonly number[], sums: Sums, work: Workspace): void {
  const { select, dense } = kernelsOf(work.arena);
  const all = work.take(BITMAP_BYTES);
  const out = work.take(Selected.Bytes);
  for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
    const rows = Math.min(BLOCK_ROWS, part.rowCount - block * BLOCK_ROWS);
    const bits = part.selection.kind === "bits" ? part.selection.blocks[block]! : { pointer: 0, count: rows };
    if (bits.count === 0) continue;
    work.did(rows >>> 2);
    sums.rows += BigInt(bits.count);
    if (!bits.pointer) select.fillBits(all, rows);
    summed.forEach((index, at) => {
      const stored = part.columns[index]!.stored(block)!;
      if (stored.nullMode === NullMode.All) return;
      if (stored.width === 0) {
        sums.counts[at]! += BigInt(bits.count);
        sums.totals[at]! += stored.less * BigInt(bits.count);
        return;
      }
      const zeroIsNull = stored.nullMode === NullMode.Zero ? 1 : 0;
      withBlock(
        stored,
        (pointer, nulls) =>
          dense.sumSelected(pointer, stored.width, rows, zeroIsNull, nulls, bits.pointer || all, out),
      );
      const { u64 } = work.arena;
      const count = u64[(out + Selected.Count) >>> 3]!;
      sums.counts[at]! += count;
      // `less` is a number modulo 2^64: one below zero stands for base - 1 of a block that begins at 0.
      const less = BigInt.asIntN(64, stored.less) === -1n ? -1n : stored.less;
      sums.totals[at]! += ((u64[(out + Selected.High) >>> 3]! << 64n) | u64[(out + Selected.Low) >>> 3]!) +
        less * count;
    });
  }
  work.give(all, out);
}

/** The value of an aggregate, out of counts and sums. */
export function totalOf(
  aggregate: BoundAggregate,
  sums: Sums,
  summed: readonly number[],
  context: OperatorContext,
): Constant {
  const { fn, arg, span } = aggregate;
  const tooLarge = (total: bigint): null => largeSum(context, total, span);
  if (!arg || arg.op !== "column") return fn.ofSums!(sums.rows, 0n, tooLarge);
  const at = summed.indexOf(arg.index);
  return fn.ofSums!(sums.counts[at]!, sums.totals[at]!, tooLarge);
}
