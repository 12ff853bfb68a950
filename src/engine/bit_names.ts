/**
 * Names of the bits in columns of masks.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { Trace } from "../tables/trace.ts";

/** Names of the bits of a column of `events`, from the table in which the format of the trace lists them. */
export function bitNames(trace: Trace, column: string): ReadonlyMap<string, bigint> {
  const names = new Map<string, bigint>();
  const table = trace.tables.get(formatNamed(trace.header.format)?.bitNames?.[column] ?? "");
  // If a derived table has that name, its rows are combinations of bits, which have no names.
  if (!table?.column("name")) return names;
  for (const { name, [column]: bit } of table.rows()) {
    if (typeof name === "string" && typeof bit === "bigint") names.set(name, bit);
  }
  return names;
}
