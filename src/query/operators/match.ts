/**
 * `match`: rows that follow one another. Each row that passes the first test begins at most one sequence: every further row
 * is the next one with the same keys that passes its test.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../tables/block.ts";
import { type Column, LookupColumn } from "../../tables/column.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import {
  listRows,
  type Part,
  pieces,
  readPiece,
  type Relation,
  relationRows,
} from "../execution/relation.ts";
import { stretches } from "../execution/stretches.ts";
import type { Expr, NamedExpr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import { withComputed } from "./columns.ts";
import { orderByGroup } from "./group_order.ts";
import { flatten, NUMBER, relationOf, storeNumbers } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { positions } from "./ordering.ts";
import { groupRows } from "./row_groups.ts";

/** One row for each sequence: the keys, then for each step the columns of its row. Rows with a null key are in none. */
export interface MatchPlan extends Plan {
  readonly op: "match";
  readonly input: Plan;
  readonly keys: readonly NamedExpr[];
  readonly steps: readonly { readonly name: string; readonly condition: Expr }[];
  /** A row that passes this between the first and the last one ends the sequence. */
  readonly until: Expr | null;
  /** How far the last row may be from the first one by a column. */
  readonly within: { readonly column: number; readonly limit: bigint } | null;
  /** Columns of the input that each step has. */
  readonly shown: readonly number[];
}

/** Finds sequences, in the order of their first rows. */
export function* runMatch(plan: MatchPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  const { work } = context;
  const { arena } = work;
  const { columns } = plan;
  if (input.parts.length === 0) return { columns, parts: [] };
  const total = relationRows(input);
  const keys = plan.keys.map(({ expr }) => expr);
  const order = yield* rowsByKey(keys, input, total, context);
  const passes = yield* tested(
    [...plan.steps.map(({ condition }) => condition), plan.until],
    input.parts,
    total,
    context,
  );
  const flat = flatten(work, withComputed(input, keys, context)).parts[0]!;
  const { pointer: rows } = listRows(work, flat);
  const found = yield* sequences(plan, order, passes, flat, rows, total, context);
  work.give(order.places, order.ends, passes);
  const seen: Column[] = [];
  found.forEach((positions, step) => {
    const numbers = rowColumn(positions, rows, context);
    const see = (column: Column): Column => new LookupColumn(column, arena, numbers, column);
    if (step === 0) seen.push(...flat.columns.slice(input.columns.length).map(see));
    for (const index of plan.shown) seen.push(see(flat.columns[index]!));
  });
  work.give(rows);
  return relationOf(columns, seen, found[0]!.length);
}

/** Positions of rows, key after key, and for each place whether its key ends there. */
interface RowsByKey {
  readonly places: number;
  /** A byte per place. */
  readonly ends: number;
  readonly count: number;
}

function* rowsByKey(
  keys: readonly Expr[],
  input: Relation,
  total: number,
  context: OperatorContext,
): Steps<RowsByKey> {
  const { work } = context;
  const { arena } = work;
  const rowGroups = yield* groupRows(keys, input, total, context, true);
  const { groups, count } = rowGroups;
  const order = positions(work, total);
  const ends = work.takeZeroed(total);
  if (groups === 0) {
    if (total > 0) arena.u8[ends + total - 1] = 1;
    return { places: order, ends, count: total };
  }
  const { places, starts } = orderByGroup(rowGroups, order, total, work);
  const { u8, u32 } = arena;
  for (let group = 1; group <= count; group++) {
    work.did(1);
    const end = u32[(starts >>> 2) + group]!;
    if (end > 0) u8[ends + end - 1] = 1;
  }
  const kept = u32[(starts >>> 2) + count]!;
  work.give(groups, order, starts);
  return { places, ends, count: kept };
}

