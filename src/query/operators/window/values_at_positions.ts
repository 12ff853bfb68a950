/**
 * Moves values from window order back to the positions of their rows.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { RunContext } from "../../execution/context.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { storeWords } from "../columns/materialize.ts";
import { mergeRuns, type SortedRun } from "../partition/merge_runs.ts";
import type { Steps } from "../operator.ts";
import type { PlacedPartition } from "./window_arguments.ts";

/** Turns values by place into values by position. */
export function* valuesByPosition(
  infos: readonly PlanColumn[],
  values: readonly StoredColumn[],
  partitions: readonly PlacedPartition[],
  context: RunContext,
  scratch: Workspace,
): Steps<StoredColumn[]> {
  const runs: SortedRun[] = [];
  let first = 0;
  for (const { partition, positions } of partitions) {
    const count = partition.part.rowCount;
    const columns: StoredColumn[] = [];
    for (const [at, column] of values.entries()) {
      yield;
      columns.push(
        positions === undefined
          ? copyOf(scratch, infos[at]!, column, first, count)
          : scattered(scratch, infos[at]!, column, { first, count }, positions),
      );
    }
    positions?.free();
    runs.push({ columns, order: partition.places, count });
    first += count;
  }
  for (const each of values) each.free();
  return yield* mergeRuns(context.work, infos, runs);
}

/** A copy of some rows of a column. */
function copyOf(
  work: Workspace,
  info: PlanColumn,
  column: Column,
  first: number,
  count: number,
): StoredColumn {
  const filler = new ColumnFiller(work, info);
  const rows = work.take(BLOCK_ROWS * 4);
  for (let at = 0; at < count; at += BLOCK_ROWS) {
    const n = Math.min(BLOCK_ROWS, count - at);
    blockKernels(work.arena).fillSequence(first + at, n, rows);
    filler.gather(column, rows, n);
  }
  work.give(rows);
  return filler.finish();
}

/** Some rows of a column, scattered to the order of their positions. */
function scattered(
  work: Workspace,
  info: PlanColumn,
  column: Column,
  { first, count }: { readonly first: number; readonly count: number },
  positions: StoredColumn,
): StoredColumn {
  const { arena } = work;
  const rows = work.take(BLOCK_ROWS * 4), words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  const list = work.take(BLOCK_ROWS * 4), numbers = work.take(BLOCK_ROWS * 8), none = work.take(BLOCK_ROWS);
  const to = work.take(count * 8), toNulls = work.take(count);
  for (let at = 0; at < count; at += BLOCK_ROWS) {
    work.check();
    const n = Math.min(BLOCK_ROWS, count - at);
    blockKernels(arena).fillSequence(first + at, n, rows);
    const nullCount = column.gather(rows, n, words, nulls);
    positions.decode(at / BLOCK_ROWS, n, numbers, none);
    blockKernels(arena).toRows(numbers, 0, n, list);
    kernelsOf(arena).ordered.placeRows(words, nullCount > 0 ? nulls : 0, 0, list, n, 0, to, toNulls);
  }
  const stored = storeWords(work, info, to, toNulls, count);
  work.give(rows, words, nulls, list, numbers, none, to, toNulls);
  return stored;
}
