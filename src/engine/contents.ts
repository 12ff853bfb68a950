/**
 * Memory contents recorded with calls, read only for the calls that need them.
 * @module
 */

import type { Content, RequestedCells } from "../events/trace_sink.ts";
import { BLOCK_ROWS } from "../tables/block.ts";
import type { Table } from "../tables/table.ts";
import { cellsAt, Workspace } from "../query/execution/relation.ts";
import type { OpenTrace } from "./open_trace.ts";

/**
 * Visits the memory contents of the calls with these numbers, or of all calls; false if the trace has none.
 */
export async function readContents(
  { trace }: OpenTrace,
  numbers: ReadonlySet<number> | null,
  visit: (content: Content) => void | Promise<void>,
): Promise<boolean> {
  const calls = trace.tables.get("calls");
  if (!trace.contents || !calls) return false;
  if (numbers === null) {
    await trace.contents(null, visit);
    return true;
  }
  const work = Workspace.beside("contents", trace.pools);
  try {
    const rows = rowsOfCalls(work, calls, numbers);
    if (rows.length === 0) return true;
    const cellsOf: RequestedCells = (name) => cellsAt(work, calls.column(name)!, rows);
    await trace.contents(cellsOf, visit);
  } finally {
    work.release();
  }
  return true;
}

/** Returns the rows of the calls with these numbers. */
function rowsOfCalls(work: Workspace, calls: Table, numbers: ReadonlySet<number>): number[] {
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const column = calls.column("no")!;
  const rows: number[] = [];
  for (let block = 0; block * BLOCK_ROWS < calls.rowCount; block++) {
    const count = calls.blockRows(block);
    column.decode(block, count, values, nulls);
    const words = work.arena.u32;
    for (let at = 0; at < count; at++) {
      // Call numbers have 32 bits.
      if (numbers.has(words[(values >>> 2) + 2 * at]!)) rows.push(block * BLOCK_ROWS + at);
    }
  }
  work.give(values, nulls);
  return rows;
}
