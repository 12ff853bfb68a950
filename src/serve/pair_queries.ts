/**
 * Queries for who frees what whom: the places that allocate blocks by the places that free them. Used by both sides, as
 * those of other pictures are.
 * @module
 */

import type { WireTrace } from "./api_types.ts";
import { hasColumn, rangeFilter } from "./picture_queries.ts";

/** What both ends of blocks can be told apart by, as a query writes it. */
export interface PairKey {
  readonly name: string;
  readonly allocated: string;
  readonly freed: string;
}

/** The keys of both ends that a trace has, best first; empty where nothing is known of those that free. */
export function pairKeys(trace: WireTrace): readonly PairKey[] {
  const has = (name: string): boolean => hasColumn(trace, "allocs", name);
  const own = has("stack") && has("free.stack")
    ? [{ name: "place", allocated: "place", freed: "place(free.stack)" }]
    : [];
  const plain = ["func", "name", "file", "thread"].filter((name) => has(name) && has(`free.${name}`));
  return [...own, ...plain.map((name) => ({ name, allocated: name, freed: `free.${name}` }))];
}

/** The blocks of a picture: those that were allocated in a stretch, or all. */
export function pairRows({ of }: WireTrace, range: Parameters<typeof rangeFilter>[0]): string {
  return `allocs${of}${rangeFilter(range)}`;
}

/**
 * Blocks and bytes of each pair, and those that were never freed, which have no end in the first answer. One question with
 * three keys takes half as long again.
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
