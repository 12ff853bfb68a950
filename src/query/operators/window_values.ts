/**
 * Values of windows by position: all rows of a window are in memory.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { AggregateInput } from "../aggregates/aggregate_input.ts";
import { accumulatorOf } from "../aggregates/registry.ts";
import type { RunContext } from "../execution/context.ts";
import { type Part, pieces } from "../execution/relation.ts";
import { toWord } from "../execution/words.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { SortPlan } from "../plan/steps.ts";
import type { BoundWindow } from "../plan/window.ts";
import { findWindowFunction } from "../windows/registry.ts";
import type { Words } from "../windows/long_window.ts";
import type { WindowRows } from "../windows/window_function.ts";
import type { GroupPart } from "./group_part.ts";
import { readAll } from "./materialize.ts";
import type { Steps } from "./operator.ts";
import { groupRows, type RowGroups } from "./row_groups.ts";
import { orderRows, type WindowKey } from "./window_order.ts";

/** What is asked of windows. */
export interface WindowCalls {
  readonly order: SortPlan["keys"];
  readonly calls: readonly BoundWindow[];
}

/** Whether a call looks at where the order changes. */
export function wantsMarks(calls: readonly BoundWindow[]): boolean {
  return calls.some(({ fn }) => fn !== null && findWindowFunction(fn.name)!.marks === true);
}

/** Values of the calls, one call after the other; inputs of parts are those of the order, then those of the calls. */
export function* windowValues(
  { order, calls }: WindowCalls,
  parts: readonly GroupPart[],
  total: number,
  context: RunContext,
  take: (call: number, values: Words) => void,
): Steps<void> {
  const { work } = context;
  const groups = yield* groupRows(parts, total, context);
  const keys = order.map((key, at): WindowKey => ({
    ...key,
    columns: parts.map(({ inputs }) => inputs[at]!.arg!),
  }));
  const rows = yield* orderRows(
    keys,
    groups,
    parts.map(({ part }) => part),
    total,
    wantsMarks(calls),
    context,
  );
  for (const [index, call] of calls.entries()) {
    yield;
    const inputs = parts.map(({ part, inputs }) => ({ part, input: inputs[keys.length + index]! }));
    const values = call.fn === null
      ? yield* aggregated(call.aggregate!, groups, inputs, total, context)
      : computed(call, rows, inputs);
    take(index, values);
    work.give(values.words, values.nulls);
  }
  work.give(groups.groups, rows.order, rows.heads, rows.marks);
}

/** What a call reads of a part. */
interface CallInput {
  readonly part: Part;
  readonly input: AggregateInput;
}

/** Values of a function. */
function computed(call: BoundWindow, rows: WindowRows, inputs: readonly CallInput[]): Words {
  const { context, total } = rows;
  const { work } = context;
  const read = call.arg === null
    ? { words: 0, nulls: 0, someNull: false }
    : readAll(work, inputs.map(({ part }) => part), inputs.map(({ input }) => input.arg!), total);
  const to = { words: work.take(total * 8), nulls: work.takeZeroed(total) };
  const values = { words: read.words, nulls: read.someNull ? read.nulls : 0 };
  findWindowFunction(call.fn!.name)!.compute(rows, call, values, to);
  work.give(read.words, read.nulls);
  return to;
}

/** The value of an aggregate over the window of each row. */
function* aggregated(
  aggregate: BoundAggregate,
  rowGroups: RowGroups,
  inputs: readonly CallInput[],
  total: number,
  context: RunContext,
): Steps<Words> {
  const { work } = context;
  const { groups } = rowGroups;
  const values = yield* aggregateOf(aggregate, rowGroups, inputs, context);
  const to = { words: work.take(total * 8), nulls: work.takeZeroed(total) };
  for (let row = 0; row < total; row++) {
    work.did(1);
    const { u8, u32, u64 } = work.arena;
    const value = values[groups ? u32[(groups >>> 2) + row]! : 0]!;
    u64[(to.words >>> 3) + row] = value ?? 0n;
    if (value === null) u8[to.nulls + row] = 1;
  }
  return to;
}

/** The value of an aggregate over each group. */
export function* aggregateOf(
  aggregate: BoundAggregate,
  { groups, count }: RowGroups,
  inputs: readonly CallInput[],
  context: RunContext,
): Steps<(bigint | null)[]> {
  const { work } = context;
  const accumulator = accumulatorOf(aggregate, context);
  const scratch = {
    values: work.take(BLOCK_ROWS * 8),
    nulls: work.take(BLOCK_ROWS),
    pass: work.take(BLOCK_ROWS * 8),
    passNulls: work.take(BLOCK_ROWS),
  };
  let at = 0;
  for (const { part, input } of inputs) {
    for (const piece of pieces(work, part)) {
      yield;
      accumulator.add(piece, input, groups && groups + 4 * at, count, scratch);
      at += piece.count;
    }
  }
  const values = Array.from(
    accumulator.finish(count),
    (value) => toWord(value, aggregate.type, work.pools),
  );
  work.give(scratch.values, scratch.nulls, scratch.pass, scratch.passNulls);
  return values;
}
