/**
 * ClickHouse over its HTTP interface: the request body is a statement, the response is JSON lines.
 * @module
 */

import { EngineError, type SqlEngine, tableOf, valueOf } from "./engine.ts";
import type { EngineSettings } from "./engine_settings.ts";

const USUAL = "http://localhost:8123";
const LOCALHOST = /(?<=^http:\/\/)localhost(?=[:/]|$)/;
/** The first version that reads the partitions of a folder. */
const LEAST_VERSION = 25;

/** Interval between progress requests, in milliseconds. */
const PROGRESS_INTERVAL = 500;

/**
 * Writes 64-bit numbers as strings, since JSON readers round them; cancels a statement when its client
 * disconnects.
 */
const SETTINGS = "output_format_json_quote_64bit_integers=1&cancel_http_readonly_queries_on_client_close=1" +
  "&output_format_json_quote_denormals=1";

/** Checks that a server is reachable and recent enough. */
export async function openClickHouse({ server = USUAL }: EngineSettings): Promise<SqlEngine> {
  const base = server.replace(/\/+$/, "");
  const version = (await ask(base, "SELECT version()", "TabSeparated", "v")).trim();
  if (!(Number.parseInt(version) >= LEAST_VERSION)) {
    throw new EngineError(
      `ClickHouse at ${base} has version ${version}; ${LEAST_VERSION}.1 or newer is needed`,
    );
  }
  return {
    async run(sql, columns, { signal, progress } = {}) {
      const id = crypto.randomUUID();
      const cancel = (): void => {
        void ask(base, `KILL QUERY WHERE query_id = '${id}' ASYNC`, "Null", crypto.randomUUID()).catch(
          () => {},
        );
      };
      signal?.addEventListener("abort", cancel);
      const look = progress && setInterval(() => void requestProgress(base, id, progress), PROGRESS_INTERVAL);
      try {
        const text = await ask(base, sql, "JSONCompactEachRow", id, signal);
        const rows = text === ""
          ? []
          : text.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown[]);
        return tableOf(columns, columns.map(({ type }, at) => rows.map((row) => valueOf(row[at], type))));
      } finally {
        if (look !== undefined) clearInterval(look);
        signal?.removeEventListener("abort", cancel);
      }
    },
    close() {},
  };
}

/** Requests how many rows a statement has read. */
async function requestProgress(base: string, id: string, progress: (done: number) => void): Promise<void> {
  const sql =
    `SELECT read_rows / greatest(read_rows, total_rows_approx, 1) FROM system.processes WHERE query_id = '${id}'`;
  try {
    const text = await ask(base, sql, "TabSeparated", crypto.randomUUID());
    const done = Number.parseFloat(text);
    if (done >= 0 && done <= 1) progress(done);
  } catch {
    // Some users may not read the list of running statements.
  }
}

async function ask(
  base: string,
  sql: string,
  format: string,
  id: string,
  signal?: AbortSignal,
): Promise<string> {
  let response: Response;
  try {
    const url = `${base}/?${SETTINGS}&query_id=${id}&default_format=${format}`;
    response = await fetch(url, { method: "POST", body: sql, ...(signal ? { signal } : {}) });
  } catch (error) {
    signal?.throwIfAborted();
    const isRefused = error instanceof Error && error.name === "NotCapable";
    // A compiled Quarry has permission for addresses of this machine, but not for host names.
    const address = base.replace(LOCALHOST, "127.0.0.1");
    if (isRefused && address !== base) return await ask(address, sql, format, id, signal);
    const why = isRefused ? "Quarry may not use the network without --allow-net" : "nothing answers there";
    throw new EngineError(`Cannot reach ClickHouse at ${base}: ${why}; --server URL selects another one`);
  }
  const text = await response.text();
  if (response.ok) return text;
  throw new EngineError(`ClickHouse: ${(text.split("\n")[0] ?? "").slice(0, 400)}`);
}
