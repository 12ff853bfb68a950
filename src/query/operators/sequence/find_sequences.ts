/**
 * Finds sequences of rows, with all rows of equal keys in memory.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../../tables/block.ts";
import type { AggregateInput } from "../../aggregates/aggregate_input.ts";
import type { RunContext } from "../../execution/context.ts";
import { type Piece, pieces, readPiece, type Workspace } from "../../execution/relation.ts";
import { orderByGroup } from "../hash_group/group_order.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { readWholeColumn } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { positions } from "../sort/sort_keys.ts";
import { groupRows } from "../hash_group/row_groups.ts";

/** The parts of a sequence that the search needs. */
export interface Sequence {
  readonly steps: readonly unknown[];
  readonly within: { readonly limit: bigint } | null;
}

/**
 * Finds the positions of the rows of each sequence, by step. The inputs of parts are the steps, then `until`,
 * then the distance column.
 */
export function* findSequences(
  plan: Sequence,
  parts: readonly GroupPart[],
  total: number,
  context: RunContext,
): Steps<readonly Uint32Array[]> {
  const { work } = context;
  const order = yield* rowsByKey(parts, total, context);
  const passes = yield* tested(parts, plan.steps.length, total, context);
  const found = yield* sequences(plan, order, passes, parts, total, context);
  work.give(order.places, order.ends, passes);
  return found;
}

/** Positions of rows, key after key. */
interface RowsByKey {
  readonly places: number;
  /** One byte per place: whether its key ends there. */
  readonly ends: number;
  readonly count: number;
}

function* rowsByKey(
  parts: readonly GroupPart[],
  total: number,
  context: RunContext,
): Steps<RowsByKey> {
  const { work } = context;
  const { arena } = work;
  const rowGroups = yield* groupRows(parts, total, context, true);
  const { groups, count } = rowGroups;
  const order = positions(work, total);
  const ends = work.takeZeroed(total);
  const { rows: places, starts } = orderByGroup(rowGroups, order, total, work);
  const { u8, u32 } = arena;
  for (let group = 1; group <= count; group++) {
    work.tick(1);
    const end = u32[(starts >>> 2) + group]!;
    if (end > 0) u8[ends + end - 1] = 1;
  }
  const kept = u32[(starts >>> 2) + count]!;
  work.give(groups, order, starts);
  return { places, ends, count: kept };
}

