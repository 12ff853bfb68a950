/**
 * Programs that traces name, read once however many traces name them.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { mayRead } from "./permission.ts";
import { noteRead } from "./read_files.ts";

/** Larger files are not programs. */
const MOST_BYTES = FILE_LIMITS.program.most;

/** Files by path, for one session. */
export class ProgramFiles {
  readonly #files = new Map<string, Uint8Array | undefined>();
  readonly #said = new Set<string>();

  /** The bytes of a file; undefined when there is none, or nothing that a program can be: a folder, a pipe, a device. */
  open(path: string): Uint8Array | undefined {
    if (!this.#files.has(path)) this.#files.set(path, readProgram(path));
    return this.#files.get(path);
  }

  /** Whether something is said for the first time. */
  isNew(text: string): boolean {
    if (this.#said.has(text)) return false;
    this.#said.add(text);
    return true;
  }
}

function readProgram(path: string): Uint8Array | undefined {
  // A trace may name anything.
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
