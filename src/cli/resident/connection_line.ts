/**
 * What a client says: one line. Then it is silent until it has its answer, or is gone.
 * @module
 */

import { joinBytes } from "../../base/join_bytes.ts";

const NEWLINE = 10;
/** Nobody has that many arguments. */
const LONGEST_LINE = 1 << 22;

/** The first line of a connection; `onEnd` is called once the other side is gone. */
export async function connectionLine(
  socket: { read(into: Uint8Array): Promise<number | null> },
  onEnd: () => void,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length <= LONGEST_LINE) {
    const into = new Uint8Array(1 << 16);
    const read = await socket.read(into);
    if (read === null) break;
    const part = into.subarray(0, read);
    parts.push(part);
    length += read;
    if (part.at(-1) !== NEWLINE) continue;
    // Only the end is left to hear.
    socket.read(new Uint8Array(1)).then(onEnd, onEnd);
    return new TextDecoder().decode(joinBytes(parts));
  }
  throw new Error("The line of a client does not end");
}
