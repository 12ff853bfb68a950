/** With `QUARRY_TEST_INDEX=1` tests use traces read from a saved index. */

import type { LoadedFile } from "../../src/ingest/load.ts";
import type { Pools } from "../../src/tables/pools.ts";
import { throughIndex } from "../index/through_index.ts";

const isWanted = Deno.env.get("QUARRY_TEST_INDEX") === "1";

/** A loaded file, or the one read back from its index. A file that cannot be saved is returned unchanged. */
export async function asSaved(
  file: LoadedFile,
  pools: Pools,
  options: Parameters<typeof throughIndex>[2],
): Promise<LoadedFile> {
  return isWanted ? await throughIndex(file, pools, options) : file;
}
