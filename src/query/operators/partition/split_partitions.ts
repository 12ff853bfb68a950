/**
 * Splits partitions with groups that do not fit in memory: each such group gets a partition of its own.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../../tables/block.ts";
import type { RunContext } from "../../execution/context.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import { pieces } from "../../execution/relation.ts";
import { freePartition, partitionBy, type RowPartition } from "./partition_rows.ts";
import type { Steps } from "../operator.ts";

/** Corresponding partitions of several tables: they contain one large group, or all small ones. */
interface SplitPartitions {
  /** A partition for each given table. */
  readonly partitions: readonly RowPartition[];
  /** Whether all rows have the same keys. */
  readonly isLarge: boolean;
}

/**
 * Splits partitions of several tables by the same groups: those with more than `mostRows` rows in the first
 * table. With `nullsAreNone`, rows with a null key do not form a group, however many there are.
 */
export function* splitPartitions(
  partitions: readonly RowPartition[],
  mostRows: number,
  context: RunContext,
  nullsAreNone = false,
): Steps<SplitPartitions[]> {
  const { work } = context;
  const [first] = partitions as [RowPartition];
  if (first.part.rowCount <= mostRows) return [{ partitions, isLarge: false }];
  const known = new KeyGroups(work, first.keys.length);
  const numbers = numberLarge(yield* countRows(first, known, context, nullsAreNone), mostRows);
  const large = Math.max(0, ...numbers.values());
  if (large === 0) {
    known.release();
    return [{ partitions, isLarge: false }];
  }
  const split: RowPartition[][] = [];
  for (const partition of partitions) {
    split.push(
      yield* partitionBy([partition], context, {
        partitions: large + 1,
        shift: 0,
        number(piece, { keys }, scratch, to) {
          known.assign(piece, keys, scratch, to, { nullsAreNone, add: false });
          const { u32 } = work.arena;
          for (let at = to >>> 2; at < (to >>> 2) + piece.count; at++) u32[at] = numbers.get(u32[at]!) ?? 0;
        },
      }),
    );
    freePartition(partition);
  }
  known.release();
  return Array.from({ length: large + 1 }, (_, at) => ({
    partitions: split.map((each) => each[at]!),
    isLarge: at > 0,
  }));
}

/** Counts the rows of each group. */
function* countRows(
  partition: RowPartition,
  known: KeyGroups,
  { work }: RunContext,
  nullsAreNone: boolean,
): Steps<number[]> {
  const counts: number[] = [];
  const ids = work.take(BLOCK_ROWS * 4);
  const scratch = { values: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  // Readable form: for each row, find its group and count it.
  for (const piece of pieces(work, partition.part)) {
    yield;
    known.assign(piece, partition.keys, scratch, ids, { nullsAreNone });
    const { u32 } = work.arena;
    for (let at = 0; at < piece.count; at++) {
      const id = u32[(ids >>> 2) + at]!;
      if (id !== NO_ROW) counts[id] = (counts[id] ?? 0) + 1;
    }
  }
  work.give(ids, scratch.values, scratch.nulls);
  return counts;
}

/** Numbers the large groups, from 1. */
function numberLarge(counts: readonly number[], mostRows: number): Map<number, number> {
  const numbers = new Map<number, number>();
  counts.forEach((rows, group) => {
    if (rows > mostRows) numbers.set(group, numbers.size + 1);
  });
  return numbers;
}
