/**
 * Finds places in the program itself, for traces with backtraces: the innermost frame usually belongs to an
 * allocator or a library.
 * @module
 */

import type { TraceQueries } from "../engine/trace_queries.ts";

/** Columns that name a place in the program itself. */
const PLACE_COLUMNS = ["place", "place_file", "place_line"] as const;

/** These columns if rows of a table have such places; empty if no function of the program has a name. */
export async function programPlaces(about: TraceQueries, table: string): Promise<readonly string[]> {
  if (about.filled(table, ["stack"]).length === 0) return [];
  const rows = await about.rows(
    `${table}${about.of} | where place is not null and not (place ~ "*!0x*") | take 1`,
    1,
  );
  return rows.length === 0 ? [] : PLACE_COLUMNS;
}
