/**
 * Engines by name; each is loaded on first use.
 * @module
 */

import type { DialectName } from "../dialects/dialect.ts";
import type { SqlEngine } from "./engine.ts";
import type { EngineSettings } from "./engine_settings.ts";

/** Opens an engine. Throws `EngineError` if it is not available. */
export async function openEngine(name: DialectName, settings: EngineSettings): Promise<SqlEngine> {
  switch (name) {
    case "duckdb":
      return await (await import("./duckdb.ts")).openDuckDb(settings);
    case "clickhouse":
      return await (await import("./clickhouse.ts")).openClickHouse(settings);
    case "spark":
      return await (await import("./spark.ts")).openSpark(settings);
  }
}
