/** Rows of files that were read in part, compared with those of whole files. */

import type { Trace } from "../../src/tables/trace.ts";
import { conformanceOf } from "./profile.ts";
import type { Snapshooter } from "./snapshot.ts";

/** Checksums per row, by `SEGMENT TABLE.COLUMN`. */
export type Rows = ReadonlyMap<string, Int32Array>;

/** Rows of a load: all, or only those that later bytes cannot change. */
export function rowsOf(
  { format, traces, settled = false }: { format: string; traces: readonly Trace[]; settled?: boolean },
  snapshooter: Snapshooter,
): Rows {
  const { tables, ahead, open } = conformanceOf(format).order;
  const rows = new Map<string, Int32Array>();
  traces.forEach((trace, segment) => {
    const last = settled ? open?.(trace) ?? 0 : 0;
    for (const name of tables) {
      const table = trace.tables.get(name);
      for (const column of table?.columns ?? []) {
        if (column.name === "trace" || ahead.test(`${name}.${column.name}`)) continue;
        const sums = snapshooter.rowSums(column, table!);
        rows.set(`${segment} ${name}.${column.name}`, sums.subarray(0, Math.max(0, sums.length - last)));
      }
    }
  });
  return rows;
}

/** Rows of the tables in file order. */
export function countRows(format: string, traces: readonly Trace[]): number {
  const { tables } = conformanceOf(format).order;
  return traces.reduce(
    (sum, trace) => sum + tables.reduce((rows, name) => rows + (trace.tables.get(name)?.rowCount ?? 0), 0),
    0,
  );
}

/** Settled rows of a part that the whole does not have in the same places. */
export function misplaced(part: Rows, whole: Rows): string[] {
  const found: string[] = [];
  for (const [name, sums] of part) {
    const all = whole.get(name);
    if (!all || all.length < sums.length) {
      if (sums.length > 0) found.push(`${name}: ${sums.length} rows, and ${all?.length ?? 0} of the whole`);
      continue;
    }
    const row = sums.findIndex((sum, at) => sum !== all[at]);
    if (row >= 0) found.push(`${name}: row ${row} of ${sums.length}`);
  }
  return found;
}
