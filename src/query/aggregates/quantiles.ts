/**
 * `median`, `p90`, `p99`, `percentile`: all values of a group are kept, and the one at the wanted rank is
 * found without sorting.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import { MEASURES } from "../plan/types.ts";
import { type Aggregate, oneArgumentAggregate } from "./aggregate.ts";
import { type Accumulator, readInput, wordKindOf } from "./aggregate_input.ts";
import { CollectedValues } from "./collected_values.ts";

/**
 * Ranks are computed with whole numbers, in units of a millionth of a percent: with doubles, 7% of 100 is
 * more than 7.
 */
const PARTS = 100_000_000n;

/** The smallest value that 50% of the values do not exceed. */
export const median: Aggregate = quantile("median", "half", 50);
/** The smallest value that 90% of the values do not exceed. */
export const p90: Aggregate = quantile("p90", "90%", 90);
/** The smallest value that 99% of the values do not exceed. */
export const p99: Aggregate = quantile("p99", "99%", 99);

/** The smallest value that a given percentage of the values do not exceed. */
export const percentile: Aggregate = {
  ...oneArgumentAggregate(
    "percentile",
    "The smallest value that n percent of the values do not exceed",
    MEASURES,
    [
      "by func: percentile(size, 75)",
    ],
  ),
  elsewhere: [{ word: "quantile" }, { word: "perc" }, { word: "percentile_cont" }],
  usage: "percentile(x, n)",
  parameters: ["x", "n"],
  accumulator: (aggregate, context) => atFraction(aggregate, context, aggregate.parameter ?? 50),
};

function quantile(name: string, part: string, percent: number): Aggregate {
  const summary = `The smallest value that ${part} of the values do not exceed`;
  return {
    ...oneArgumentAggregate(name, summary, MEASURES, [`by func: ${name}(size)`]),
    accumulator: (aggregate, context) => atFraction(aggregate, context, percent),
  };
}

/** Creates the accumulator that finds the value at a fraction of the sorted values of each group. */
function atFraction({ arg }: BoundAggregate, context: RunContext, percent: number): Accumulator {
  const { work } = context;
  const share = BigInt(Math.round(percent * 1e6));
  const kind = wordKindOf(arg?.type);
  const kept = new CollectedValues(work);
  return {
    add(piece, input, groups, _groupCount, scratch) {
      const { nulls, pass } = readInput(context, piece, input, scratch);
      const { group, compute } = kernelsOf(work.arena);
      kept.add(piece.count, groups !== 0, (values, ids) => {
        const count = group.collectRows(groups, scratch.values, nulls, pass, piece.count, values, ids);
        // Sort keys: words that order like the values.
        compute.sortKeys(kind, 0, values, count, values);
        return count;
      });
    },
    *finish(groupCount) {
      const place = (count: number): number => rankOf(share, count);
      for (const word of kept.pick(groupCount, place)) yield word === null ? null : valueOf(word, kind);
    },
  };
}

/**
 * Returns the rank (from 0) of the smallest value that the given fraction of `count` values does not exceed,
 * computed with whole numbers.
 */
function rankOf(share: bigint, count: number): number {
  const place = (share * BigInt(count) + PARTS - 1n) / PARTS;
  return place < 1n ? 0 : Number(place) - 1;
}

/** Converts a sort key back to the value it was made from. */
function valueOf(word: bigint, kind: WordKind): bigint | number {
  if (kind === WordKind.Unsigned) return BigInt.asUintN(64, word);
  if (kind === WordKind.Signed) return BigInt.asIntN(64, word ^ (1n << 63n));
  const bits = BigInt.asUintN(64, word);
  const own = bits >> 63n ? bits ^ (1n << 63n) : BigInt.asUintN(64, ~bits);
  return new Float64Array(new BigUint64Array([own]).buffer)[0]!;
}
