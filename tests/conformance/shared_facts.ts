/** What several formats have in common. */

import type { Trace } from "../../src/tables/trace.ts";

/** Columns of `allocs` that tell of the end of a life, or of its resizes. */
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

/** Calls after the last backtrace: a line or packet that is still to come belongs to all of them. */
export function callsBeforeBacktrace({ tables }: Trace): number {
  const events = tables.get("events");
  if (!events) return 0;
  const stacks = events.cells("stack");
  // The last backtrace may lack frames, and belongs to all calls right before it; or it is still to come.
  const last = stacks.at(-1);
  let open = 1;
  while (open < stacks.length && stacks[stacks.length - open - 1] === last) open++;
  return open;
}
