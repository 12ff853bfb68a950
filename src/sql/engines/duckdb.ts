/**
 * Runs DuckDB through its Node.js package, in a separate process. The package is downloaded on first use, and
 * is not part of the program.
 * @module
 */

import { openDuckDbProgram } from "./duckdb_program.ts";
import { EngineError, type SqlEngine, tableOf, valueOf } from "./engine.ts";
import type { EngineSettings } from "./engine_settings.ts";

/** A message to the process: a statement, or null to cancel the running one. */
export interface DuckDbRequest {
  readonly sql: string | null;
}

/** A message from the process. */
export type DuckDbReply =
  | { readonly kind: "ready" }
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "rows"; readonly columns: readonly (readonly unknown[])[] }
  | { readonly kind: "failed"; readonly message: string };

const FETCHED =
  "It is the package @duckdb/node-api, which Deno fetches when it is used for the first time; " +
  "a compiled quarry loads no packages: install the program duckdb, or run Quarry from its sources";

/** Starts the process, which opens an in-memory database. */
export async function openDuckDb(settings: EngineSettings): Promise<SqlEngine> {
  const { startDuckDb } = settings;
  if (startDuckDb === undefined) {
    const program = await openDuckDbProgram(settings);
    if (program) return program;
    throw new EngineError(`Cannot load DuckDB here, and there is no program duckdb on the PATH. ${FETCHED}`);
  }
  const program = startDuckDb();
  const next = async (): Promise<DuckDbReply> => {
    const line = await program.read();
    return line === undefined
      ? { kind: "failed", message: "its process has ended" }
      : JSON.parse(line) as DuckDbReply;
  };
  const ready = await next();
  if (ready.kind !== "ready") {
    const why = ready.kind === "failed" ? ready.message : "no reason given";
    const said = await program.end();
    throw new EngineError(`Cannot load DuckDB: ${said === "" ? why : said}. ${FETCHED}`);
  }
  const tell = (question: DuckDbRequest): Promise<void> => program.write(JSON.stringify(question));
  return {
    async run(sql, columns, { signal, progress } = {}) {
      const cancel = (): void => void tell({ sql: null }).catch(() => {});
      signal?.addEventListener("abort", cancel);
      try {
        signal?.throwIfAborted();
        await tell({ sql }).catch(() => {
          throw new EngineError("DuckDB: its process ended");
        });
        while (true) {
          const answer = await next();
          if (answer.kind === "progress") progress?.(answer.done);
          else if (answer.kind === "rows") {
            return tableOf(
              columns,
              columns.map(({ type }, at) => answer.columns[at]!.map((value) => valueOf(value, type))),
            );
          } else if (answer.kind === "failed") {
            signal?.throwIfAborted();
            throw new EngineError(`DuckDB: ${answer.message}`);
          }
        }
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    close: () => void program.end(),
  };
}
