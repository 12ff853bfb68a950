/**
 * Where exports and reports go: a file that appears under its name when it is whole, or standard output.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import { isAllowed } from "../ingest/permission.ts";
import { systemReason } from "../ingest/system_error.ts";
import { EXIT } from "./command.ts";
import type { CliHost } from "./host.ts";

const encoder = new TextEncoder();
/** Path that means standard output. */
const STANDARD_OUTPUT = "-";
const PERMISSION_BITS = 0o7777;
let files = 0;

/** An output that is being written. */
export interface OutFile {
  /** Writes a piece. */
  write(piece: string | Uint8Array<ArrayBuffer>): Promise<void>;
  /** All is written: gives the file its name. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): void;
}

/**
 * Finds out early whether `path` can be written, before minutes of loading. `inputs` are the traces that are read:
 * one of them must not be the output. Throws `UsageError` and `InputError`.
 */
export function checkOutput(path: string, inputs: readonly string[]): void {
  if (path === STANDARD_OUTPUT) return;
  if (path === "") throw new UsageError("Cannot write to a file without a name");
  const { folder, found } = target(path);
  // A file gets its name by renaming, which Deno counts as reading too.
  for (const name of ["write", "read"] as const) {
    if (isAllowed({ name, path: folder })) continue;
    const reason = `the program may not ${name} in "${folder}" without --allow-${name}`;
    throw new InputError(`Cannot write "${path}": ${reason}`, path, "denied");
  }
  if (found?.isDirectory) throw new InputError(`Cannot write "${path}": it is a folder`, path, "directory");
  if (!statOf(folder)?.isDirectory) {
    throw new InputError(`Cannot write "${path}": there is no folder "${folder}"`, path, "missing");
  }
  if (found === null) return;
  for (const input of inputs) {
    const other = input === "-" ? null : statOf(input);
    if (other === null || !isSame(found, other)) continue;
    throw new UsageError(`Cannot write "${path}": it is the trace that is read`);
  }
}

/**
 * Opens an output, until `finish` or `discard`. Ctrl-C leaves nothing behind. A file that is there is replaced at the
 * end and keeps its permissions; devices and pipes are written as they are.
 */
export async function openOutput(host: CliHost, path: string): Promise<OutFile> {
  if (path === STANDARD_OUTPUT) {
    return { write: (piece) => host.stdout.write(piece), finish: () => Promise.resolve(), discard: () => {} };
  }
  const { real, folder, found } = target(path);
  const direct = found !== null && !found.isFile;
  const written = direct ? real : `${folder}/.quarry-${Deno.pid}-${++files}.tmp`;
  const file = await orExplain(
    path,
    () => Deno.open(written, direct ? { write: true } : { write: true, createNew: true }),
  );
  let open = true;
  const close = (): void => {
    if (open) file.close();
    open = false;
  };
  const discard = (): void => {
    stopListening();
    close();
    if (!direct) removeQuietly(written);
  };
  const stopListening = host.onInterrupt(() => {
    discard();
    host.exit(EXIT.interrupted);
  });
  return {
    async write(piece) {
      let bytes: Uint8Array = typeof piece === "string" ? encoder.encode(piece) : piece;
      while (bytes.length > 0) bytes = bytes.subarray(await orExplain(path, () => file.write(bytes)));
    },
    async finish() {
      close();
      if (!direct) {
        await orExplain(path, async () => {
          if (found?.mode) await Deno.chmod(written, found.mode & PERMISSION_BITS).catch(() => {});
          await Deno.rename(written, real);
        });
      }
      stopListening();
    },
    discard,
  };
}

/** Where a path leads to: a link stays a link, and what it points to is replaced. */
function target(path: string): { real: string; folder: string; found: Deno.FileInfo | null } {
  const found = statOf(path);
  const real = found?.isFile ? realPath(path) : path;
  const slash = Math.max(real.lastIndexOf("/"), Deno.build.os === "windows" ? real.lastIndexOf("\\") : -1);
  return { real, folder: slash < 0 ? "." : real.slice(0, slash) || "/", found };
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

function statOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}

function isSame(one: Deno.FileInfo, other: Deno.FileInfo): boolean {
  return one.ino !== null && one.ino === other.ino && one.dev === other.dev && one.isFile;
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It never came to be, or somebody was faster.
  }
}

async function orExplain<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const [trouble, reason] = systemReason(error);
    throw new InputError(`Cannot write "${path}": ${reason}`, path, trouble);
  }
}
