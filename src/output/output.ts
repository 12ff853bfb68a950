/**
 * How the program writes files. A new file is written under a temporary name beside its place and renamed
 * when it is complete: on a full disk, and if the program is interrupted or killed, the previous file is
 * still there. Pipes and devices are written directly.
 * @module
 */

import { BrokenPipeError } from "./output_error.ts";
import { removeLeftovers } from "./leftovers.ts";
import { findTarget, type ReplaceOptions, type Target, throwOutputError } from "./target.ts";
import { makeTemporary, removeQuietly, type TemporaryFile } from "./temporary_file.ts";
import { awaitEndWorker, whenEnded } from "./on_exit.ts";

const PERMISSION_BITS = 0o777;
const PRIVATE = 0o600;
const BUFFER_BYTES = 1 << 16;
const encoder = new TextEncoder();

/** A chunk of an output; it may be reused once written. */
export type Piece = string | Uint8Array;

/** An output that is being written. */
export interface Output {
  /** Writes a chunk. Throws `OutputError`, and `BrokenPipeError` if a pipe has no reader. */
  write(piece: Piece): Promise<void>;
  /** Completes the output: the file gets its name. Throws `OutputError`. */
  finish(): Promise<void>;
  /** Removes the output. Has no effect once it is finished. */
  discard(): void;
  /** Set if the output is a file written beside its place. */
  readonly beside?: {
    /** Temporary path of the file until it is finished; other threads may write its beginning there. */
    readonly path: string;
    /** Continues after this many bytes written by others. */
    goOn(offset: number): Promise<void>;
  };
}

/** An output that is a file beside its place. */
export type OutputBeside = Output & Required<Pick<Output, "beside">>;

/** Options for opening an output. */
export interface OutputOptions extends ReplaceOptions {
  /** Whether only the owner may read the file. */
  readonly private?: boolean;
  /** Skips syncing to disk, for outputs whose readers detect missing data. */
  readonly unsynced?: boolean;
  /** Writes to standard output, for the path `-`. */
  readonly standard: (piece: Piece) => Promise<void>;
}

/**
 * Checks early whether `path` can be written, before a long load. Files that this run reads must already be
 * noted. Throws `OutputError`.
 */
export async function checkOutput(path: string, options: ReplaceOptions): Promise<void> {
  const target = await findTarget(path, options);
  if (target.how !== "beside") return;
  const { path: trial, file, withdraw } = await makeTemporary(path, target.folder, { what: "new" });
  removeQuietly(trial);
  file.close();
  withdraw();
}

/** Opens an output; end it with `finish` or `discard`. Throws `OutputError`. */
export async function openOutput(path: string, options: OutputOptions): Promise<Output> {
  const target = await findTarget(path, options);
  switch (target.how) {
    case "standard output":
      return { write: options.standard, finish: () => Promise.resolve(), discard: () => {} };
    case "in place":
      return await openInPlace(path);
    case "beside":
      return await openBeside(path, target, options);
  }
}

async function openInPlace(path: string): Promise<Output> {
  // A regular file gets here if another program has it open.
  const file = await Deno.open(path, { write: true, truncate: true })
    .catch((error: unknown) => throwOutputError(path, error));
  const close = closer(file);
  return {
    write: (piece) => writeAll(path, file, bytesOf(piece)),
    finish: () => Promise.resolve(close()),
    discard: close,
  };
}

async function openBeside(
  path: string,
  { real, folder, found }: Extract<Target, { how: "beside" }>,
  options: OutputOptions,
): Promise<Output> {
  await removeLeftovers(folder);
  await awaitEndWorker();
  const mode = options.private ? PRIVATE : found?.mode === undefined ? undefined : modeOf(found);
  const temporary = await makeTemporary(path, folder, {
    what: "new",
    ...(mode === undefined ? {} : { mode }),
  });
  const { file } = temporary;
  const discard = discardOnce(temporary);
  const { write, flush } = bufferedWriter(path, file, BUFFER_BYTES);
  return {
    beside: {
      path: temporary.path,
      async goOn(offset) {
        await file.seek(offset, Deno.SeekMode.Start);
      },
    },
    write,
    async finish() {
      try {
        await flush();
        // Some file systems report a full disk only when the file is synced.
        if (!options.unsynced) await file.sync();
        if (found) await keepOwner(temporary.path, found, mode);
        // Something else may exist at the path by now.
        await findTarget(path, options);
        await Deno.rename(temporary.path, real);
      } catch (error) {
        discard();
        throwOutputError(path, error);
      }
      // The lock is held until the file has its final name, since an unlocked temporary file counts as left
      // by a killed writer.
      discard.done();
    },
    discard,
  };
}

/** Removes an unfinished file, once; also if the program ends. `done` keeps the file. */
export function discardOnce(
  { path, file, withdraw }: TemporaryFile,
  more: () => void = () => {},
): { (): void; done(): void } {
  let open = true;
  const end = (): boolean => {
    const first = open;
    open = false;
    stopEnding();
    if (first) file.close();
    withdraw();
    return first;
  };
  const discard = (): void => {
    if (!open) return;
    // Removed while it is locked, so that no other process treats it as left by a killed writer.
    more();
    removeQuietly(path);
    end();
  };
  const stopEnding = whenEnded(discard);
  return Object.assign(discard, { done: () => void end() });
}

/** Combines chunks into larger writes; `flush` writes the rest. Both throw as `writeAll` does. */
export function bufferedWriter(
  path: string,
  file: Deno.FsFile,
  bufferBytes: number,
): { write(piece: Piece): Promise<void>; flush(): Promise<void> } {
  const buffer = new Uint8Array(bufferBytes);
  let used = 0;
  const flush = async (): Promise<void> => {
    const bytes = buffer.subarray(0, used);
    used = 0;
    await writeAll(path, file, bytes);
  };
  return {
    async write(piece) {
      const bytes = bytesOf(piece);
      if (bytes.length > buffer.length - used) await flush();
      if (bytes.length > buffer.length) return await writeAll(path, file, bytes);
      buffer.set(bytes, used);
      used += bytes.length;
    },
    flush,
  };
}

/** Writes everything. Throws `OutputError` and `BrokenPipeError`. */
export async function writeAll(path: string, file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new BrokenPipeError();
    throwOutputError(path, error);
  }
}

/** A piece as bytes. */
export function bytesOf(piece: Piece): Uint8Array {
  return typeof piece === "string" ? encoder.encode(piece) : piece;
}

function closer(file: Deno.FsFile): () => void {
  let open = true;
  return () => {
    if (open) file.close();
    open = false;
  };
}

function modeOf({ mode }: Deno.FileInfo): number | undefined {
  return mode === null ? undefined : mode & PERMISSION_BITS;
}

/**
 * The default permissions may differ from the old ones. A file of another user keeps its owner if the system
 * allows that.
 */
async function keepOwner(path: string, found: Deno.FileInfo, mode: number | undefined): Promise<void> {
  const { uid, gid } = await Deno.stat(path);
  if (found.uid !== null && (found.uid !== uid || found.gid !== gid)) {
    await Deno.chown(path, found.uid, found.gid).catch(() => {});
  }
  if (mode !== undefined) await Deno.chmod(path, mode).catch(() => {});
}
