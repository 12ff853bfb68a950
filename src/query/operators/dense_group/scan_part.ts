/**
 * Groups the rows of one part by slot: on one thread, or on several that gather groups of their own.
 * @module
 */

import { threadSettings } from "../../../memory/threads.ts";
import { sharedKernels } from "../../../memory/wasm_module.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { RunContext } from "../../execution/context.ts";
import { DenseCall } from "../../execution/kernels/dense_layout.ts";
import { type Exports as MergeKernels, WASM_BASE64 as MERGE } from "../../execution/kernels/merge.wasm.ts";
import { blocksInOrder, selectedBlocks, selectedRows, type Workspace } from "../../execution/relation.ts";
import { shareWork } from "../../execution/shared_work.ts";
import { denseBytes, DenseCallsLater, DenseCallsNow, denseMemory } from "./dense_calls.ts";
import type { PartPlan } from "./dense_plan.ts";
import { DenseScan } from "./dense_scan.ts";
import type { GroupSums } from "./group_sums.ts";
import type { Steps } from "../operator.ts";

const mergeKernels = sharedKernels<MergeKernels>(MERGE);

/**
 * Adds the rows of a part to the groups. `context` computes keys, once per value that there is.
 */
export function* scanPart(
  plan: PartPlan,
  groups: GroupSums,
  work: Workspace,
  context?: RunContext,
): Steps<void> {
  if (yield* scanTogether(plan, groups, work, context)) return;
  const calls = new DenseCallsNow(work, plan);
  const scan = new DenseScan(plan, work, context, calls);
  // For each row: slot = sum of (code of a key * its stride); add the row to the cells of the slot.
  for (const rows of blocksInOrder(work, plan.part)) {
    yield;
    scan.add(rows);
  }
  scan.finish(groups, calls.memory);
  scan.end();
  calls.end();
}

/** Nanoseconds for a row and a summed column. */
const COST = 1;
/** Cells of all threads together take this share of the rows at most: putting them together takes time. */
const CELLS_SHARE = 16;
/** Cells of all threads take at most one part in so many of the memory for data. */
const MEMORY_SHARE = 8;

/** Scans on several threads; returns whether that was worth while. */
function* scanTogether(
  plan: PartPlan,
  groups: GroupSums,
  work: Workspace,
  context: RunContext | undefined,
): Steps<boolean | undefined> {
  const { part, keys, sums, slots } = plan;
  const { arena } = work;
  const { threads, always } = threadSettings();
  const rows = selectedRows(part);
  const own = denseBytes(plan).all;
  const tables = Math.max(1, sums.length);
  if (!always && slots * threads * CELLS_SHARE > rows) return false;
  if (own * threads > arena.heap.budget / MEMORY_SHARE) return false;
  const needs = {
    cost: COST * rows * (tables + keys.length - 1),
    own,
    pieces: Math.ceil(part.rowCount / BLOCK_ROWS),
    each: (keys.length + tables) * DenseCall.Bytes,
  };
  return yield* shareWork(work, needs, function* (shared) {
    const { section } = shared;
    const calls = new DenseCallsLater(shared, work, plan);
    const scan = new DenseScan(plan, work, context, calls);
    yield* shared.doAll(selectedBlocks(part), (rows, memory) => {
      calls.beginPiece(memory);
      scan.add(rows);
      return () => {};
    });
    const first = denseMemory(plan, shared.ownOf(0));
    const merge = mergeKernels(arena);
    for (let thread = 1; thread < section.threads; thread++) {
      work.check();
      const other = denseMemory(plan, shared.ownOf(thread));
      other.tables.forEach((cells, at) =>
        merge.mergeCells(first.tables[at]!, at === 0 ? first.firsts : 0, cells, other.firsts, slots)
      );
    }
    scan.finish(groups, first);
    scan.end();
    return true;
  });
}
