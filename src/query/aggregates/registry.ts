/**
 * All aggregates. Help, completion, hover, binder and executor read this list.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { Aggregate } from "./aggregate.ts";
import type { Accumulator } from "./aggregate_input.ts";
import { count, distinct } from "./count.ts";
import { argmax, argmin } from "./argmax.ts";
import { anyAggregate, anyValue, first, last } from "./first_last.ts";
import { max, min } from "./extremes.ts";
import { median, p90, p99, percentile } from "./quantiles.ts";
import { stddev } from "./stddev.ts";
import { avg, rate, sum, sumWithRows } from "./sums.ts";

/** All aggregates, in the order of the documentation. */
export const AGGREGATES: readonly Aggregate[] = [
  count,
  sum,
  min,
  max,
  avg,
  median,
  p90,
  p99,
  percentile,
  distinct,
  first,
  last,
  anyValue,
  anyAggregate,
  argmax,
  argmin,
  stddev,
  rate,
];

const BY_NAME: ReadonlyMap<string, Aggregate> = new Map(AGGREGATES.map((each) => [each.name, each]));

/** Returns the aggregate with this name; undefined if there is none. */
export function findAggregate(name: string): Aggregate | undefined {
  return BY_NAME.get(name);
}

/** Creates the accumulator of an aggregate. */
export function accumulatorOf(aggregate: BoundAggregate, context: RunContext): Accumulator {
  return BY_NAME.get(aggregate.fn.name)!.accumulator(aggregate, context);
}

/** Whether the value of an aggregate depends on the order of the rows. */
export function followsOrder({ fn }: BoundAggregate): boolean {
  return BY_NAME.get(fn.name)!.followsOrder === true;
}

/** Creates the accumulators of aggregates over the same rows, in the order of the aggregates. */
export function accumulatorsOf(aggregates: readonly BoundAggregate[], context: RunContext): Accumulator[] {
  const all: Accumulator[] = [];
  for (const [at, each] of aggregates.entries()) {
    if (all.length > at) continue;
    const both = sumWithRows(each, aggregates[at + 1], context);
    if (both) all.push(both.count, both.sum);
    else all.push(accumulatorOf(each, context));
  }
  return all;
}
