/**
 * Values of window functions by position, with all rows of a window in memory.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import {
  type Accumulator,
  type AggregateInput,
  type PieceScratch,
  readInput,
} from "../../aggregates/aggregate_input.ts";
import { accumulatorOf, followsOrder } from "../../aggregates/registry.ts";
import type { Column } from "../../../tables/column.ts";
import type { RunContext } from "../../execution/context.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { type Part, type Piece, pieces, readPiece, type Workspace } from "../../execution/relation.ts";
import { toWord } from "../../execution/column_words.ts";
import type { BoundAggregate } from "../../plan/expressions.ts";
import type { SortPlan } from "../../plan/steps.ts";
import type { PlanColumn } from "../../plan/values.ts";
import type { BoundWindow } from "../../plan/window.ts";
import { findWindowFunction } from "../../windows/registry.ts";
import type { OrderedWords } from "../../windows/long_window.ts";
import type { WindowRows } from "../../windows/window_function.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { readWholeColumn } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { groupRows, type RowGroups } from "../hash_group/row_groups.ts";
import { orderRows, type WindowKey } from "./window_order.ts";

/** The calls over a window. */
export interface WindowCalls {
  readonly order: SortPlan["keys"];
  readonly calls: readonly BoundWindow[];
}

/** Whether a call needs marks, which show where the order key changes. */
export function needsKeyMarks(calls: readonly BoundWindow[]): boolean {
  return calls.some(({ fn }) => fn !== null && findWindowFunction(fn.name)!.marks === true);
}

/**
 * Values of the calls, one call after the other; the inputs of a part are the order columns, then the arguments of the
 * calls.
 */
export function* windowValues(
  { order, calls }: WindowCalls,
  parts: readonly GroupPart[],
  total: number,
  context: RunContext,
  take: (call: number, values: OrderedWords) => void,
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
    needsKeyMarks(calls),
    context,
  );
  for (const [index, call] of calls.entries()) {
    yield;
    const inputs = parts.map(({ part, inputs }) => ({ part, input: inputs[keys.length + index]! }));
    const values = call.fn === null
      ? aggregated(
        yield* keys.length > 0 && followsOrder(call.aggregate!)
          ? valuesInOrder(call.aggregate!, groups, rows, inputs)
          : aggregateOf(call.aggregate!, groups, inputs, context),
        groups.groups,
        total,
        context,
      )
      : functionValues(call, rows, inputs);
    take(index, values);
    work.give(values.words, values.nulls);
  }
  work.give(groups.groups, rows.order, rows.heads, rows.marks);
}

/** What a call reads from a part. */
interface CallInput {
  readonly part: Part;
  readonly input: AggregateInput;
}

/** Computes the values of a function. */
function functionValues(call: BoundWindow, rows: WindowRows, inputs: readonly CallInput[]): OrderedWords {
  const { context, total } = rows;
  const { work } = context;
  const read = call.arg === null
    ? { words: 0, nulls: 0, someNull: false }
    : readWholeColumn(work, inputs.map(({ part }) => part), inputs.map(({ input }) => input.arg!), total);
  const to = { words: work.take(total * 8), nulls: work.takeZeroed(total) };
  const values = { words: read.words, nulls: read.someNull ? read.nulls : 0 };
  findWindowFunction(call.fn!.name)!.compute(rows, call, values, to);
  work.give(read.words, read.nulls);
  return to;
}

/** Repeats the value of each window for its rows. */
function aggregated(
  values: readonly (bigint | null)[],
  groups: number,
  total: number,
  { work }: RunContext,
): OrderedWords {
  const to = { words: work.take(total * 8), nulls: work.takeZeroed(total) };
  for (let row = 0; row < total; row++) {
    work.tick(1);
    const { u8, u32, u64 } = work.arena;
    const value = values[groups ? u32[(groups >>> 2) + row]! : 0]!;
    u64[(to.words >>> 3) + row] = value ?? 0n;
    if (value === null) u8[to.nulls + row] = 1;
  }
  return to;
}

/** The value of an aggregate over each window, with rows in window order. */
function* valuesInOrder(
  aggregate: BoundAggregate,
  { groups, count }: RowGroups,
  { order, total, context }: WindowRows,
  inputs: readonly CallInput[],
): Steps<(bigint | null)[]> {
  const { work } = context;
  const stored = yield* storeInputs(inputs, context);
  const columns = Object.values(stored).filter((column) => column !== undefined);
  const part: Part = {
    columns,
    rowCount: total,
    selection: { kind: "list", pointer: order, count: total },
    source: null,
  };
  const sorted = groups === 0 ? 0 : work.take(total * 4);
  if (groups !== 0) kernelsOf(work.arena).group.permute32(groups, order, total, sorted);
  const values = yield* aggregateOf(
    aggregate,
    { groups: sorted, count },
    [{ part, input: stored }],
    context,
  );
  work.give(sorted);
  for (const each of columns) each.free();
  return values;
}

/** Stores what an aggregate reads, by position; rows that its condition rules out are not computed. */
function* storeInputs(inputs: readonly CallInput[], context: RunContext): Steps<AggregateInput> {
  const { work } = context;
  const scratch = pieceScratch(work);
  const store = function* (of: keyof AggregateInput): Steps<Column | undefined> {
    const first = inputs[0]?.input[of];
    if (first === undefined) return undefined;
    const filler = new ColumnFiller(work, describeColumn(first));
    // Readable form: for each row, compute the argument and append it.
    for (const { part, input } of inputs) {
      for (const piece of pieces(work, part)) {
        yield;
        filler.add(scratch.values, readField(context, piece, input, of, scratch), piece.count);
      }
    }
    return filler.finish();
  };
  const [arg, order, condition] = [yield* store("arg"), yield* store("order"), yield* store("condition")];
  work.give(scratch.values, scratch.nulls, scratch.pass, scratch.passNulls);
  return { arg, order, condition };
}

/** Reads one column of an aggregate; returns the address of null bytes, 0 if none is null. */
function readField(
  context: RunContext,
  piece: Piece,
  input: AggregateInput,
  of: keyof AggregateInput,
  scratch: PieceScratch,
): number {
  const { [of]: column, condition } = input;
  return of === "condition"
    ? readPiece(column!, piece, scratch.values, scratch.nulls)
    : readInput(context, piece, { arg: column, condition }, scratch).nulls;
}

/** Scratch memory for the input of an aggregate for a piece. */
export function pieceScratch(work: Workspace): PieceScratch {
  return {
    values: work.take(BLOCK_ROWS * 8),
    nulls: work.take(BLOCK_ROWS),
    pass: work.take(BLOCK_ROWS * 8),
    passNulls: work.take(BLOCK_ROWS),
  };
}

/** Describes a column that takes the values of another one. */
export function describeColumn({ name, type, display = "plain" }: Column): PlanColumn {
  return { name, type, display };
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
  const scratch = pieceScratch(work);
  let at = 0;
  // For each row: add it to the aggregate of its window.
  for (const { part, input } of inputs) {
    for (const piece of pieces(work, part)) {
      yield;
      accumulator.add(piece, input, groups && groups + 4 * at, count, scratch);
      at += piece.count;
    }
  }
  const values = accumulatedWords(accumulator, count, aggregate, work);
  work.give(scratch.values, scratch.nulls, scratch.pass, scratch.passNulls);
  return values;
}

/** The values of an accumulator, as words. */
export function accumulatedWords(
  accumulator: Accumulator,
  count: number,
  { type }: BoundAggregate,
  work: Workspace,
): (bigint | null)[] {
  return Array.from(accumulator.finish(count), (value) => toWord(value, type, work.pools));
}
