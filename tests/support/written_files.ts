/**
 * Hosts of stand-ins that keep written files.
 * @module
 */

import { joinBytes } from "../../src/base/join_bytes.ts";
import type { CompatHost } from "../../src/compat/stand_in.ts";

/** A host's `writeFile` that passes each file to `take` once it is complete. */
export function writesTo(take: (path: string, bytes: Uint8Array) => void): CompatHost["writeFile"] {
  return async (path, work) => {
    const pieces: Uint8Array[] = [];
    await work((piece) => void pieces.push(piece.slice()));
    take(path, joinBytes(pieces));
  };
}
