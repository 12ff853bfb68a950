/**
 * Words for blocks that are live at the end of a trace.
 * @module
 */

import type { TraceQueries } from "../engine/trace_queries.ts";
import { formatNamed } from "../formats/registry.ts";

/** "never freed", or the wording of a format whose traces end while the program is still running. */
export function stillLiveWording({ open }: TraceQueries): string {
  return formatNamed(open.trace.header.format)?.stillLiveWording ?? "never freed";
}
