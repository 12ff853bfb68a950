/**
 * Groups the rows of one part by slot, on any number of threads, each with groups of its own.
 * @module
 */

import { threadSettings } from "../../../memory/threads.ts";
import { sharedKernels } from "../../../memory/wasm_module.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { RunContext } from "../../execution/context.ts";
import { eachBlock } from "../../execution/each_block.ts";
import { DenseCall } from "../../execution/kernels/dense_layout.ts";
import { type Exports as MergeKernels, WASM_BASE64 as MERGE } from "../../execution/kernels/merge.wasm.ts";
import { type BlockRows, blocksInOrder, selectedRows, type Workspace } from "../../execution/relation.ts";
import { denseBytes, DenseCalls, denseMemory } from "./dense_calls.ts";
import type { PartPlan } from "./dense_plan.ts";
import { canFoldOnThreads, foldScratchBytes } from "./dense_folds.ts";
import { DenseScan } from "./dense_scan.ts";
import type { GroupSums } from "./group_sums.ts";
import type { Steps } from "../operator.ts";

const mergeKernels = sharedKernels<MergeKernels>(MERGE);

/** Estimated nanoseconds per row and summed column, and per fold. */
const COST = 1;
const COST_OF_FOLD = 2;
/** The cells of all threads may be at most one per this many rows, since merging them takes time. */
const CELLS_SHARE = 16;
/** The cells of all threads may take at most this fraction of the memory budget. */
const MEMORY_SHARE = 8;

/** Adds the rows of a part to the groups. `context` computes keys, once per distinct value. */
export function scanPart(
  plan: PartPlan,
  groups: GroupSums,
  work: Workspace,
  context?: RunContext,
): Steps<void> {
  const { part, keys, sums, slots, folds } = plan;
  const { arena } = work;
  const { threads, always } = threadSettings();
  const rows = selectedRows(part);
  const spare = foldScratchBytes(folds, part);
  const own = spare + denseBytes(plan).all;
  const tables = Math.max(1, sums.length);
  const pays = (always || slots * threads * CELLS_SHARE <= rows) &&
    own * threads <= arena.heap.budget / MEMORY_SHARE && canFoldOnThreads(folds, part);
  const needs = {
    cost: COST * rows * (tables + keys.length - 1 + COST_OF_FOLD * folds.length),
    own,
    pieces: Math.ceil(part.rowCount / BLOCK_ROWS),
    each: (keys.length + tables) * DenseCall.Bytes,
  };
  return eachBlock(work, needs, pays, (crew) => {
    const calls = new DenseCalls(crew, work, plan, spare);
    const scan = new DenseScan(plan, work, context, calls);
    return {
      blocks: blocksInOrder(work, part),
      // For each row: slot = sum of (code of a key * its stride); add the row to the cells of the slot.
      write(rows: BlockRows, memory: number) {
        calls.beginPiece(memory);
        scan.add(rows);
        return () => {};
      },
      end() {
        const memories = crew.owned.map((own) => denseMemory(plan, own + spare));
        const [first, ...others] = memories;
        for (const { tables, firsts } of others) {
          work.check();
          tables.forEach((cells, at) =>
            mergeKernels(arena).mergeCells(
              first!.tables[at]!,
              at === 0 ? first!.firsts : 0,
              ...[cells, firsts, slots] as const,
            )
          );
        }
        scan.finish(groups, memories);
        scan.end();
      },
    };
  });
}
