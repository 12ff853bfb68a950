/**
 * Questions as the first pictures ask them, of a short stretch of a long trace: code that has run is compiled, which takes
 * longer than the first picture may take.
 * @module
 */

import { spellTrace } from "../engine/ask_rows.ts";
import type { Session } from "../engine/session.ts";

/** Fewer records are counted sooner than code is compiled. */
const MANY_ROWS = 1_000_000;
/** Records of the stretch: some blocks, and steps of the axis in it. */
const STRETCH = 300_000;
const STEP = STRETCH / 100;

/** Queries for before and after columns are made, of the first long trace; none where there is no long one. */
export function firstRuns({ traces }: Session): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const open = traces.find(({ trace }) => (trace.tables.get("allocs")?.rowCount ?? 0) >= MANY_ROWS);
  if (!open) return { before: [], after: [] };
  const of = traces.length > 1 ? ` of ${spellTrace(open.name)}` : "";
  const has = (table: string, column: string): boolean =>
    open.trace.tables.get(table)?.column(column) !== undefined;
  const [events, allocs] = ["events", "allocs"].map((table) => `${table}${of} | where seq < ${STRETCH} |`);
  const values = "blocks = count(), bytes = sum(size)";
  return {
    // What it reads is made by it, and is there then.
    before: has("events", "live_bytes")
      ? [`${events} timeline every ${STEP} live_bytes = max(live_bytes), live_blocks = max(live_blocks)`]
      : [],
    after: [
      `${events} timeline every ${STEP} by kind: n = count()`,
      ...has("allocs", "func") ? [`${allocs} by step = bin(seq, ${STEP}), func: bytes = sum(size)`] : [],
      ...has("allocs", "file") && has("allocs", "line")
        ? [`${allocs} by file, func, line: ${values}`, `${allocs} by file: bytes = sum(size) if leaked`]
        : [],
      ...has("allocs", "addr")
        ? [`${allocs} by place = bin(addr, 65536), step = bin(freed, ${STEP}): ${values}`]
        : [],
    ],
  };
}
