/**
 * Runs golden queries, recipes and random queries on an engine and in Quarry, and reports the result of each part.
 *
 *     deno run -A --config tests/deno.json --lock tests/deno.lock tools/engines/ask.ts duckdb|clickhouse CORPUS...
 *
 * CORPUS is golden, golden:FILE, recipes or random:FIRST+WORLDS. ClickHouse runs if QUARRY_TEST_CHDB names a folder
 * with the package chdb. For Spark there is tools/spark/cluster.ts.
 * @module
 */

import { askCorpora } from "../../tests/sql/asked_corpora.ts";
import { chdbEngine } from "../../tests/sql/chdb_engine.ts";
import { DuckEngine } from "../../tests/sql/duckdb_engine.ts";
import { tell } from "../commands.ts";

async function main([engine, ...corpora]: readonly string[]): Promise<number> {
  if (engine === "clickhouse") return await askCorpora(chdbEngine(), corpora, tell) ? 0 : 1;
  const duck = await DuckEngine.open();
  try {
    return await askCorpora((dataset) => duck.over(dataset), corpora, tell) ? 0 : 1;
  } finally {
    duck.close();
  }
}

Deno.exit(await main(Deno.args));
