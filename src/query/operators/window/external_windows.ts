/**
 * Computes window functions for a window that does not fit in memory. Arguments are brought into window order
 * by range partitions, and values are computed one after the other; both may spill.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { RunContext } from "../../execution/context.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";
import type { BoundWindow } from "../../plan/window.ts";
import type { LongWindow } from "../../windows/long_window.ts";
import { findWindowFunction } from "../../windows/registry.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import type { Steps } from "../operator.ts";
import { valuesByPosition } from "./values_at_positions.ts";
import { aggregateOf, type WindowCalls } from "./window_values.ts";
import { argumentsInOrder, orderedArguments } from "./window_arguments.ts";

/** Values of the calls by position, with all rows in one window. */
export function* externalWindow(
  plan: WindowCalls,
  parts: readonly GroupPart[],
  total: number,
  infos: readonly PlanColumn[],
  context: RunContext,
): Steps<StoredColumn[]> {
  const scratch = withScratch(context, "order of a window");
  try {
    const placed = plan.order.length === 0
      ? yield* orderedArguments(plan, parts, scratch)
      : yield* argumentsInOrder(plan, parts, scratch);
    const values: StoredColumn[] = [];
    for (const [at, call] of plan.calls.entries()) {
      // Without partitions, places are positions, and this is already the result.
      const work = placed.partitions === undefined ? context.work : scratch.work;
      const filler = new ColumnFiller(work, infos[at]!);
      yield* call.fn === null
        ? repeated(
          placed.values.has(at) ? placed.values.get(at)! : yield* overAll(plan, at, parts, context),
          total,
          filler,
          context.work,
        )
        : writeFunctionValues(call, { ...placed, arg: placed.args[at] }, total, filler, scratch);
      values.push(filler.finish());
      placed.args[at]?.free();
    }
    return placed.partitions === undefined
      ? values
      : yield* valuesByPosition(infos, values, placed.partitions, context, scratch.work);
  } finally {
    scratch.work.arena.close();
  }
}

/** The value of an aggregate over all rows. */
function* overAll(
  { order, calls }: WindowCalls,
  call: number,
  parts: readonly GroupPart[],
  context: RunContext,
): Steps<bigint | null> {
  const inputs = parts.map(({ part, inputs }) => ({ part, input: inputs[order.length + call]! }));
  const [value = null] = yield* aggregateOf(
    calls[call]!.aggregate!,
    { groups: 0, count: 1 },
    inputs,
    context,
  );
  return value;
}

/** Repeats a value for each row. */
function* repeated(
  value: bigint | null,
  total: number,
  filler: ColumnFiller,
  work: Workspace,
): Steps<void> {
  const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  work.arena.u64.fill(value ?? 0n, words >>> 3, (words >>> 3) + BLOCK_ROWS);
  work.arena.u8.fill(1, nulls, nulls + BLOCK_ROWS);
  for (let at = 0; at < total; at += BLOCK_ROWS) {
    yield;
    work.check();
    filler.add(words, value === null ? nulls : 0, Math.min(BLOCK_ROWS, total - at));
  }
  work.give(words, nulls);
}

/** Computes the values of a function, place by place. */
function* writeFunctionValues(
  call: BoundWindow,
  { arg, marks }: { readonly arg: Column | undefined; readonly marks: Column | undefined },
  total: number,
  filler: ColumnFiller,
  context: RunContext,
): Steps<void> {
  const { work } = context;
  const window = readerOf(context, total, arg, marks);
  const writer = findWindowFunction(call.fn!.name)!.begin(window, call);
  const to = { words: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  for (let first = 0; first < total; first += BLOCK_ROWS) {
    yield;
    work.check();
    const count = Math.min(BLOCK_ROWS, total - first);
    writer.write(first, count, to);
    const someNull = work.arena.u8.subarray(to.nulls, to.nulls + count).includes(1);
    filler.add(to.words, someNull ? to.nulls : 0, count);
  }
  work.give(to.words, to.nulls);
  writer.release();
}

function readerOf(
  context: RunContext,
  total: number,
  arg: Column | undefined,
  marks: Column | undefined,
): LongWindow {
  const { work } = context;
  const { arena } = work;
  const rows = work.take(BLOCK_ROWS * 4);
  /** Reads places inside the window. */
  const readSome = (column: Column, first: number, count: number, words: number, nulls: number): void => {
    for (let at = 0; at < count; at += BLOCK_ROWS) {
      const n = Math.min(BLOCK_ROWS, count - at);
      blockKernels(arena).fillSequence(first + at, n, rows);
      if (column.gather(rows, n, words + 8 * at, nulls + at) === 0) {
        arena.u8.fill(0, nulls + at, nulls + at + n);
      }
    }
  };
  return {
    context,
    total,
    read(first, count, { words, nulls }) {
      const from = Math.min(Math.max(first, 0), first + count),
        end = Math.max(from, Math.min(total, first + count));
      arena.u8.fill(1, nulls, nulls + count);
      arena.u64.fill(0n, words >>> 3, (words >>> 3) + count);
      const to = { words: words + 8 * (from - first), nulls: nulls + from - first };
      if (arg) readSome(arg, from, end - from, to.words, to.nulls);
      else arena.u8.fill(0, to.nulls, to.nulls + end - from);
    },
    readMarks(first, count, to) {
      if (!marks) return void arena.u8.fill(0, to, to + count);
      const words = work.take(count * 8), nulls = work.take(count);
      readSome(marks, first, count, words, nulls);
      const { u8, u32 } = arena;
      for (let at = 0; at < count; at++) u8[to + at] = u32[(words >>> 2) + 2 * at]!;
      work.give(words, nulls);
    },
  };
}
