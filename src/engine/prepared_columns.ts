/**
 * Computes ahead of time the columns that charts of a whole trace read and that are otherwise computed on
 * first use. Works block by block, between requests.
 * @module
 */

import { BLOCK_ROWS } from "../tables/block.ts";
import type { OpenTrace } from "./open_trace.ts";

/** Columns in the order in which they are usually needed. */
const COLUMNS = [
  ["events", "live_bytes", "live_blocks"],
  ["allocs", "addr", "size"],
  ["allocs", "func"],
  ["allocs", "file"],
  ["allocs", "line"],
  ["allocs", "stack"],
] as const;
/**
 * Columns larger than this fraction (1/16) of the memory for data are computed only when a query needs them.
 */
const SHARE = 16;

/** Computes the columns; `slice` gives the milliseconds to work before the next check for requests. */
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
