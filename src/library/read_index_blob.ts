/**
 * Opens the saved index of a trace, for a page that does not have the trace itself.
 * @module
 */

import { type OpenTrace, tracesOf } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import { loadIndexBytes } from "../index/load_index_bytes.ts";
import { nameOfInput } from "./input_kinds.ts";

/** Opens an index under a name, for a workbench session. Throws `InputError`. */
export async function readIndexBlob(
  { pools }: Session,
  index: Blob,
  name: string,
): Promise<{ readonly traces: readonly OpenTrace[]; readonly warnings: readonly string[] }> {
  const bytes = new Uint8Array(await index.arrayBuffer());
  const file = await loadIndexBytes(bytes, pools, name);
  return { traces: tracesOf(file, nameOfInput(index)), warnings: [] };
}
