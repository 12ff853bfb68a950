/**
 * Words for blocks that are live at the end of a trace.
 * @module
 */

import type { AboutTrace } from "../engine/about_trace.ts";
import { formatNamed } from "../formats/registry.ts";

/** "never freed", or the wording of a format whose traces end while the program is still running. */
export function stillLiveWording({ open }: AboutTrace): string {
  return formatNamed(open.trace.header.format)?.stillLiveWording ?? "never freed";
}
