/**
 * Files, pipes and standard input as byte sources. They neither read ahead nor keep data, so the size of a
 * file does not matter.
 * @module
 */

import { InputError } from "../base/errors.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { type FileState, fileState, stillHasContents } from "./file_state.ts";
import { requireRead } from "./permission.ts";
import { CheckedRegions } from "./checked_regions.ts";
import { noteRead } from "./read_files.ts";
import { type FileSums, longerSums, RegionSums } from "./region_sums.ts";
import { systemReason } from "./system_error.ts";

/** Path that means standard input. */
export const STANDARD_INPUT = "-";

/** Maximum time between checks of signals and timers, in milliseconds. */
const LONGEST_RUN = 20;

/** The functions of an open file that are needed. */
interface Handle {
  read(into: Uint8Array): Promise<number | null>;
  readSync?(into: Uint8Array): number | null;
  seek?(offset: number, whence: Deno.SeekMode): Promise<number>;
  close(): void;
}

/** An open file that counts what was read, for progress. */
export class FileSource implements ByteSource {
  readonly #handle: Handle;
  /** When the event loop last ran. */
  #lastTurn = 0;
  #offset = 0;
  #closed = false;
  /** Computes checksums of what is read; absent if the file is read only once. */
  #summing: RegionSums | undefined;
  /** Verifies bytes of a file that was loaded before. */
  #checked: CheckedRegions | undefined;

  /** Offset at which the source ends, if the file is longer. */
  limit = Infinity;
  /**
   * If present, called at the end of the file instead of ending there; when it resolves, the source reads
   * whatever was added.
   */
  atEnd: (() => Promise<void>) | undefined;
  /** The path as it was given. */
  readonly path: string;
  /** Length in bytes when it was last checked; a growing file is read up to wherever it ends. */
  size: number | undefined;
  /** Set while another owner still reads: `close` then waits for `release`. */
  isHeld = false;
  /** Identifies the file when another thread opens the path again; empty if it cannot be opened twice. */
  readonly identity: string;
  /** State of the file when it was opened; only for files that can be reopened. */
  state: FileState | undefined;
  /** Called with the number of bytes read, here or by another thread. */
  onRead?: (count: number) => void;

  /** Wraps an open file; use `openFile` to create a source. */
  constructor(handle: Handle, path: string, size: number | undefined, identity = "") {
    this.#handle = handle;
    this.path = path;
    this.size = size;
    this.identity = identity;
    if (identity !== "") this.#summing = new RegionSums();
  }

  /** Checksums of what was read; undefined if the file is not read again. */
  get sums(): FileSums | undefined {
    return this.#checked?.expected ?? this.#summing?.sums;
  }

  /** True when bytes are verified against an earlier read. */
  get isChecked(): boolean {
    return this.#checked !== undefined;
  }

  /** Stops computing checksums, because the file is read only once. */
  forgetSums(): void {
    this.#summing = undefined;
  }

