/**
 * `distinct`: how many different values.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import { Grouper } from "../execution/grouping.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Piece } from "../execution/relation.ts";
import { joinZeros } from "../execution/words.ts";
import type { Constant } from "../plan/values.ts";
import { type Aggregate, ALL, ofOneArgument } from "./aggregate.ts";
import { type Accumulator, type AggregateInput, type PieceScratch, readInput } from "./aggregate_input.ts";
import { Cells } from "./cells.ts";

/** Counts values. */
export const distinct: Aggregate = {
  ...ofOneArgument("distinct", "Number of distinct values", ALL, ["by file: distinct(thread)"]),
  gives: "count",
  result: () => "u64",
  ofCounts: ({ seen }) => BigInt(seen.size),
  accumulator: (_, context) => new DistinctAccumulator(context),
};

class DistinctAccumulator implements Accumulator {
  readonly #context: RunContext;
  readonly #cells: Cells;
  readonly #seen: Grouper;

  constructor(context: RunContext) {
    this.#context = context;
    this.#cells = new Cells(context.work);
    this.#seen = new Grouper(context.work);
  }

  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const { work } = this.#context;
    const { group } = kernelsOf(work.arena);
    this.#cells.reserve(groupCount);
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    if (input.arg?.type === "f64") joinZeros(work.pools, scratch.values, piece.count);
    const values = work.take(piece.count * 8);
    const ids = work.take(piece.count * 4);
    const count = group.collectRows(groups, scratch.values, nulls, pass, piece.count, values, ids);
    const owners = work.take(count * 4);
    work.arena.u8.copyWithin(owners, ids, ids + 4 * count);
    let known = this.#seen.count;
    // A pair that is new has the next number; its owner gains a value.
    this.#seen.assign(values, 0, count, ids, true, 0, 0);
    const cells = this.#cells.reserve(groupCount);
    const { u32, u64 } = work.arena;
    for (let at = 0; at < count; at++) {
      if (u32[(ids >>> 2) + at] !== known) continue;
      known++;
      u64[(cells >>> 3) + 4 * u32[(owners >>> 2) + at]!]!++;
    }
    work.give(values, ids, owners);
  }

  *finish(groupCount: number): Generator<Constant> {
    this.#seen.release();
    this.#cells.reserve(groupCount);
    for (let group = 0; group < groupCount; group++) {
      this.#context.work.did(1);
      yield this.#cells.count(group);
    }
    this.#cells.release();
  }
}
