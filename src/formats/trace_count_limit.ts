/**
 * Limits how many traces one file may contain.
 * @module
 */

import { TRACE_LIMITS } from "../base/limits/trace_limits.ts";
import type { ByteWindow } from "../bytes/byte_window.ts";
import type { TraceSink } from "../events/trace_sink.ts";

/**
 * Maximum number of traces in one file: each trace takes memory, while its header takes only a few bytes of
 * the file.
 */
export const MOST_TRACES: number = TRACE_LIMITS.tracesInFile.most;

/** Skips the traces beyond the limit and reports a problem. */
export async function skipOtherTraces(window: ByteWindow, sink: TraceSink): Promise<void> {
  const { offset } = window;
  while (await window.skip(window.left + 1));
  const message = `The file has more than ${MOST_TRACES} consecutive traces`;
  const handling = "skipped the others";
  sink.problem({ severity: "error", code: "too-many-traces", offset, record: 0, message, handling });
}
