/**
 * As-of partners without keys, if the right side does not fit in memory: both sides are divided into ranges
 * of the order, and at most one row of the other ranges matters.
 * @module
 */

import type { RunContext } from "../../execution/context.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import { cellsAt, selectedRows } from "../../execution/relation.ts";
import { stepBudget } from "../../execution/step_budget.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { freeAllButPlaces, freePartition } from "../partition/partition_rows.ts";
import type { SortedRun } from "../partition/merge_runs.ts";
import type { Steps } from "../operator.ts";
import { isRangeOfOne, partitionByRanges, type RangeKey, rangesOf } from "../partition/range_partitions.ts";
import { type AsOfPlan, findPartners, indexPartners, type KnownPartner } from "./as_of_index.ts";
import type { PartitionedSide } from "./build_index.ts";

/** Columns of a partition: order, positions, row numbers. */
const COLUMNS = 3;

const ORDER: RangeKey = { input: 0, descending: false };

/** Finds partners for rows without keys, or with equal keys; returns a sorted run per range, ordered by position. */
export function* externalPartners(
  plan: AsOfPlan,
  left: PartitionedSide,
  right: PartitionedSide,
  mostRows: number,
  context: RunContext,
): Steps<SortedRun[]> {
  const { side, direction } = plan.asOf;
  const { work } = context;
  const [ours, theirs] = [left, right].map((each): GroupPart => ({ ...each, keys: [] })) as [
    GroupPart,
    GroupPart,
  ];
  const wanted = Math.min(
    Math.ceil((2 * selectedRows(right.part)) / mostRows),
    Math.floor(stepBudget(work.arena) / (COLUMNS * CHUNK_BYTES)),
  );
  const ranges = yield* rangesOf([theirs], ORDER, context, Math.max(2, wanted));
  const rights = yield* partitionByRanges([theirs], ORDER, ranges, context);
  const lefts = yield* partitionByRanges([ours], ORDER, ranges, context);
  const runs: SortedRun[] = [];
  // Rows with a null order are in the last partition, and never partners.
  const numbers = rights.slice(0, -1).map((_, at) => at);
  if (direction === "after") numbers.reverse();
  let known: KnownPartner | undefined;
  for (const at of [...numbers, rights.length - 1]) {
    const [from, partition] = [rights[at]!, lefts[at]!];
    const { rowCount } = from.part;
    const isNone = rowCount === 0 || at === rights.length - 1;
    // Rows with equal order are not partners of each other, so in a range of one value only the ends matter.
    const index = isNone || isRangeOfOne(ranges, at) ? undefined : yield* indexPartners(from, context);
    // In the ranges to come, only the first or the last row of this range can be a partner.
    const isFirst = side === "first";
    const end = isNone
      ? undefined
      : index
      ? work.arena.u32[(index.rows >>> 2) + (isFirst ? 0 : index.count - 1)]!
      : Number(cellsAt(work, from.rows, [isFirst ? 0 : rowCount - 1])[0]);
    const columns = [yield* findPartners(plan, partition, index, known, context)];
    const isFarthest = isFirst === (direction === "before");
    if (end !== undefined && !(isFarthest && known)) known = { row: end, isBetter: isFarthest };
    freeAllButPlaces(partition);
    freePartition(from);
    runs.push({ columns, order: partition.places, count: partition.part.rowCount });
  }
  return runs;
}
