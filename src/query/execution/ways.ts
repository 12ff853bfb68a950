/**
 * The ways in which a step can be done, by name. `explain` says which were taken; tests leave only some of them, so that each
 * way of a question is compared with every other.
 * @module
 */

/** Names of ways that need not be taken: whatever they answer has another answer too, the same one. */
export const WAYS = [
  "zone maps",
  "filter and totals in one pass",
  "totals of packed blocks",
  "distinct values of packed blocks",
  "dense groups",
  "groups by code",
  "expressions packed by loops",
  "generated loop",
  "first and last blocks",
  "top rows by counted values",
  "top rows by first texts",
  "top rows by threshold",
  "rows by a set of keys",
  "join by packed keys",
] as const;

/** One of them. */
export type Way = typeof WAYS[number];

let taken: ReadonlySet<Way> | undefined;

/** Leaves only these ways, beside those that are always there; all of them where it is undefined. */
export function leaveWays(ways: Iterable<Way> | undefined): void {
  taken = ways && new Set(ways);
}

/** Whether a way may be taken. */
export function mayTake(way: Way): boolean {
  return taken?.has(way) ?? true;
}
