/**
 * Queries for pairs of functions: those that allocate blocks, with those that free them. The page and the
 * server share this file.
 * @module
 */

import type { WireTrace } from "./api_types.ts";
import { hasColumn, rangeFilter } from "./picture_queries.ts";

/** A property that both the allocation and the free of a block have, as a query writes it. */
export interface PairKey {
  readonly name: string;
  readonly allocated: string;
  readonly freed: string;
}

/** Returns the keys that a trace has for both, best first; empty if nothing is known about frees. */
export function pairKeys(trace: WireTrace): readonly PairKey[] {
  const has = (name: string): boolean => hasColumn(trace, "allocs", name);
  const own = has("stack") && has("free.stack")
    ? [{ name: "place", allocated: "place", freed: "place(free.stack)" }]
    : [];
  const plain = ["func", "name", "file", "thread"].filter((name) => has(name) && has(`free.${name}`));
  return [...own, ...plain.map((name) => ({ name, allocated: name, freed: `free.${name}` }))];
}

/** Returns the blocks of a chart: those allocated in a range, or all. */
export function pairRows({ of }: WireTrace, range: Parameters<typeof rangeFilter>[0]): string {
  return `allocs${of}${rangeFilter(range)}`;
}

/**
 * Builds queries for the blocks and bytes of each pair; the first query also counts blocks that were never
 * freed. A single query with three keys would take half as long again.
 */
export function pairQueries(
  rows: string,
  { allocated, freed }: PairKey,
): { readonly pairs: string; readonly kept: string } {
  const values = "blocks = count(), bytes = sum(size) | sort bytes desc";
  return {
    pairs: `${rows} | by allocated = ${allocated}, freed_by = ${freed}: ${values}`,
    kept: `${rows} | where freed is null | by allocated = ${allocated}: ${values}`,
  };
}
