/**
 * Files, pipes and standard input as byte sources. Nothing is read ahead and nothing is kept, so size does not matter.
 * @module
 */

import { InputError, type InputTrouble } from "../base/errors.ts";
import type { ByteSource } from "../bytes/byte_source.ts";

/** Path that means standard input. */
export const STANDARD_INPUT = "-";

/** What is needed of an open file. */
interface Handle {
  read(into: Uint8Array): Promise<number | null>;
  close(): void;
}

/** An open file that counts what was read, for progress. */
export class FileSource implements ByteSource {
  readonly #handle: Handle;
  #offset = 0;
  #closed = false;

  /** The path as it was given. */
  readonly path: string;
  /** Length in bytes when the file was opened; a file that grows is read to wherever it ends. */
  readonly size: number | undefined;

  /** Takes an open file; `openFile` makes one. */
  constructor(handle: Handle, path: string, size: number | undefined) {
    this.#handle = handle;
    this.path = path;
    this.size = size;
  }

  /** Bytes read so far. */
  get offset(): number {
    return this.#offset;
  }

  /** Reads what is there; waits for a pipe. */
  async read(into: Uint8Array): Promise<number> {
    if (this.#closed || into.length === 0) return 0;
    try {
      const count = await this.#handle.read(into) ?? 0;
      this.#offset += count;
      return count;
    } catch (error) {
      throw inputError("read", this.path, error);
    }
  }

  /** Closes the file; standard input stays open for others. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#handle.close();
  }
}

/** An input that can be read, and read again where that is possible. */
export interface Input {
  /** The path as it was given. */
  readonly path: string;
  /** The bytes. */
  readonly source: FileSource;
  /** Opens the same file once more; absent for pipes and standard input. */
  readonly reopen?: () => Promise<FileSource>;
}

/** Opens a path, or standard input for `-`. Throws `InputError`. */
export async function openInput(path: string): Promise<Input> {
  if (path === STANDARD_INPUT) {
    const stdin: Handle = { read: (into) => Deno.stdin.read(into), close() {} };
    return { path, source: new FileSource(stdin, path, undefined) };
  }
  const { source, isFile } = await openFile(path);
  if (!isFile) return { path, source };
  return { path, source, reopen: async () => (await openFile(path)).source };
}

async function openFile(path: string): Promise<{ source: FileSource; isFile: boolean }> {
  let file: Deno.FsFile | undefined;
  try {
    file = await Deno.open(path);
    const { isDirectory, isFile, size } = await file.stat();
    if (isDirectory) throw new InputError(`Cannot open "${path}": it is a directory`, path, "directory");
    // Files of /proc say 0 and have content.
    const known = isFile && size > 0 ? size : undefined;
    return { source: new FileSource(file, path, known), isFile };
  } catch (error) {
    file?.close();
    throw inputError("open", path, error);
  }
}

function inputError(action: string, path: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const [trouble, found] = troubleOf(error);
  const shown = path === STANDARD_INPUT ? "standard input" : `"${path}"`;
  return new InputError(`Cannot ${action} ${shown}: ${found}`, path, trouble);
}

function troubleOf(error: unknown): [InputTrouble, string] {
  if (error instanceof Deno.errors.NotFound) return ["missing", "no such file"];
  if (error instanceof Deno.errors.IsADirectory) return ["directory", "it is a directory"];
  if (error instanceof Deno.errors.PermissionDenied) return ["denied", "permission denied"];
  if (error instanceof Deno.errors.NotCapable) {
    return ["denied", "the program runs without permission to read it"];
  }
  return ["failed", error instanceof Error ? error.message : String(error)];
}
