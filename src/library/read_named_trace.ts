/**
 * Reads a trace that was given to a page, for a workbench session.
 * @module
 */

import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { TraceInput } from "./input_kinds.ts";
import { loadTraces } from "./load_traces.ts";
import { indexSettingsOf } from "./open_options.ts";

/**
 * Reads a trace under a name. `progress` is called with the bytes read and the total. Throws the reason if
 * the trace cannot be read.
 */
export function readNamedTrace(
  { pools }: Session,
  input: TraceInput,
  name: string,
  signal: AbortSignal,
  progress: (done: number, total: number | undefined) => void,
): Promise<{ readonly traces: readonly OpenTrace[]; readonly warnings: readonly string[] }> {
  return loadTraces(pools, input, {
    name,
    signal,
    index: indexSettingsOf({}),
    onProgress: ({ bytesRead, totalBytes }) => progress(bytesRead, totalBytes),
  });
}
