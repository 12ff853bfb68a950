/**
 * Minimum and maximum per slot: a generated loop folds the rows of a block into the cells.
 * @module
 */

import { CachedColumn } from "../../../tables/cached_column.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import { canComputeOnThread, scratchBytesOf } from "../../execution/deferred_reader.ts";
import type { BlockLoop } from "../../execution/loops/block_loop.ts";
import { FoldCell } from "../../execution/loops/loop_interface.ts";
import { type Part, selectedBlocks, type Workspace } from "../../execution/relation.ts";
import type { BoundAggregate } from "../../plan/expressions.ts";
import { WORD_TYPES } from "../../plan/values.ts";
import type { OperatorContext } from "../operator.ts";

/** An aggregate folded over the rows of one part. */
export interface FoldPlan {
  readonly loop: BlockLoop;
  readonly fold: "least" | "most";
  readonly isSigned: boolean;
}

/** Whether an aggregate returns one of its input values, and does not depend on the order of rows. */
export function isFold({ fn, arg, condition }: BoundAggregate): boolean {
  return fn.keeps !== undefined && !condition && !!arg && (WORD_TYPES.has(arg.type) || arg.type === "i64");
}

/** Plans the folds of aggregates; undefined if no loop can compute one of them for all selected rows. */
export function planFolds(
  aggregates: readonly BoundAggregate[],
  part: Part,
  context: OperatorContext,
): FoldPlan[] | undefined {
  const plans: FoldPlan[] = [];
  for (const { fn, arg } of aggregates) {
    const loop = new ExpressionCompiler(context, part).loop(arg!, "values");
    if (!loop) return undefined;
    for (const { block } of selectedBlocks(part)) {
      for (const column of loop.columns) if (column instanceof CachedColumn) column.keep(block);
      if (!loop.folds(block)) return undefined;
    }
    plans.push({ loop, fold: fn.keeps!, isSigned: arg!.type === "i64" });
  }
  return plans;
}

/** Whether any thread can fold the rows of a part. */
export function canFoldOnThreads(folds: readonly FoldPlan[], part: Part): boolean {
  for (const { block } of selectedBlocks(part)) {
    if (folds.some(({ loop }) => !canComputeOnThread(loop, block))) return false;
  }
  return true;
}

/** Scratch bytes that each thread needs to read columns that are not packed. */
export function foldScratchBytes(folds: readonly FoldPlan[], part: Part): number {
  let most = 0;
  for (const { loop } of folds) {
    const isPacked = [...selectedBlocks(part)].every(({ block }) => loop.readsPacked(block));
    if (!isPacked) most = Math.max(most, scratchBytesOf(loop.columns));
  }
  return (most + 15) & ~15;
}

/** The value of a slot, merged from the cells of all threads; null if no row has one. */
export function foldedValue(
  { arena: { u32, u64 } }: Workspace,
  { fold, isSigned }: FoldPlan,
  tables: readonly number[],
  slot: number,
): bigint | null {
  let value: bigint | null = null;
  for (const table of tables) {
    const cell = table + slot * FoldCell.Bytes;
    if (u32[(cell + FoldCell.HasValue) >>> 2] === 0) continue;
    const word = u64[(cell + FoldCell.Value) >>> 3]!;
    value = minOrMax(fold, value, isSigned ? BigInt.asIntN(64, word) : word);
  }
  return value;
}

/** The minimum or maximum of two values; null is ignored. */
export function minOrMax(fold: FoldPlan["fold"], a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return (fold === "least" ? b < a : b > a) ? b : a;
}
