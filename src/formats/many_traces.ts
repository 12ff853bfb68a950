/**
 * How many traces one file may hold.
 * @module
 */

import { TRACE_LIMITS } from "../base/limits/trace_limits.ts";
import type { ByteWindow } from "../bytes/byte_window.ts";
import type { TraceSink } from "../events/trace_sink.ts";

/** Traces of one file, at most: each takes memory, and the head of one takes only a few bytes. */
export const MOST_TRACES: number = TRACE_LIMITS.tracesInFile.most;

/** Skips the traces that are too many, and says so. */
export async function skipOtherTraces(window: ByteWindow, sink: TraceSink): Promise<void> {
  const { offset } = window;
  while (await window.skip(window.left + 1));
  const message = `More than ${MOST_TRACES} traces follow one another`;
  const handling = "skipped the others";
  sink.problem({ severity: "error", code: "too-many-traces", offset, record: 0, message, handling });
}
