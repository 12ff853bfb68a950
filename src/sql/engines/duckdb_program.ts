/**
 * DuckDB as the program `duckdb` on the PATH: for a compiled Quarry, which loads no packages. Each statement starts it again,
 * as with Spark.
 * @module
 */

import { EngineError, type SqlEngine, tableOf, valueOf } from "./engine.ts";
import type { EngineSettings } from "./engine_settings.ts";

const PROGRAM = "duckdb";
/** Numbers that JSON has no words for, and texts, in which such words may be. */
const WORDS = /"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|inf|NaN|nan)\b/g;

/** The program; undefined where there is none, or none may be started. */
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

/** Rows as the program prints them; numbers keep their digits. */
export function rowsOf(json: string): readonly Readonly<Record<string, unknown>>[] {
  const text = json.trim();
  if (text === "") return [];
  const sound = text.replaceAll(WORDS, (word) => word.startsWith('"') ? word : `"${word}"`);
  // The text of a number comes as the third argument, of which the types know nothing.
  const digits = (_key: string, value: unknown, ...[context]: { readonly source?: string }[]): unknown =>
    typeof value === "number" ? context?.source ?? value : value;
  return JSON.parse(sound, digits);
}

function firstLine(text: string): string {
  return text.split("\n").map((line) => line.trim()).find((line) => line !== "") ?? "it says nothing";
}
