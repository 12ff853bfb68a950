/**
 * DuckDB through the program `duckdb` on the PATH, for a compiled Quarry, which cannot load packages. Each
 * statement starts a new process, as with Spark.
 * @module
 */

import { EngineError, type SqlEngine, tableOf, valueOf } from "./engine.ts";
import type { EngineSettings } from "./engine_settings.ts";

const PROGRAM = "duckdb";
/** Matches numbers that JSON cannot represent, and string literals, which may contain such words. */
const WORDS = /"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|inf|NaN|nan)\b/g;

/** Opens the program; undefined if it is missing, or no program may be started. */
export async function openDuckDbProgram({ run }: EngineSettings): Promise<SqlEngine | undefined> {
  const isThere = await run?.(PROGRAM, ["--version"]).then(({ success }) => success, () => false);
  if (run === undefined || isThere !== true) return undefined;
  return {
    async run(sql, columns, { signal } = {}) {
      const { success, stdout, stderr } = await run(PROGRAM, ["-json", "-c", sql], { signal });
      signal?.throwIfAborted();
      if (!success) throw new EngineError(`DuckDB: ${firstLine(stderr)}`);
      const rows = rowsOf(stdout);
      return tableOf(
        columns,
        columns.map(({ name, type }) => rows.map((row) => valueOf(row[name], type))),
      );
    },
    close() {},
  };
}

/** Parses rows as the program prints them; numbers keep all their digits. */
export function rowsOf(json: string): readonly Readonly<Record<string, unknown>>[] {
  const text = json.trim();
  if (text === "") return [];
  const sound = text.replaceAll(WORDS, (word) => word.startsWith('"') ? word : `"${word}"`);
  // The third argument contains the source text of a number. The type declarations do not list it.
  const digits = (_key: string, value: unknown, ...[context]: { readonly source?: string }[]): unknown =>
    typeof value === "number" ? context?.source ?? value : value;
  return JSON.parse(sound, digits);
}

function firstLine(text: string): string {
  return text.split("\n").map((line) => line.trim()).find((line) => line !== "") ?? "no reason given";
}
