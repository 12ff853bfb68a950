/**
 * Values as JSON. 64-bit numbers that a double would round are strings, unless numbers are requested.
 * @module
 */

import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";
import { isSafe } from "../base/u64.ts";

/** Control characters that `JSON.stringify` does not escape and that affect a terminal. */
const CONTROL_CHARACTERS = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text as a JSON string with all control characters escaped. */
export function jsonText(text: string): string {
  return JSON.stringify(text).replace(
    CONTROL_CHARACTERS,
    (char) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** A value as JSON. Times are nanoseconds, bytes are hexadecimal digits, numbers that JSON lacks are null. */
export function jsonValue(value: ResultValue, forceNumbers: boolean): string {
  if (typeof value === "string") return jsonText(value);
  if (typeof value === "bigint") return forceNumbers || isSafe(value) ? String(value) : `"${value}"`;
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : "null";
  return value instanceof Uint8Array ? `"${value.toHex()}"` : String(value);
}

/** The keys of an object, `"name":` for each column. */
export function jsonKeys(columns: readonly ResultColumn[]): string[] {
  return columns.map(({ name }, at) => (at === 0 ? "{" : ",") + jsonText(name) + ":");
}

/** A row as a JSON object. */
export function jsonRow(
  table: ResultTable,
  row: number,
  options: { readonly keys: readonly string[]; readonly forceNumbers: boolean },
): string {
  const { keys, forceNumbers } = options;
  if (keys.length === 0) return "{}";
  let line = "";
  for (let column = 0; column < keys.length; column++) {
    line += keys[column]! + jsonValue(table.value(row, column), forceNumbers);
  }
  return line + "}";
}
