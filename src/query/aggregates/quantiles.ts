/**
 * `median`, `p90`, `p99`, `percentile`: all values are kept, group by group, and the wanted one is found without sorting.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Piece } from "../execution/relation.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import { MEASURES } from "../plan/types.ts";
import type { Constant } from "../plan/values.ts";
import { type Aggregate, ofOneArgument } from "./aggregate.ts";
import {
  type Accumulator,
  type AggregateInput,
  kindOf,
  type PieceScratch,
  readInput,
} from "./aggregate_input.ts";

/** Parts of a whole: shares have up to six decimals of a percent. As doubles 7% of 100 would be more than 7. */
const PARTS = 100_000_000n;

/** Half of the values are at most as large. */
export const median: Aggregate = quantile("median", "half", 50);
/** As are 90% of them. */
export const p90: Aggregate = quantile("p90", "90%", 90);
/** As are 99% of them. */
export const p99: Aggregate = quantile("p99", "99%", 99);

/** As is any part of them. */
export const percentile: Aggregate = {
  ...ofOneArgument("percentile", "The smallest value that n percent of the values do not exceed", MEASURES, [
    "by func: percentile(size, 75)",
  ]),
  usage: "percentile(x, n)",
  parameters: ["x", "n"],
  accumulator: (aggregate, context) => new QuantileAccumulator(aggregate, context, aggregate.parameter ?? 50),
};

function quantile(name: string, part: string, percent: number): Aggregate {
  const summary = `The smallest value that ${part} of the values do not exceed`;
  return {
    ...ofOneArgument(name, summary, MEASURES, [`by func: ${name}(size)`]),
    accumulator: (aggregate, context) => new QuantileAccumulator(aggregate, context, percent),
  };
}

/** Values of one piece, and their groups (0: all are in group 0). */
interface Kept {
  readonly values: number;
  readonly groups: number;
  readonly count: number;
}

/** Finds the value at a share of the sorted values of each group. */
class QuantileAccumulator implements Accumulator {
  readonly #context: RunContext;
  readonly #aggregate: BoundAggregate;
  readonly #share: bigint;
  readonly #kept: Kept[] = [];
  #total = 0;

  constructor(aggregate: BoundAggregate, context: RunContext, percent: number) {
    this.#context = context;
    this.#aggregate = aggregate;
    this.#share = BigInt(Math.round(percent * 1e6));
  }

  add(piece: Piece, input: AggregateInput, groups: number, _groupCount: number, scratch: PieceScratch): void {
    const { work } = this.#context;
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    const values = work.take(piece.count * 8);
    const ids = work.take(piece.count * 4);
    const { group, compute } = kernelsOf(work.arena);
    const count = group.collectRows(groups, scratch.values, nulls, pass, piece.count, values, ids);
    // The order of words is the order of values.
    compute.sortKeys(kindOf(this.#aggregate.arg?.type), 0, values, count, values);
    if (!groups) work.give(ids);
    this.#kept.push({ values, groups: groups ? ids : 0, count });
    this.#total += count;
  }

  *finish(groupCount: number): Generator<Constant> {
    const { work } = this.#context;
    const { group } = kernelsOf(work.arena);
    const starts = work.takeZeroed((groupCount + 2) * 4);
    const ids = work.takeZeroed(BLOCK_ROWS * 4);
    // Counts stand one place further on, so that their sums are the starts.
    for (const { groups, count } of this.#kept) group.countOwners(groups || ids, count, starts + 4);
    const { u32 } = work.arena;
    let largest = 0;
    for (let each = 1; each <= groupCount; each++) {
      const at = (starts >>> 2) + each;
      largest = Math.max(largest, u32[at]!);
      u32[at]! += u32[at - 1]!;
    }
    const next = work.take((groupCount + 1) * 4);
    work.arena.u8.copyWithin(next, starts, starts + (groupCount + 1) * 4);
    const sorted = work.take(this.#total * 8);
    for (const { values, groups, count } of this.#kept) {
      work.check();
      group.scatterRows(values, groups || ids, count, next, sorted);
      work.give(values, groups);
    }
    const scratch = work.take(largest * 8);
    const counts = work.take(8192);
    for (let each = 0; each < groupCount; each++) {
      const from = work.arena.u32[(starts >>> 2) + each]!;
      const count = work.arena.u32[(starts >>> 2) + each + 1]! - from;
      // A large group is looked through eight times at most.
      work.did(8 + (count >>> 3));
      const nth = (place: number): bigint => group.nthWord(sorted + 8 * from, count, place, scratch, counts);
      yield count === 0 ? null : this.#pick(count, nth);
    }
    work.give(starts, ids, next, sorted, scratch, counts);
  }

  /** The smallest value that the share of the values does not exceed, counted in whole numbers. */
  #pick(count: number, nth: (place: number) => bigint): Constant {
    const place = (this.#share * BigInt(count) + PARTS - 1n) / PARTS;
    return this.#valueOf(nth(place < 1n ? 0 : Number(place) - 1));
  }

  /** The value of a sort key. */
  #valueOf(word: bigint): bigint | number {
    const kind = kindOf(this.#aggregate.arg?.type);
    if (kind === 0) return BigInt.asUintN(64, word);
    if (kind === 1) return BigInt.asIntN(64, word ^ (1n << 63n));
    const bits = BigInt.asUintN(64, word);
    const own = bits >> 63n ? bits ^ (1n << 63n) : BigInt.asUintN(64, ~bits);
    return new Float64Array(new BigUint64Array([own]).buffer)[0]!;
  }
}