  /** From here on the file must match these checksums. */
  expect(sums: FileSums | undefined): void {
    this.#summing = undefined;
    const { seek } = this.#handle;
    if (!sums || !seek) return;
    this.#checked = new CheckedRegions(
      async (offset, into) => {
        await seek.call(this.#handle, offset, Deno.SeekMode.Start);
        return await readFully(this.#handle, into);
      },
      sums,
      () => changed(this.path),
    );
  }

  /**
   * Adopts the checksums of a thread that has read the file for this source; throws if the thread read
   * another file.
   */
  adoptSums(sums: FileSums | undefined): void {
    const own = this.#summing?.sums;
    if (!own || !sums) return;
    const known = longerSums(own, sums);
    if (!known) throw changed(this.path);
    this.expect(known);
  }

  /** True when nothing more will be read. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Bytes read so far, here or by a thread that reads for this one. */
  get offset(): number {
    return this.#offset;
  }

  /** Records how far another thread has read. */
  advance(offset: number): void {
    const before = this.#offset;
    this.#offset = Math.max(before, offset);
    this.onRead?.(this.#offset - before);
  }

  /** Continues at an offset; false if that is not possible. */
  async seek(offset: number): Promise<boolean> {
    if (this.#closed || this.identity === "" || !this.#handle.seek) return false;
    try {
      if (!this.#checked) await this.#handle.seek(offset, Deno.SeekMode.Start);
    } catch (error) {
      throw inputError("read", this.path, error);
    }
    this.#offset = offset;
    return true;
  }

  /** Reads the bytes that are available; waits for a pipe. */
  async read(into: Uint8Array): Promise<number> {
    while (true) {
      const count = await this.#readOnce(into);
      if (count > 0 || this.#closed || !this.atEnd) return count;
      await this.atEnd();
    }
  }

  async #readOnce(into: Uint8Array): Promise<number> {
    const room = Math.min(into.length, this.limit - this.#offset);
    if (this.#closed || room <= 0) return 0;
    try {
      if (this.#checked) {
        const length = await this.#checked.read(this.#offset, this.limit, into.subarray(0, room));
        this.#offset += length;
        this.onRead?.(length);
        return length;
      }
      const count = await this.#readSome(room < into.length ? into.subarray(0, room) : into);
      this.#summing?.add(this.#offset, into.subarray(0, count));
      this.#offset += count;
      this.onRead?.(count);
      return count;
    } catch (error) {
      throw inputError("read", this.path, error);
    }
  }

  /**
   * Reads a file synchronously, because its content is mostly cached: letting another thread copy it takes
   * twice as long, or many times as long on a busy machine. The program blocks while reading, and handles
   * signals and timers now and then.
   */
  async #readSome(into: Uint8Array): Promise<number> {
    const { readSync } = this.#handle;
    if (readSync && this.identity !== "" && performance.now() - this.#lastTurn < LONGEST_RUN) {
      return readSync.call(this.#handle, into) ?? 0;
    }
    const count = await this.#handle.read(into) ?? 0;
    this.#lastTurn = performance.now();
    return count;
  }

  /** Closes the file after the other owner has finished. */
  release(): void {
    this.isHeld = false;
    this.close();
  }

  /** Closes the file; standard input stays open for others. */
  close(): void {
    if (this.#closed || this.isHeld) return;
    this.#closed = true;
    this.#handle.close();
  }
}

/** An input that can be read, and reopened if possible. */
export interface Input {
  /** The path as it was given. */
  readonly path: string;
  /** Source of the bytes. */
  readonly source: FileSource;
  /** Opens the file again; absent for pipes and standard input. */
  readonly reopen?: () => Promise<FileSource>;
}

/** Opens a path, or standard input for `-`. Throws `InputError`. */
export async function openInput(path: string): Promise<Input> {
  if (path === STANDARD_INPUT) {
    noteRead(path);
    const stdin: Handle = { read: (into) => Deno.stdin.read(into), close() {} };
    return { path, source: new FileSource(stdin, path, undefined) };
  }
  const { source, file, isFile } = await openFile(path);
  if (!isFile) return { path, source };
  const before = await fileStateOrClose(path, file);
  source.state = before;
  return { path, source, reopen: () => reopenFile(source, before) };
}

async function openFile(path: string): Promise<{ source: FileSource; file: Deno.FsFile; isFile: boolean }> {
  let file: Deno.FsFile | undefined;
  try {
    requireRead(path);
    file = await Deno.open(path);
    const { isDirectory, isFile, size, dev, ino } = await file.stat();
    noteRead(path);
    if (isDirectory) throw new InputError(`Cannot open "${path}": it is a directory`, path, "directory");
    // Files in /proc report size 0 but have content.
    const known = isFile && size > 0 ? size : undefined;
    const identity = isFile ? `${dev} ${ino ?? path}` : "";
    return { source: new FileSource(file, path, known, identity), file, isFile };
  } catch (error) {
    file?.close();
    throw await withHint(inputError("open", path, error));
  }
}

async function fileStateOrClose(path: string, file: Deno.FsFile): Promise<FileState> {
  try {
    return await fileState(file);
  } catch (error) {
    file.close();
    throw inputError("read", path, error);
  }
}

/**
 * Reopens a file to read it again, up to where it was read before; its bytes are verified against the first
 * read.
 */
async function reopenFile(first: FileSource, before: FileState): Promise<FileSource> {
  const { path } = first;
  const { source, file } = await openFile(path);
  try {
    if (await stillHasContents(file, before)) {
      const grown = (source.size ?? 0) > before.size;
      if (grown && first.closed) source.limit = Math.max(first.offset, before.size);
      source.expect(first.sums);
      return source;
    }
  } catch (error) {
    source.close();
    throw inputError("read", path, error);
  }
  source.close();
  throw changed(path);
}

/** Fills `into` as far as the file allows; returns the number of bytes. */
async function readFully(handle: Handle, into: Uint8Array): Promise<number> {
  let length = 0;
  while (length < into.length) {
    const count = await handle.read(into.subarray(length));
    if (count === null || count === 0) break;
    length += count;
  }
  return length;
}

function changed(path: string): InputError {
  const message = `Cannot read "${path}" again: it has changed since it was opened, open it again`;
  return new InputError(message, path, "failed");
}

function inputError(action: string, path: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const [trouble, found] = systemReason(error);
  return new InputError(`Cannot ${action} ${displayPath(path)}: ${found}`, path, trouble);
}

/** Formats a path for messages. */
export function displayPath(path: string): string {
  return path === STANDARD_INPUT ? "standard input" : `"${path}"`;
}

/** Adds to an error a hint about what the user may have meant. */
async function withHint(error: InputError): Promise<InputError> {
  const { path, trouble } = error;
  if (trouble !== "missing" && trouble !== "directory") return error;
  const { folderReason, missingFileReason } = await import("./similar_files.ts");
  const found = trouble === "missing" ? missingFileReason(path) : await folderReason(path);
  return new InputError(`Cannot open "${path}": ${found}`, path, trouble);
}
