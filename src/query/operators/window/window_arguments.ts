/**
 * Arguments of a window that does not fit in memory, in window order.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../../tables/block.ts";
import { accumulatorOf, followsOrder } from "../../aggregates/registry.ts";
import type { Column } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { AggregateInput } from "../../aggregates/aggregate_input.ts";
import type { RunContext } from "../../execution/context.ts";
import { pieces, readPiece } from "../../execution/relation.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { freeAllButPlaces } from "../partition/partition_rows.ts";
import { ROW_NUMBER_COLUMN, storeNumbers } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { type RangeKey, type RangePartition, rangePartitions } from "../partition/range_partitions.ts";
import { orderRows, type WindowKey } from "./window_order.ts";
import {
  accumulatedWords,
  describeColumn,
  needsKeyMarks,
  pieceScratch,
  type WindowCalls,
} from "./window_values.ts";

/** Bytes per row of a partition: keys, arguments and positions, and two more lists during the sort. */
const BYTES_OF_ROW = 80;

/** Arguments and marks by place. */
interface Placed {
  /** Argument of each call; undefined for a call that reads none. */
  readonly args: readonly (Column | undefined)[];
  readonly marks: Column | undefined;
  /** Values of aggregates that depend on row order, by call. */
  readonly values: ReadonlyMap<number, bigint | null>;
  /** Partitions in order, with the positions of their rows; undefined if rows are in order already. */
  readonly partitions: readonly PlacedPartition[] | undefined;
}

/** Consecutive rows of a window. */
export interface PlacedPartition extends Pick<RangePartition, "partition"> {
  /** Positions of the rows, by place in the window order; undefined if place and position are equal. */
  readonly positions: StoredColumn | undefined;
}

/** Arguments of rows that are in order already; there are no marks. */
export function* orderedArguments(
  plan: WindowCalls,
  parts: readonly GroupPart[],
  context: RunContext,
): Steps<Placed> {
  const { work } = context;
  const scratch = { words: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  const args: (Column | undefined)[] = [];
  for (const [at, { fn, arg }] of plan.calls.entries()) {
    if (fn === null || arg === null) {
      args.push(undefined);
      continue;
    }
    const columns = parts.map(({ inputs }) => inputs[at]!.arg!);
    const filler = new ColumnFiller(work, describeColumn(columns[0]!));
    for (const [index, { part }] of parts.entries()) {
      for (const piece of pieces(work, part)) {
        yield;
        filler.add(
          scratch.words,
          readPiece(columns[index]!, piece, scratch.words, scratch.nulls),
          piece.count,
        );
      }
    }
    args.push(filler.finish());
  }
  work.give(scratch.words, scratch.nulls);
  return { args, marks: undefined, values: new Map(), partitions: undefined };
}

/** Arguments in window order. */
export function* argumentsInOrder(
  plan: WindowCalls,
  parts: readonly GroupPart[],
  context: RunContext,
): Steps<Placed> {
  const { work } = context;
  const keys = plan.order.map(({ expr: _, ...key }, input): RangeKey => ({ ...key, input }));
  const isFolded = plan.calls.map(({ fn, aggregate }) => fn === null && followsOrder(aggregate!));
  // Aggregates that do not depend on order read their input elsewhere.
  const read = parts.map((each): GroupPart => ({
    ...each,
    keys: [],
    inputs: each.inputs.map((input, at) => {
      const call = plan.calls[at - keys.length];
      const reads = call === undefined || isFolded[at - keys.length] ||
        (call.fn !== null && call.arg !== null);
      return reads ? input : NOTHING;
    }),
  }));
  const divided = yield* rangePartitions(read, keys, context, BYTES_OF_ROW);
  const fillers = plan.calls.map((_, at) => {
    const arg = isFolded[at] ? undefined : divided[0]?.partition.inputs[keys.length + at]?.arg;
    return arg && new ColumnFiller(work, describeColumn(arg));
  });
  const folded = plan.calls.flatMap(({ aggregate }, at) =>
    isFolded[at] ? [{ at, aggregate: aggregate!, accumulator: accumulatorOf(aggregate!, context) }] : []
  );
  const scratch = pieceScratch(work);
  const marks = needsKeyMarks(plan.calls) ? new ColumnFiller(work, ROW_NUMBER_COLUMN) : undefined;
  const partitions: PlacedPartition[] = [];
  for (const { partition, isSorted } of divided) {
    const count = partition.part.rowCount;
    const order = keys.map((key): WindowKey => ({ ...key, columns: [partition.inputs[key.input]!.arg!] }));
    // Rows that are in order already may exceed memory, so they are read by blocks.
    const step = isSorted ? BLOCK_ROWS : count;
    const rows = isSorted ? undefined : yield* orderRows(
      order,
      { groups: 0, count: 1 },
      [partition.part],
      count,
      marks !== undefined,
      context,
    );
    const positions = rows && storeNumbers(work, ROW_NUMBER_COLUMN, rows.order, count);
    const list = rows?.order ?? work.take(Math.min(step, count) * 4);
    for (let first = 0; first < count; first += step) {
      yield;
      const n = Math.min(step, count - first);
      if (!rows) blockKernels(work.arena).fillSequence(first, n, list);
      fillers.forEach((filler, at) => filler?.gather(partition.inputs[keys.length + at]!.arg!, list, n));
      for (const { at, accumulator } of folded) {
        for (let from = 0; from < n; from += BLOCK_ROWS) {
          const some = Math.min(BLOCK_ROWS, n - from);
          const piece = { part: partition.part, count: some, block: -1, rows: list + 4 * from, base: 0 };
          accumulator.add(piece, partition.inputs[keys.length + at]!, 0, 1, scratch);
        }
      }
      for (let at = 0; marks && at < n; at++) {
        work.tick(1);
        // Rows of another partition always have other keys.
        const changes = first + at === 0 || (rows && work.arena.u8[rows.marks + at] !== 0);
        marks.put(changes ? 1n : 0n);
      }
    }
    if (rows) work.give(rows.heads, rows.marks);
    work.give(list);
    partitions.push({ partition, positions });
    // Positions are needed until the end.
    freeAllButPlaces(partition);
  }
  work.give(scratch.values, scratch.nulls, scratch.pass, scratch.passNulls);
  const values = new Map(folded.map(({ at, aggregate, accumulator }) => {
    const [value = null] = accumulatedWords(accumulator, 1, aggregate, work);
    return [at, value];
  }));
  return { args: fillers.map((filler) => filler?.finish()), marks: marks?.finish(), values, partitions };
}

const NOTHING: AggregateInput = { arg: undefined, condition: undefined };
