/**
 * The value of a cell as queries write it, and tests for rows with it and without.
 * @module
 */

import type { ResultColumn, ResultValue } from "../../base/result_table.ts";
import { hex } from "../../base/u64.ts";

/** A value as a query writes it; undefined for what has no such form. */
export function literal(column: ResultColumn, value: ResultValue): string | undefined {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return String(value);
  if (column.type === "time" || column.type === "f64" || value instanceof Uint8Array) return undefined;
  return column.display === "hex" ? hex(value) : String(value);
}

/** The test for rows in which an expression has the value of such a literal. */
export function isValue(expr: string, literal: string): string {
  return literal === "null" ? `${expr} is null` : `${expr} == ${literal}`;
}

/** The test for rows in which it has another one. */
export function isOther(expr: string, literal: string): string {
  return literal === "null" ? `${expr} is not null` : `${expr} != ${literal}`;
}
