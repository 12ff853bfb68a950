/**
 * Partners of rows by an order alone, where memory has no room for those of the right: both sides are divided by ranges of the
 * order, and what lies in other ranges is at most one row.
 * @module
 */

import type { RunContext } from "../../execution/context.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import { cellsAt, selectedRows } from "../../execution/relation.ts";
import { roomFor } from "../../execution/room.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { freeAllButPlaces, freePartition } from "../partition/partition_rows.ts";
import type { Run } from "../partition/merge_runs.ts";
import type { Steps } from "../operator.ts";
import { isRangeOfOne, partitionByRanges, type RangeKey, rangesOf } from "../partition/range_partitions.ts";
import { type AsOfPlan, findPartners, indexPartners, type KnownPartner } from "./as_of_index.ts";
import type { Side } from "./build_index.ts";

/** Columns of a partition: the order, places, numbers. */
const COLUMNS = 3;

const ORDER: RangeKey = { input: 0, descending: false };

/** Partners of the rows of the left, which have no keys or all the same, in runs by position. */
export function* externalPartners(
  plan: AsOfPlan,
  left: Side,
  right: Side,
  mostRows: number,
  context: RunContext,
): Steps<Run[]> {
  const { side, direction } = plan.asOf;
  const { work } = context;
  const [ours, theirs] = [left, right].map((each): GroupPart => ({ ...each, keys: [] })) as [
    GroupPart,
    GroupPart,
  ];
  const wanted = Math.min(
    Math.ceil((2 * selectedRows(right.part)) / mostRows),
    Math.floor(roomFor(work.arena) / (COLUMNS * CHUNK_BYTES)),
  );
  const ranges = yield* rangesOf([theirs], ORDER, context, Math.max(2, wanted));
  const rights = yield* partitionByRanges([theirs], ORDER, ranges, context);
  const lefts = yield* partitionByRanges([ours], ORDER, ranges, context);
  const runs: Run[] = [];
  // Rows without an order are in the last partition, and nobody's partners.
  const numbers = rights.slice(0, -1).map((_, at) => at);
  if (direction === "after") numbers.reverse();
  let known: KnownPartner | undefined;
  for (const at of [...numbers, rights.length - 1]) {
    const [from, partition] = [rights[at]!, lefts[at]!];
    const { rowCount } = from.part;
    const isNone = rowCount === 0 || at === rights.length - 1;
    // Rows with the same order are not partners of one another: of many such rows only the ends count.
    const index = isNone || isRangeOfOne(ranges, at) ? undefined : yield* indexPartners(from, context);
    // The end that is nearest to rows of the ranges to come, or the farthest.
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
