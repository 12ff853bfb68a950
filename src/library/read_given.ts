/**
 * Reads a trace that a page was given, for the session of a workbench.
 * @module
 */

import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { TraceInput } from "./input_kinds.ts";
import { loadTraces } from "./load_traces.ts";
import { indexSettingsOf } from "./open_options.ts";

/** Reads it under a name; `progress` is told how many bytes of how many were read. Throws why it cannot be read. */
export function readGiven(
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
