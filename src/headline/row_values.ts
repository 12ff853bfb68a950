/**
 * Formats values for headlines.
 * @module
 */

import type { ResultValue } from "../base/result_table.ts";
import type { NamedRow } from "../engine/trace_queries.ts";
import { shortName } from "../names/short_name.ts";

/** A number of a row, or 0 if it has none. */
export function numberOfRow(row: NamedRow | undefined, column: string): bigint | number {
  const value = row?.[column];
  return typeof value === "bigint" || typeof value === "number" ? value : 0n;
}

/** A text of a row, or null if it has none. */
export function textOfRow(row: NamedRow, column: string): string | null {
  const value = row[column];
  return value === null || value === undefined ? null : String(value);
}

/** Columns that contain names of functions. */
const FUNCTIONS = new Set(["func", "symbol", "place"]);

/** A text of a row for the screen: names of functions are shortened, and addresses are written as everywhere else. */
export function labelOfRow(row: NamedRow, column: string): string | null {
  const value = row[column];
  if (column === "addr" && typeof value === "bigint") return `0x${value.toString(16)}`;
  const text = textOfRow(row, column);
  return text !== null && FUNCTIONS.has(column) ? shortName(text) : text;
}

/** The source location of a row, such as `big.c:17` or `big.c`; null if the row has none. */
export function sourceLocationOf(row: NamedRow): string | null {
  const file = textOfRow(row, "file") ?? textOfRow(row, "place_file");
  if (file === null) return null;
  const line = textOfRow(row, "line") ?? textOfRow(row, "place_line");
  return `${baseName(file)}${line === null || line === "0" ? "" : `:${line}`}`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.replace(/^.*[\\/](?=[^\\/])/, "");
}

/** The ratio of a part to a whole, from 0 to 1; null if the whole is 0. */
export function shareOf(part: bigint | number, whole: bigint | number): number | null {
  return Number(whole) === 0 ? null : Math.min(1, Math.max(0, Number(part) / Number(whole)));
}

/** A value as a literal of the language; undefined if it has no literal. */
export function literalOf(value: ResultValue): string | undefined {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "bigint" || typeof value === "boolean" ? String(value) : undefined;
}

/** A condition for the rows of a group: `func == "main" and line == 3`. */
export function testsOf(row: NamedRow, keys: readonly string[]): string {
  return keys.map((key) => {
    const literal = literalOf(row[key] ?? null);
    return literal === undefined ? `${key} is null` : `${key} == ${literal}`;
  }).join(" and ");
}
