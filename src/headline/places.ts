/**
 * Places in the program itself, for traces with backtraces: the innermost frame is mostly one of an allocator or a library.
 * @module
 */

import type { AboutTrace } from "../engine/about_trace.ts";

/** Columns that name such a place. */
const PLACE_COLUMNS = ["place", "place_file", "place_line"] as const;

/** Those columns where rows of a table have such places; none where no function of the program has a name. */
export async function ownPlaces(about: AboutTrace, table: string): Promise<readonly string[]> {
  if (about.filled(table, ["stack"]).length === 0) return [];
  const rows = await about.rows(
    `${table}${about.of} | where place is not null and not (place ~ "*!0x*") | take 1`,
    1,
  );
  return rows.length === 0 ? [] : PLACE_COLUMNS;
}
