/**
 * Reads a client's messages line by line; a client waits for an answer before it sends the next line.
 * @module
 */

import { joinBytes } from "../../base/join_bytes.ts";

const NEWLINE = 10;
/** Longest line: no real command line has so many arguments. */
const LONGEST_LINE = 1 << 22;

/** Reads the next line of a connection. */
export async function connectionLine(
  socket: { read(into: Uint8Array): Promise<number | null> },
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
    return new TextDecoder().decode(joinBytes(parts));
  }
  throw new Error("A client sent an incomplete line");
}
