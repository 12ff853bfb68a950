/**
 * Determines whether a trace reaches an address by checking its distinct entries, which are few.
 * @module
 */

import type { AddressRange } from "../ranges/entries.ts";
import type { Column } from "../../tables/column.ts";
import type { Table } from "../../tables/table.ts";
import type { OpenRun } from "../../query/operators/extension.ts";

/** How a trace reaches a window in one module. */
interface Reach {
  readonly [column: string]: string | bigint | null;
}

/**
 * Returns one row for each module of a trace that ran in the window; `module` restricts this to one module.
 */
export function reachingRows({ name, trace }: OpenRun, window: AddressRange, only: string | null): Reach[] {
  const entries = trace.tables.get("entries");
  if (!entries) return [];
  const byModule = new Map<string | null, { row: number; first: bigint; count: bigint }>();
  for (const row of rowsMeeting(entries, window)) {
    // Special entries have no op letters; gnatcov ignores entries before or below the load address.
    if (entries.cell(row, "type") === null || entries.cell(row, "dropped") === true) continue;
    const module = entries.cell(row, "module") as string | null;
    if (only !== null && module !== only) continue;
    const first = entries.cell(row, "first") as bigint, count = entries.cell(row, "count") as bigint;
    const known = byModule.get(module);
    if (!known) byModule.set(module, { row, first, count });
    else {
      known.count += count;
      if (first < known.first) Object.assign(known, { row, first });
    }
  }
  return [...byModule].map(([module, { row, first, count }]) => ({
    trace: name,
    module,
    addr: entries.cell(row, "addr") as bigint,
    size: entries.cell(row, "size") as bigint,
    count,
    first,
  }));
}

/** Rows whose bytes overlap a window. */
function rowsMeeting(entries: Table, { first, last }: AddressRange): number[] {
  const { arena } = entries.pools;
  const { rowCount } = entries;
  const addrs = arena.alloc(rowCount * 8), sizes = arena.alloc(rowCount * 8);
  gatherAll(entries, entries.column("addr")!, addrs);
  gatherAll(entries, entries.column("size")!, sizes);
  const found: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    const addr = arena.u64[(addrs >>> 3) + row]!, size = arena.u64[(sizes >>> 3) + row]!;
    if (size > 0n && addr <= last && addr + size > first) found.push(row);
  }
  arena.free(addrs);
  arena.free(sizes);
  return found;
}

function gatherAll(table: Table, column: Column, values: number): void {
  const { arena } = table.pools;
  const { rowCount } = table;
  const rows = arena.alloc(rowCount * 4), nulls = arena.alloc(rowCount);
  for (let row = 0; row < rowCount; row++) arena.u32[(rows >>> 2) + row] = row;
  column.gather(rows, rowCount, values, nulls);
  for (let row = 0; row < rowCount; row++) if (arena.u8[nulls + row]) arena.u64[(values >>> 3) + row] = 0n;
  arena.free(rows);
  arena.free(nulls);
}
