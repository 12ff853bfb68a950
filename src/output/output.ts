/**
 * The one way in which the program writes a file. A new file is written beside its place under a name of its own and
 * gets its name when it is complete: on a full disk, and when the program is interrupted or killed, what was there
 * before is still there. Pipes and devices are written as it comes.
 * @module
 */

import { BrokenPipeError } from "./output_error.ts";
import { removeLeftovers } from "./leftovers.ts";
import { explain, findTarget, type ReplaceOptions, type Target } from "./target.ts";
import { makeTemporary, removeQuietly, type TemporaryFile } from "./temporary_file.ts";
import { readyToEnd, whenEnded } from "./when_ended.ts";

const PERMISSION_BITS = 0o777;
const PRIVATE = 0o600;
const BUFFER_BYTES = 1 << 16;
const encoder = new TextEncoder();

/** A piece of an output; it may be used again when it is written. */
export type Piece = string | Uint8Array;

/** An output that is being written. */
export interface Output {
  /** Writes a piece. Throws `OutputError`, and `BrokenPipeError` when a pipe has no reader. */
  write(piece: Piece): Promise<void>;
  /** All is written: the file gets its name. Throws `OutputError`. */
  finish(): Promise<void>;
  /** Leaves nothing after. Does nothing to what is finished. */
  discard(): void;
  /** Where it is a file that is written beside its place. */
  readonly beside?: {
    /** Where it is until it is finished: others may write its beginning there. */
    readonly path: string;
    /** Goes on after so many bytes that others have written. */
    goOn(offset: number): Promise<void>;
  };
}

/** An output that is a file beside its place. */
export type BesideOutput = Output & Required<Pick<Output, "beside">>;

/** How an output is opened. */
export interface OutputOptions extends ReplaceOptions {
  /** Nobody else may read it. */
  readonly private?: boolean;
  /** Whoever reads it finds out whether all of it has come to the disk. */
  readonly unsynced?: boolean;
  /** Writes to standard output, which the path `-` means. */
  readonly standard: (piece: Piece) => Promise<void>;
}

/**
 * Finds out early whether `path` can be written, before minutes of loading. What is read then must have been noted.
 * Throws `OutputError`.
 */
export async function checkOutput(path: string, options: ReplaceOptions): Promise<void> {
  const target = await findTarget(path, options);
  if (target.how !== "beside") return;
  const { path: trial, file, withdraw } = await makeTemporary(path, target.folder, { what: "new" });
  removeQuietly(trial);
  file.close();
  withdraw();
}

/** Opens an output, until `finish` or `discard`. Throws `OutputError`. */
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
  // A regular file is one that another program holds open.
  const file = await Deno.open(path, { write: true, truncate: true })
    .catch((error: unknown) => explain(path, error));
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
  await readyToEnd();
  const mode = options.private ? PRIVATE : found?.mode === undefined ? undefined : modeOf(found);
  const temporary = await makeTemporary(path, folder, {
    what: "new",
    ...(mode === undefined ? {} : { mode }),
  });
  const { file } = temporary;
  const discard = discarder(temporary);
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
        // Some file systems say only now that there is no room.
        if (!options.unsynced) await file.sync();
        if (found) await keepOwner(temporary.path, found, mode);
        // Somebody may have put something else there meanwhile.
        await findTarget(path, options);
        await Deno.rename(temporary.path, real);
      } catch (error) {
        discard();
        explain(path, error);
      }
      // The lock is held until the file has its name: a leftover is one that nobody holds.
      discard.done();
    },
    discard,
  };
}

/** Removes an unfinished file, once; also when the program is ended. `done` keeps it. */
export function discarder(
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
    // While it is locked, so that nobody takes it for a leftover.
    more();
    removeQuietly(path);
    end();
  };
  const stopEnding = whenEnded(discard);
  return Object.assign(discard, { done: () => void end() });
}

/** Writes pieces in larger ones, the last of which is written by `flush`. Both throw as `writeAll` does. */
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
    explain(path, error);
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

/** Permissions less the umask are not those that were there; another's file stays theirs where the system allows it. */
async function keepOwner(path: string, found: Deno.FileInfo, mode: number | undefined): Promise<void> {
  const { uid, gid } = await Deno.stat(path);
  if (found.uid !== null && (found.uid !== uid || found.gid !== gid)) {
    await Deno.chown(path, found.uid, found.gid).catch(() => {});
  }
  if (mode !== undefined) await Deno.chmod(path, mode).catch(() => {});
}
