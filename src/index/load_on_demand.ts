/**
 * Loads the file of an index again, for data that the index does not contain.
 * @module
 */

import { load, type LoadOptions } from "../ingest/load.ts";
import type { Pools } from "../tables/pools.ts";
import type { Trace } from "../tables/trace.ts";

/** Loads the file on demand, into memory that is freed together with `pools`. */
export function loadOnDemand(
  reopen: NonNullable<LoadOptions["reopen"]>,
  options: LoadOptions,
  pools: Pools,
): () => Promise<readonly Trace[]> {
  let loaded: Promise<readonly Trace[]> | undefined;
  const loadOnce = async (): Promise<readonly Trace[]> => {
    const { traces } = await load(await reopen(), pools, { ...options, reopen });
    for (const each of traces) pools.within.add(each.pools);
    return traces;
  };
  return () =>
    loaded ??= loadOnce().catch((error) => {
      loaded = undefined;
      throw error;
    });
}
