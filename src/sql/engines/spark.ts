/**
 * Runs Spark through its program `spark-sql`, which every distribution contains, so no package is needed.
 * Spark Connect and the Thrift server need clients, which were not tried in Deno. Rows are returned as JSON
 * lines.
 * @module
 */

import type { PlanColumn } from "../../query/plan/values.ts";
import { EngineError, type SqlEngine, tableOf, valueOf } from "./engine.ts";
import type { EngineSettings, ProgramOutput, ProgramWatch } from "./engine_settings.ts";

const PROGRAM = "spark-sql";
/** The first version that numbers the rows of Parquet files. */
const LEAST_VERSION = 4;
/** Session settings: overflow is an error, times have no zone, and long scripts may have many steps. */
export const SPARK_SESSION: readonly string[] = [
  "spark.sql.ansi.enabled=true",
  "spark.sql.session.timeZone=UTC",
  "spark.sql.analyzer.maxIterations=1000",
];
/** Matches progress reports such as `[Stage 1:===>   (3 + 2) / 48]`: tasks done, running, and in total. */
const STAGE = /\[Stage \d+:[^\]\n]*\((\d+) \+ \d+\) \/ (\d+)\]/g;

/** Checks that the master is reachable, and the version of the program. */
export async function openSpark({ server, run, listens }: EngineSettings): Promise<SqlEngine> {
  if (run === undefined) {
    throw new EngineError("Cannot start spark-sql: Quarry may not run programs without --allow-run");
  }
  const start = async (args: readonly string[], watch?: ProgramWatch): Promise<ProgramOutput> => {
    try {
      return await run(PROGRAM, args, watch);
    } catch (error) {
      watch?.signal?.throwIfAborted();
      throw new EngineError(
        `Cannot start ${PROGRAM}: ${error instanceof Error ? error.message : String(error)}; it is in the ` +
          `folder bin of Spark ${LEAST_VERSION} or newer, also of the Python package pyspark`,
      );
    }
  };
  const master = server === undefined ? [] : ["--master", server];
  if (server !== undefined && !await isThere(server, listens)) {
    throw new EngineError(
      `Cannot reach Spark at ${server}: nothing answers there; --server URL selects another one`,
    );
  }
  const { stdout, stderr } = await start(["--version"]);
  const version = /version (\d+)\.[\d.]+/.exec(`${stdout}\n${stderr}`);
  if (!(Number(version?.[1]) >= LEAST_VERSION)) {
    throw new EngineError(
      `${PROGRAM} is ${version?.[0] ?? "of an unknown version"}; ${LEAST_VERSION}.0 or newer is needed`,
    );
  }
  return {
    async run(sql, columns, { signal, progress } = {}) {
      const settings = [...SPARK_SESSION, "spark.ui.showConsoleProgress=true"].flatMap((
        each,
      ) => ["--conf", each]);
      const out = await start([...master, ...settings, "-S", "-e", jsonRows(sql, columns)], {
        signal,
        said: (text) => {
          const stage = [...text.matchAll(STAGE)].at(-1);
          if (stage) progress?.(Number(stage[1]) / Math.max(1, Number(stage[2])));
        },
      });
      signal?.throwIfAborted();
      if (!out.success) throw new EngineError(`Spark: ${reason(out.stderr)}`);
      const rows = out.stdout.split("\n").filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      return tableOf(columns, columns.map(({ type }, at) => rows.map((row) => valueOf(row[`c${at}`], type))));
    },
    close() {},
  };
}

/** Whether one of the masters of `spark://host:port,host:port` listens. Other addresses are not checked. */
async function isThere(server: string, listens: EngineSettings["listens"]): Promise<boolean> {
  const hosts = [...server.matchAll(/(?:^spark:\/\/|,)([^,:]+):(\d+)/g)];
  if (hosts.length === 0 || listens === undefined) return true;
  for (const [, host, port] of hosts) if (await listens(host!, Number(port))) return true;
  return false;
}

/** Wraps a statement to return its rows as JSON, with 64-bit numbers as strings and nulls included. */
function jsonRows(sql: string, columns: readonly PlanColumn[]): string {
  const order = sql.lastIndexOf("\nORDER BY _row");
  const from = sql.lastIndexOf("\nSELECT ", order);
  const names = columns.map((_, at) => `c${at}`).join(", ");
  const texts = columns.map((_, at) => `CAST(c${at} AS STRING) AS c${at}`).join(", ");
  const inner = sql.slice(from + 1, order).replace(/^SELECT /, "SELECT _row, ");
  return `${sql.slice(0, from)}, shown (_row, ${names}) AS (${inner})\n` +
    `SELECT to_json(struct(${texts})) FROM shown ORDER BY _row`;
}

/** Finds the line with the error in the program's output. */
function reason(text: string): string {
  const lines = text.replace(STAGE, "").split(/[\r\n]/).map((line) => line.trim()).filter((line) =>
    line !== ""
  );
  return (lines.find((line) => /^\[[A-Z_.]+\]|Exception|rror:/.test(line)) ?? lines.at(-1) ?? "it failed")
    .slice(0, 400);
}
