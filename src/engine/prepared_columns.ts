/**
 * Columns that pictures of a whole trace read, and that are computed when they are read for the first time: they are made a
 * block at a time, between requests.
 * @module
 */

import { BLOCK_ROWS } from "../tables/block.ts";
import type { OpenTrace } from "./open_trace.ts";

/** What is asked first comes first. */
const COLUMNS = [
  ["events", "live_bytes", "live_blocks"],
  ["allocs", "addr", "size"],
  ["allocs", "func"],
  ["allocs", "file"],
  ["allocs", "line"],
  ["allocs", "stack"],
] as const;
/** Columns that take more than one part in so many of the memory for data wait until somebody asks. */
const SHARE = 16;

/** Makes the columns; `slice` says how many milliseconds go between two looks whether somebody asks something. */
export function* prepareColumns(traces: readonly OpenTrace[], slice: () => number): Generator<void> {
  let begin = performance.now();
  for (const [name, ...names] of COLUMNS) {
    for (const { trace } of traces) {
      const table = trace.tables.get(name);
      if (!table || table.rowCount * 8 * names.length > table.pools.arena.heap.budget / SHARE) continue;
      const columns = names.flatMap((each) => table.column(each) ?? []);
      for (let block = Math.ceil(table.rowCount / BLOCK_ROWS) - 1; block >= 0; block--) {
        for (const column of columns) column.prepare(block);
        if (performance.now() - begin < slice()) continue;
        yield;
        begin = performance.now();
      }
    }
  }
}
