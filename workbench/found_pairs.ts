/**
 * Asks who frees what whom: for the table of all pairs, and again for the blocks of one of them.
 * @module
 */

import { MAP_ROWS } from "../src/serve/picture_queries.ts";
import { type PairKey, pairQueries, pairRows } from "../src/serve/pair_queries.ts";
import type { WireTrace } from "../src/serve/api_types.ts";
import { drawnNumbersOf } from "./api.ts";
import { type Pairs, pairsOf } from "./pairs.ts";
import type { Range } from "./page_state.ts";

/** What was asked, and what came. */
export interface FoundPairs {
  readonly key: PairKey;
  readonly queries: readonly string[];
  /** Null where there are more pairs than are read. */
  readonly pairs: Pairs | null;
}

/** The sums of each pair for a key; details ask for them again to know who the others are. */
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
