/**
 * Reads the programs that traces name, each of them only once.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { mayRead } from "./permission.ts";
import { noteRead } from "./read_files.ts";

/** Maximum size: a larger file is not a program. */
const MOST_BYTES = FILE_LIMITS.program.most;

/** Programs by path, for one session. */
export class ProgramFiles {
  readonly #files = new Map<string, Uint8Array | undefined>();
  readonly #said = new Set<string>();

  /** The bytes of a file; undefined if it does not exist or is not a regular file. */
  open(path: string): Uint8Array | undefined {
    if (!this.#files.has(path)) this.#files.set(path, readProgram(path));
    return this.#files.get(path);
  }

  /** Returns whether a message is new, so that each message is shown once. */
  isNew(text: string): boolean {
    if (this.#said.has(text)) return false;
    this.#said.add(text);
    return true;
  }
}

function readProgram(path: string): Uint8Array | undefined {
  // The path comes from a trace and may contain anything.
  if (path.includes("\u0000") || !mayRead(path)) return undefined;
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile || size >= MOST_BYTES) return undefined;
    noteRead(path);
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
