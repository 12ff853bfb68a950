/**
 * What is known of a format's records when only a part of a file can be read: in which tables rows stand in the order of
 * the file, and what of a row comes from behind it.
 */

import type { Trace } from "../../../src/tables/trace.ts";
import type { Snapshooter } from "./snapshot.ts";

/** How rows depend on what follows. */
interface Order {
  /** Tables whose rows are records in file order. */
  readonly tables: readonly string[];
  /** Columns `TABLE.COLUMN` that tell of something behind the record. */
  readonly ahead: RegExp;
  /** How many rows at the end of a table may stand elsewhere, or be told otherwise, once more is known. */
  readonly open?: (trace: Trace) => number;
}

/** Columns of `allocs` that tell of the end of a life, or of its resizes. */
const LATER_LIFE =
  /^allocs\.(size|end|addr|max_size|resizes|moves|freed|life|age|free\..*|leaked|refs|replaced)$/;

/** Calls behind the last backtrace: a line or packet that is still to come belongs to all of them. */
function callsBeforeBacktrace({ tables }: Trace): number {
  const events = tables.get("events");
  if (!events) return 0;
  const stacks = events.cells("stack");
  // The last backtrace may lack frames, and belongs to all calls right before it; or it is still to come.
  const last = stacks.at(-1);
  let open = 1;
  while (open < stacks.length && stacks[stacks.length - open - 1] === last) open++;
  return open;
}

/** Calls that never returned are shown last. */
function callsWithoutReturn({ tables }: Trace): number {
  return tables.get("calls")?.cells("incomplete").filter((each) => each === true).length ?? 0;
}

/** By format. */
export const ORDERS: Readonly<Record<string, Order>> = {
  mtrc: { tables: ["events", "allocs"], ahead: LATER_LIFE },
  mptl: {
    tables: ["bins", "profile", "sites", "symbols"],
    ahead:
      /^(bins\.(alloc_bytes|freed_bytes|frees|live|live_bytes)|profile\.(func|file|line|module|stack|site|addr)|sites\.(parent|symbol|symbol_id|offset|stack|func)|symbols\.name)$/,
  },
  gnatcov: {
    tables: ["entries", "events"],
    ahead: /^entries\.(count|last)$/,
    // A module whose name is cut is told without it.
    open: ({ problemCounts }) => problemCounts.get("incomplete-module-load") ?? 0,
  },
  apitrace: { tables: ["events", "calls"], ahead: /^$/, open: callsWithoutReturn },
  // Libraries that are named at the end of a log name the frames of all its backtraces.
  "sp-rtrace-bin": { tables: ["events"], ahead: /^events\.(module|stack)$/, open: callsBeforeBacktrace },
  "gnatcov-src": { tables: ["units"], ahead: /^$/ },
  // A clock that jumps back adds a day to all calls of higher numbers, which may stand earlier in the file.
  "sp-rtrace": { tables: ["events"], ahead: /^events\.time$/, open: callsBeforeBacktrace },
};

/** Checksums per row, by `SEGMENT TABLE.COLUMN`. */
export type Rows = ReadonlyMap<string, Int32Array>;

/** Rows of a load: all of them, or those that no later byte can change. */
export function rowsOf(
  { format, traces, settled = false }: { format: string; traces: readonly Trace[]; settled?: boolean },
  snapshooter: Snapshooter,
): Rows {
  const { tables, ahead, open } = ORDERS[format]!;
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
  const { tables } = ORDERS[format]!;
  return traces.reduce(
    (sum, trace) => sum + tables.reduce((rows, name) => rows + (trace.tables.get(name)?.rowCount ?? 0), 0),
    0,
  );
}

/** What of the settled rows of a part the whole does not have in the same places. */
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