/** The tests that each row passes, one bit per step and one for `until` (u32 by position). */
function* tested(
  parts: readonly GroupPart[],
  steps: number,
  total: number,
  context: RunContext,
): Steps<number> {
  const { work } = context;
  const bits = work.takeZeroed(total * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  let done = 0;
  // For each row: set a bit for each step whose test it passes.
  for (const { part, inputs } of parts) {
    for (const piece of pieces(work, part)) {
      yield;
      markTests(work, piece, inputs.slice(0, steps + 1), { values, nulls }, {
        at: bits + 4 * done,
        bytes: 4,
      });
      done += piece.count;
    }
  }
  work.give(values, nulls);
  return bits;
}

/** Sets a bit for each test that a row of a piece passes, in a zeroed number of this many bytes per row. */
export function markTests(
  { arena }: Workspace,
  piece: Piece,
  tests: readonly AggregateInput[],
  { values, nulls }: { readonly values: number; readonly nulls: number },
  bits: { readonly at: number; readonly bytes: 4 | 8 },
): void {
  const to = bits.at >>> 2, step = bits.bytes >>> 2;
  tests.forEach(({ arg: column }, test) => {
    if (column === undefined) return;
    const nullsAt = readPiece(column, piece, values, nulls);
    const { u8, u32 } = arena;
    for (let at = 0; at < piece.count; at++) {
      if (u32[(values >>> 2) + 2 * at] !== 0 && !(nullsAt && u8[nullsAt + at])) {
        u32[to + step * at]! |= 1 << test;
      }
    }
  });
}

/** Whether the distance of two words is at most a limit. */
export function isWithinDistance(from: bigint, to: bigint, signed: boolean, limit: bigint): boolean {
  const [a, b] = signed ? [BigInt.asIntN(64, from), BigInt.asIntN(64, to)] : [from, to];
  return (a < b ? b - a : a - b) <= limit;
}

/** Positions of the rows of each sequence, by step, in order of the first ones. */
function* sequences(
  { steps, within }: Sequence,
  { places, ends, count }: RowsByKey,
  passes: number,
  parts: readonly GroupPart[],
  total: number,
  context: RunContext,
): Steps<readonly Uint32Array[]> {
  const { work } = context;
  const { arena } = work;
  const last = steps.length - 1;
  // For each step but the first: the place of its next row, as seen from a row of the step before.
  const links = steps.slice(1).map(() => work.take(count * 4));
  const stops = work.take(count * 4);
  const next: number[] = new Array(steps.length + 1).fill(NO_ROW);
  for (let place = count - 1; place >= 0; place--) {
    if ((place & 0xffff) === 0) yield;
    work.tick(1);
    const { u8, u32 } = arena;
    if (u8[ends + place]) next.fill(NO_ROW);
    const bits = u32[(passes >>> 2) + u32[(places >>> 2) + place]!]!;
    u32[(stops >>> 2) + place] = next[steps.length]!;
    for (let step = 0; step < last; step++) u32[(links[step]! >>> 2) + place] = next[step + 1]!;
    for (let test = 1; test <= steps.length; test++) if (bits & (1 << test)) next[test] = place;
  }
  const distance = within === null ? null : distances(within.limit, parts, total, context);
  // Sequences by the position of their first row; 0 means none.
  const firsts = work.takeZeroed(total * 4);
  for (let place = 0; place < count; place++) {
    work.tick(1);
    const { u32 } = arena;
    const position = u32[(places >>> 2) + place]!;
    if ((u32[(passes >>> 2) + position]! & 1) === 0) continue;
    let at = place;
    for (let step = 0; step < last && at !== NO_ROW; step++) at = u32[(links[step]! >>> 2) + at]!;
    if (at === NO_ROW || u32[(stops >>> 2) + place]! < at) continue;
    if (distance !== null && !distance.near(position, u32[(places >>> 2) + at]!)) continue;
    u32[(firsts >>> 2) + position] = place + 1;
  }
  distance?.release();
  const { u32 } = arena;
  let size = 0;
  for (let at = 0; at < total; at++) if (u32[(firsts >>> 2) + at] !== 0) size++;
  const found = steps.map(() => new Uint32Array(size));
  let row = 0;
  for (let at = 0; at < total; at++) {
    work.tick(1);
    let place = u32[(firsts >>> 2) + at]! - 1;
    if (place < 0) continue;
    for (let step = 0; step <= last; step++) {
      found[step]![row] = u32[(places >>> 2) + place]!;
      if (step < last) place = u32[(links[step]! >>> 2) + place]!;
    }
    row++;
  }
  work.give(...links, stops, firsts);
  return found;
}

/**
 * Returns a function that tests whether two rows are within the limit, by the last input; a null is never
 * within it.
 */
function distances(
  limit: bigint,
  parts: readonly GroupPart[],
  total: number,
  { work }: RunContext,
): { near(from: number, to: number): boolean; release(): void } {
  const { arena } = work;
  const columns = parts.map(({ inputs }) => inputs.at(-1)!.arg!);
  const { words, nulls } = readWholeColumn(work, parts.map(({ part }) => part), columns, total);
  const signed = columns[0]!.type === "i64";
  return {
    near(from, to) {
      const { u8, u64 } = arena;
      if (u8[nulls + from] || u8[nulls + to]) return false;
      return isWithinDistance(u64[(words >>> 3) + from]!, u64[(words >>> 3) + to]!, signed, limit);
    },
    release: () => work.give(words, nulls),
  };
}
