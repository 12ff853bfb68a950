/**
 * Named strategies of steps. `explain` shows which ones were used, and tests disable some of them to compare
 * the results of all strategies.
 * @module
 */

/** Strategies that are optional: without them, another one gives the same result. */
export const STRATEGIES = [
  "zone maps",
  "filter and totals in one pass",
  "totals of packed blocks",
  "distinct values of packed blocks",
  "dense groups",
  "groups by code",
  "deviations by sums of squares",
  "expressions packed by loops",
  "generated loop",
  "first and last blocks",
  "top rows by counted values",
  "top rows by first texts",
  "top rows by threshold",
  "rows by a set of keys",
  "join by packed keys",
] as const;

/** The name of a strategy. */
export type Strategy = typeof STRATEGIES[number];

let taken: ReadonlySet<Strategy> | undefined;

/** Allows only these strategies, besides those that cannot be disabled; undefined allows all. */
export function restrictStrategies(ways: Iterable<Strategy> | undefined): void {
  taken = ways && new Set(ways);
}

/** Whether a strategy may be used. */
export function isStrategyAllowed(way: Strategy): boolean {
  return taken?.has(way) ?? true;
}
