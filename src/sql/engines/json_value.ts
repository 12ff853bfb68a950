/**
 * Values as engines give them in JSON.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";

/** A value of JSON as the column has it. */
export function valueOf(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case "u64":
    case "u32":
    case "i64":
    case "time":
      return BigInt(value as string | number);
    case "f64":
      return value === "inf" ? Infinity : value === "-inf" ? -Infinity : Number(value);
    case "bool":
      return value === true || value === 1 || value === "1";
    default:
      return value;
  }
}
