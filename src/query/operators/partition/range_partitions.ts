/**
 * Partitions rows by ranges of keys: the rows of each partition come before those of the next, and each
 * partition can be sorted in memory.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import type { RunContext } from "../../execution/context.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { readPiece, selectedRows } from "../../execution/relation.ts";
import { stepBudget } from "../../execution/step_budget.ts";
import { freePartition, partitionBy, type RowPartition } from "./partition_rows.ts";
import type { GroupPart } from "./group_part.ts";
import type { Steps } from "../operator.ts";
import { type OrderKey, toSortKeys } from "../sort/sort_keys.ts";
import { boundsOf, clearNullBytes, type PartKey, sampleOf, textRanks } from "../sort/external_sort.ts";

/**
 * Maximum number of times that a range is divided again, which is rare: a single key has too many rows and
 * the next key divides them, or the sample missed frequent keys.
 */
const DEEPEST = 4;

/** A key of the order; its columns are inputs of the parts. */
export interface RangeKey extends Pick<OrderKey, "descending" | "nullsFirst"> {
  /** Index of the input. */
  readonly input: number;
}

/** Rows between two bounds. */
export interface RangePartition {
  readonly partition: RowPartition;
  /** All keys are equal, so the rows are already in order. */
  readonly isSorted: boolean;
}

/** Divides rows into range partitions, each small enough to fit in memory if possible. */
export function* rangePartitions(
  parts: readonly GroupPart[],
  keys: readonly RangeKey[],
  context: RunContext,
  bytesOfRow: number,
): Steps<RangePartition[]> {
  const mostRows = Math.floor(stepBudget(context.work.arena) / bytesOfRow);
  return yield* divided(parts, keys, context, mostRows, DEEPEST);
}

function* divided(
  parts: readonly GroupPart[],
  keys: readonly RangeKey[],
  context: RunContext,
  mostRows: number,
  depth: number,
): Steps<RangePartition[]> {
  const [first, ...others] = keys as [RangeKey, ...RangeKey[]];
  const total = parts.reduce((sum, { part }) => sum + selectedRows(part), 0);
  // The last chunks of all partitions are in memory at the same time.
  const columns = parts[0]!.keys.length + parts[0]!.inputs.length + 2;
  const most = Math.max(2, Math.floor(stepBudget(context.work.arena) / (columns * CHUNK_BYTES)));
  const wanted = Math.min(most, Math.ceil((2 * total) / mostRows));
  const ranges = yield* rangesOf(parts, first, context, wanted);
  const partitions = yield* partitionByRanges(parts, first, ranges, context);
  const all: RangePartition[] = [];
  const numbers = partitions.map((_, at) => at);
  if (first.nullsFirst) numbers.unshift(numbers.pop()!);
  for (const at of numbers) {
    const partition = partitions[at]!;
    const { rowCount } = partition.part;
    if (rowCount === 0) {
      freePartition(partition);
      continue;
    }
    const isEqual = isRangeOfOne(ranges, at);
    const left = isEqual ? others : keys;
    if (left.length === 0) all.push({ partition, isSorted: true });
    else if (rowCount <= mostRows || depth === 0) all.push({ partition, isSorted: false });
    else {
      all.push(...yield* divided([partition], left, context, mostRows, depth - 1));
      freePartition(partition);
    }
  }
  return all;
}

/** Bounds of ranges of a key. */
interface Ranges {
  /** The first key of each range, in ascending order. */
  readonly bounds: BigUint64Array;
  /** Ranks of texts, by code. */
  readonly ranks: ReadonlyMap<number, bigint> | undefined;
}

/** The key as a column of a part. */
function keyOf({ inputs }: GroupPart, { input, ...order }: RangeKey): OrderKey {
  return { ...order, column: inputs[input]!.arg! };
}

/**
 * Chooses bounds for about this many ranges of a key (at least 2), plus one range for keys below the first
 * bound, and one for null.
 */
export function* rangesOf(
  parts: readonly GroupPart[],
  key: RangeKey,
  { work }: RunContext,
  wanted: number,
): Steps<Ranges> {
  const scratch = { values: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  const keyed = parts.map((part): PartKey => ({ part: part.part, key: keyOf(part, key) }));
  const ranks = yield* textRanks(work, keyed, scratch);
  const sample: bigint[] = [];
  for (const each of keyed) {
    for (const word of yield* sampleOf(work, each, scratch, ranks)) sample.push(word);
  }
  work.give(scratch.values, scratch.nulls);
  return { bounds: boundsOf(sample, wanted), ranks };
}

/** Whether all rows of a range have the same key; true for the last range, which is null. */
export function isRangeOfOne({ bounds }: Ranges, at: number): boolean {
  return at === bounds.length + 1 || (at > 0 && bounds[at] === bounds[at - 1]! + 1n);
}

/** Divides rows by ranges of a key, in their order; one partition per range, even if empty. */
export function* partitionByRanges(
  parts: readonly GroupPart[],
  key: RangeKey,
  { bounds, ranks }: Ranges,
  context: RunContext,
): Steps<RowPartition[]> {
  const { work } = context;
  const { group } = kernelsOf(work.arena);
  const list = work.take(bounds.length * 8 + 8);
  work.arena.u64.set(bounds, list >>> 3);
  const partitions = yield* partitionBy(parts, context, {
    partitions: bounds.length + 2,
    shift: 0,
    number(piece, part, { values, nulls }, to) {
      const nullsAt = readPiece(part.inputs[key.input]!.arg!, piece, values, nulls);
      toSortKeys(
        work,
        keyOf(part, key),
        values,
        nullsAt || clearNullBytes(work, nulls, piece.count),
        piece.count,
        ranks,
      );
      group.rangesOf(values, nullsAt, piece.count, list, bounds.length, to);
    },
  });
  work.give(list);
  return partitions;
}
