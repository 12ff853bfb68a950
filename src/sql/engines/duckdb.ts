/**
 * DuckDB in this process, through its package for Node.js. It is fetched when it is used for the first time, and no
 * part of the program.
 * @module
 */

import { EngineError, type SqlEngine, tableOf } from "./engine.ts";

/**
 * In parts, so that neither the compiler nor a bundler takes the package (67 MB) for a part of the program. The import
 * shows its registry all the same: publishing warns of one that shows nothing.
 */
const PACKAGE = ["node-api", "1.5.5-r.5"].join("@");
/** How often the engine is asked how far it is, in milliseconds. */
const LOOK_EVERY = 200;

/** What is used of the package. */
interface DuckDbPackage {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ getColumns(): unknown[][] }>;
  readonly progress: { readonly percentage: number };
  interrupt(): void;
  closeSync(): void;
}

/** Loads the package and opens a database in memory. */
export async function openDuckDb(): Promise<SqlEngine> {
  let loaded: DuckDbPackage;
  try {
    loaded = await import(`npm:@duckdb/${PACKAGE}`) as DuckDbPackage;
  } catch (error) {
    throw new EngineError(
      `Cannot load DuckDB: ${
        firstLine(error)
      }. It is the package @duckdb/node-api, which Deno fetches when it is ` +
        `used for the first time; a compiled quarry loads no packages: run Quarry from its sources, or ` +
        `give what "quarry sql" prints to the program duckdb`,
    );
  }
  const instance = await loaded.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return {
    async run(sql, columns, { signal, progress } = {}) {
      const cancel = (): void => connection.interrupt();
      signal?.addEventListener("abort", cancel);
      const look = progress &&
        setInterval(() => progress(Math.max(0, connection.progress.percentage) / 100), LOOK_EVERY);
      try {
        return tableOf(columns, (await connection.runAndReadAll(sql)).getColumns());
      } catch (error) {
        signal?.throwIfAborted();
        throw new EngineError(`DuckDB: ${firstLine(error)}`);
      } finally {
        if (look !== undefined) clearInterval(look);
        signal?.removeEventListener("abort", cancel);
      }
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").replace(/[.\s]+$/, "");
}
