/**
 * Reads small files at once, for stand-ins.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import { ByteWindow } from "../bytes/byte_window.ts";
import { Arena } from "../memory/arena.ts";

/** Reads all bytes of a source and closes it. */
export async function readSource(source: ByteSource): Promise<Uint8Array> {
  const window = new ByteWindow(source, new Arena());
  try {
    while (await window.more());
    return window.bytes.slice(window.at, window.end);
  } finally {
    window.close();
  }
}
