/**
 * `distinct`: how many different values.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Piece } from "../execution/relation.ts";
import { joinZeros } from "../execution/words.ts";
import type { Constant } from "../plan/values.ts";
import { type Aggregate, ALL, ofOneArgument } from "./aggregate.ts";
import { type Accumulator, type AggregateInput, type PieceScratch, readInput } from "./aggregate_input.ts";
import { Cells } from "./cells.ts";
import { DifferentPairs } from "./different_pairs.ts";

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
  readonly #pairs: DifferentPairs;

  constructor(context: RunContext) {
    this.#context = context;
    this.#cells = new Cells(context.work);
    this.#pairs = new DifferentPairs(context.work);
  }

  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const { work } = this.#context;
    const { group } = kernelsOf(work.arena);
    this.#cells.reserve(groupCount);
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    if (input.arg?.type === "f64") joinZeros(work.pools, scratch.values, piece.count);
    const values = work.take(piece.count * 8);
    const owners = work.take(piece.count * 4);
    const count = group.collectRows(groups, scratch.values, nulls, pass, piece.count, values, owners);
    this.#pairs.add(values, owners, count, this.#cells.reserve(groupCount));
    work.give(values, owners);
  }

  *finish(groupCount: number): Generator<Constant> {
    this.#pairs.finish(this.#cells.reserve(groupCount));
    for (let group = 0; group < groupCount; group++) {
      this.#context.work.did(1);
      yield this.#cells.count(group);
    }
    this.#cells.release();
  }
}
