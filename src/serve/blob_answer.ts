/**
 * Sends the memory contents of an argument of a call.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { readContents } from "../engine/contents.ts";
import type { Session } from "../engine/session.ts";
import type { BlobRequest } from "./api_types.ts";

/** Returns the bytes, or the reason why there are none. */
export async function blobOf(
  session: Session,
  { trace, no, argument }: BlobRequest,
): Promise<Uint8Array<ArrayBuffer> | string> {
  const open = session.traces.find(({ name }) => name === trace);
  if (!open) return "There is no such trace";
  let found: Uint8Array<ArrayBuffer> | string = "The call carries no memory in this argument";
  const { most } = SHOW_LIMITS.sentBlob;
  await readContents(open, new Set([Number(no)]), (content) => {
    // If two arguments have the same name, the first counts, as in arg(NAME).
    if (content.argument !== argument || typeof found !== "string") return;
    const { length } = content.bytes;
    found = length > most
      ? `The argument carries ${length} bytes, and at most ${most} are sent: quarry blobs writes them`
      : content.bytes.slice();
  });
  return found;
}
