/**
 * Values as JSON. 64-bit numbers that a double would round are strings of their digits, unless numbers are asked for.
 * @module
 */

import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";
import { isSafe } from "../base/u64.ts";

/** What `JSON.stringify` leaves raw and a terminal obeys. */
const STEERING = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text as a JSON string without a control character in it. */
export function jsonText(text: string): string {
  return JSON.stringify(text).replace(
    STEERING,
    (char) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** One value. Times are nanoseconds, bytes are hex digits, numbers that JSON lacks are null. */
export function jsonValue(value: ResultValue, forceNumbers: boolean): string {
  if (typeof value === "string") return jsonText(value);
  if (typeof value === "bigint") return forceNumbers || isSafe(value) ? String(value) : `"${value}"`;
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : "null";
  return value instanceof Uint8Array ? `"${value.toHex()}"` : String(value);
}

/** `"name":` of each column, ready to be put in front of a value. */
export function jsonKeys(columns: readonly ResultColumn[]): string[] {
  return columns.map(({ name }, at) => (at === 0 ? "{" : ",") + jsonText(name) + ":");
}

/** One row as an object. */
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
