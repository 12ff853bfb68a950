/**
 * `stddev`: the standard deviation of values.
 * @module
 */

import { SpreadCell, SquaresCell } from "../execution/kernels/group_layout.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import { MEASURES } from "../plan/types.ts";
import { type Aggregate, oneArgumentAggregate } from "./aggregate.ts";
import { wordKindOf } from "./aggregate_input.ts";
import { cellAccumulator } from "./cells.ts";

/**
 * The sample standard deviation. For integers it is computed from exact sums, so neither row order nor grouping changes
 * a digit.
 */
export const stddev: Aggregate = {
  ...oneArgumentAggregate("stddev", "Standard deviation of the sample", MEASURES, ["by kind: stddev(size)"]),
  elsewhere: [{ word: "stdev" }, { word: "std" }, { word: "stddev_samp" }, { word: "standard deviation" }],
  gives: "amount",
  result: () => "f64",
  ofSquares: spreadOf,
  accumulator(aggregate, context) {
    const type = aggregate.arg?.type;
    const kind = wordKindOf(type);
    if (kind === WordKind.Double) {
      return cellAccumulator(aggregate, context, {
        add: (group, { groups, values, nulls, pass, count, cells }) =>
          group.spreadDoubles(groups, values, nulls, pass, count, cells),
        value: (cells, group, count) =>
          count < 2n ? null : Math.sqrt(cells.double(group, SpreadCell.Squares) / Number(count - 1n)),
      });
    }
    return cellAccumulator(aggregate, context, {
      bytes: SquaresCell.Bytes,
      add: (group, { groups, values, nulls, pass, count, cells }) =>
        group.addSquares(groups, values, nulls, pass, count, kind, cells),
      merge: (shares, ids, cells, count, to) => shares.addSquareSums(ids, cells, count, to),
      value(cells, group, count) {
        const low = cells.word(group, SquaresCell.SquaresLow);
        const upper = (cells.word(group, SquaresCell.SquaresHigh) << 64n) |
          cells.word(group, SquaresCell.SquaresMiddle);
        return spreadOf(Number(count), cells.whole(group, type), (upper << 64n) | low);
      },
    });
  },
};

/** The deviation of `count` integers with this sum and this sum of squares; null for fewer than two. */
function spreadOf(count: number, total: number | bigint, squares: number | bigint): number | null {
  if (count < 2) return null;
  const product = count * Number(squares), square = Number(total) ** 2, pairs = count * (count - 1);
  // Below 2^53 doubles are exact.
  if (Math.max(product, square, pairs) <= Number.MAX_SAFE_INTEGER) {
    return Math.sqrt((product - square) / pairs);
  }
  const [n, sum] = [BigInt(count), BigInt(total)];
  return Math.sqrt(divide(n * BigInt(squares) - sum * sum, n * (n - 1n)));
}

/** Bits computed of a quotient: more than a double has, so that it can be rounded correctly. */
const QUOTIENT_BITS = 64;

/** The double that is closest to a quotient. */
function divide(dividend: bigint, divisor: bigint): number {
  const shift = Math.max(0, QUOTIENT_BITS - bitsOf(dividend) + bitsOf(divisor));
  const shifted = dividend << BigInt(shift);
  const quotient = shifted / divisor;
  // Record a remainder in the lowest bit, so that a quotient just above the middle between two doubles is rounded up.
  const isInexact = quotient * divisor !== shifted;
  return Number(isInexact ? quotient | 1n : quotient) / 2 ** shift;
}

/** The number of bits, rounded up to a multiple of four. */
function bitsOf(value: bigint): number {
  return value.toString(16).length * 4;
}
