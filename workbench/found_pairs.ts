/**
 * Requests the pairs of allocating and freeing places: for the table of all pairs, and again for the blocks
 * of one pair.
 * @module
 */

import { MAP_ROWS } from "../src/serve/picture_queries.ts";
import { type PairKey, pairQueries, pairRows } from "../src/serve/pair_queries.ts";
import type { WireTrace } from "../src/serve/api_types.ts";
import { drawnNumbersOf } from "./api.ts";
import { type Pairs, pairsOf } from "./pairs.ts";
import type { Range } from "./page_state.ts";

/** The request and its result. */
export interface FoundPairs {
  readonly key: PairKey;
  readonly queries: readonly string[];
  /** The pairs; null if there are too many. */
  readonly pairs: Pairs | null;
}

/**
 * Returns the sums of each pair for a key; details request them again to know which places are among the
 * others.
 */
export async function foundPairs(
  trace: WireTrace,
  key: PairKey,
  { range, most }: { readonly range: Range | null; readonly most: number },
  signal: AbortSignal,
): Promise<FoundPairs> {
  const queries = pairQueries(pairRows(trace, range), key);
  const [pairs, kept] = await Promise.all(
    [queries.pairs, queries.kept].map((query) => drawnNumbersOf(query, MAP_ROWS, signal)),
  );
  const isCut = pairs!.cells[0]!.length < pairs!.rowCount;
  return { key, queries: [queries.pairs, queries.kept], pairs: isCut ? null : pairsOf(pairs!, kept!, most) };
}
