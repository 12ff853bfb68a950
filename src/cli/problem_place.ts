/**
 * Where in a file a problem is, in words.
 * @module
 */

import type { Problem } from "../events/trace_sink.ts";

/** `byte 4993, record 438`, or what of it is known. */
export function problemPlace({ offset, record }: Pick<Problem, "offset" | "record">): string {
  // Readers of text and of sorted reports know the record alone; only the first one is at byte 0.
  if (offset < 0 || (offset === 0 && record > 1)) return `record ${record}`;
  return `byte ${offset}${record > 0 ? `, record ${record}` : ""}`;
}
