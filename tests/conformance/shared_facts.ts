/** Facts that several formats share. */

import type { Trace } from "../../src/tables/trace.ts";

/** Columns of `allocs` that depend on the end of a block or on its resizes. */
export const LATER_LIFE =
  /^allocs\.(size|end|addr|max_size|resizes|moves|freed|life|age|free\..*|leaked|refs|replaced)$/;

/** Views of the workbench on traces with blocks. */
export const MEMORY_VIEWS = [
  "Queries",
  "Timeline",
  "Flame graph",
  "Memory map",
  "Who frees",
  "Source",
  "Compare",
  "Tables",
];

/** Views of the workbench on recordings of graphics calls. */
export const CALL_VIEWS = [
  "Queries",
  "Timeline",
  "Calls",
  "Objects",
  "Flame graph",
  "Memory map",
  "Who frees",
  "Compare",
  "Tables",
];

/** Calls after the last backtrace: a following line or packet belongs to all of them. */
export function callsBeforeBacktrace({ tables }: Trace): number {
  const events = tables.get("events");
  if (!events) return 0;
  const stacks = events.cells("stack");
  // The last backtrace may lack frames, and belongs to all calls directly before it; or it has not been read
  // yet.
  const last = stacks.at(-1);
  let open = 1;
  while (open < stacks.length && stacks[stacks.length - open - 1] === last) open++;
  return open;
}