/** Which tests each row passes, a bit for each (u32 by position). */
function* tested(
  conditions: readonly (Expr | null)[],
  parts: readonly Part[],
  total: number,
  context: OperatorContext,
): Steps<number> {
  const { work } = context;
  const { arena } = work;
  const bits = work.takeZeroed(total * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  let done = 0;
  for (const part of parts) {
    const compiler = new ExpressionCompiler(context, part);
    const columns = conditions.map((condition) => condition && compiler.compile(condition));
    for (const piece of pieces(work, part)) {
      yield;
      columns.forEach((column, test) => {
        if (column === null) return;
        const nullsAt = readPiece(column, piece, values, nulls);
        const { u8, u32 } = arena;
        const to = (bits >>> 2) + done;
        for (let at = 0; at < piece.count; at++) {
          if (u32[(values >>> 2) + 2 * at] !== 0 && !(nullsAt && u8[nullsAt + at])) {
            u32[to + at]! |= 1 << test;
          }
        }
      });
      done += piece.count;
    }
  }
  work.give(values, nulls);
  return bits;
}

/** Positions of the rows of each sequence, by step; in the order of the first ones. */
function* sequences(
  { steps, within }: MatchPlan,
  { places, ends, count }: RowsByKey,
  passes: number,
  part: Part,
  rows: number,
  total: number,
  context: OperatorContext,
): Steps<readonly Uint32Array[]> {
  const { work } = context;
  const { arena } = work;
  const last = steps.length - 1;
  // The place of the next row for each step but the first, as seen from a row of the step before.
  const links = steps.slice(1).map(() => work.take(count * 4));
  const stops = work.take(count * 4);
  const next: number[] = new Array(steps.length + 1).fill(NO_ROW);
  for (let place = count - 1; place >= 0; place--) {
    if ((place & 0xffff) === 0) yield;
    work.did(1);
    const { u8, u32 } = arena;
    if (u8[ends + place]) next.fill(NO_ROW);
    const bits = u32[(passes >>> 2) + u32[(places >>> 2) + place]!]!;
    u32[(stops >>> 2) + place] = next[steps.length]!;
    for (let step = 0; step < last; step++) u32[(links[step]! >>> 2) + place] = next[step + 1]!;
    for (let test = 1; test <= steps.length; test++) if (bits & (1 << test)) next[test] = place;
  }
  const distance = within === null ? null : distances(within, part, total, rows, context);
  // Sequences by the position of their first row; 0 stands for none.
  const firsts = work.takeZeroed(total * 4);
  for (let place = 0; place < count; place++) {
    work.did(1);
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
    work.did(1);
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

/** Tells whether two rows are near each other by a column; a row without a value is near none. */
function distances(
  { column, limit }: NonNullable<MatchPlan["within"]>,
  part: Part,
  total: number,
  rows: number,
  { work }: OperatorContext,
): { near(from: number, to: number): boolean; release(): void } {
  const { arena } = work;
  const words = work.take(total * 8);
  const nulls = work.takeZeroed(total);
  for (const [at, n] of stretches(work, total)) {
    const some = part.columns[column]!.gather(rows + 4 * at, n, words + 8 * at, nulls + at);
    if (some === 0) arena.u8.fill(0, nulls + at, nulls + at + n);
  }
  const signed = part.columns[column]!.type === "i64";
  return {
    near(from, to) {
      const { u8, u64 } = arena;
      if (u8[nulls + from] || u8[nulls + to]) return false;
      let [a, b] = [u64[(words >>> 3) + from]!, u64[(words >>> 3) + to]!];
      if (signed) [a, b] = [BigInt.asIntN(64, a), BigInt.asIntN(64, b)];
      return (a < b ? b - a : a - b) <= limit;
    },
    release: () => work.give(words, nulls),
  };
}

/** Row numbers at some positions, as a column. */
function rowColumn(positions: Uint32Array, rows: number, { work }: OperatorContext): Column {
  const { length } = positions;
  const numbers = work.take(length * 4);
  const { u32 } = work.arena;
  for (let at = 0; at < length; at++) {
    work.did(1);
    u32[(numbers >>> 2) + at] = u32[(rows >>> 2) + positions[at]!]!;
  }
  const column = storeNumbers(work, NUMBER, numbers, length);
  work.give(numbers);
  return column;
}
