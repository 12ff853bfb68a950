/**
 * Creates and removes unfinished files. Their names consist of `.quarry-`, the process id, the start time of
 * the process in milliseconds, and their kind. Each is locked while its writer is alive, so every machine
 * that shares the folder can recognize files of dead writers.
 * @module
 */

import { throwOutputError } from "./target.ts";
import { registerUnfinished } from "./on_exit.ts";
import { UNFINISHED_NAME } from "./unfinished_name.ts";

/** Kinds of unfinished files. */
type UnfinishedKind =
  /** The new content of a file, or the lock of a folder. */
  | "new"
  /** A note about an addition in progress. */
  | "add"
  /** A folder of finished blobs. */
  | "blobs";

const STARTED = Math.round(performance.timeOrigin);
const OWN = `.quarry-${Deno.pid}-${STARTED}-`;
/**
 * Maximum number of attempts: a cleaning process may remove a new file before it is locked, but not
 * repeatedly.
 */
const MOST_TRIES = 5;
let count = 0;

/** A unique name: process, start, count. */
export function unfinishedName(what: UnfinishedKind): string {
  return `${OWN}${++count}.${what}`;
}

/** The kind of another process's unfinished file, by its name. */
export function unfinishedKindOfOthers(name: string): UnfinishedKind | undefined {
  if (name.startsWith(OWN)) return undefined;
  return UNFINISHED_NAME.exec(name)?.[1] as UnfinishedKind | undefined;
}

/** An open, locked file, which no other process treats as left by a killed writer. */
export interface TemporaryFile {
  readonly path: string;
  readonly file: Deno.FsFile;
  /** Called when the file is removed or finished, after which it stays even if the program ends early. */
  readonly withdraw: () => void;
}

/** Creates an unfinished file for `path` in `folder`. Throws `OutputError`. */
export function makeTemporary(
  path: string,
  folder: string,
  { what, mode }: { readonly what: UnfinishedKind; readonly mode?: number },
): Promise<TemporaryFile> {
  return createLockedFile(path, () => `${folder}/${unfinishedName(what)}`, mode);
}

/** Creates an unfinished file with names from the caller; messages name `path`. Throws `OutputError`. */
export async function createLockedFile(
  path: string,
  nextName: () => string,
  mode?: number,
): Promise<TemporaryFile> {
  for (let tries = 1;; tries++) {
    const name = nextName();
    const withdraw = registerUnfinished({ file: name });
    try {
      const file = await Deno.open(name, {
        write: true,
        read: true,
        createNew: true,
        ...(mode === undefined ? {} : { mode }),
      });
      await lock(file);
      if (isStill(name, file) || tries === MOST_TRIES) return { path: name, file, withdraw };
      file.close();
      // If only the check failed, the file still exists.
      removeQuietly(name);
      withdraw();
    } catch (error) {
      withdraw();
      throwOutputError(path, error);
    }
  }
}

/** Removes a file or a folder; true if it no longer exists. */
export function removeQuietly(path: string, options: { readonly recursive?: boolean } = {}): boolean {
  try {
    Deno.removeSync(path, options);
    return true;
  } catch {
    return false; // The file was never created, or another process removed it.
  }
}

/**
 * Locks a file. Some file systems have no locks; on those, files of killed writers stay, since nobody knows
 * whether their writer is alive.
 */
async function lock(file: Deno.FsFile): Promise<void> {
  try {
    await file.tryLock(true);
  } catch {
    // Writing works without a lock.
  }
}

/** Whether the file still exists, since it may have been removed before it was locked. */
function isStill(path: string, file: Deno.FsFile): boolean {
  try {
    const { dev, ino } = Deno.statSync(path);
    const own = file.statSync();
    return dev === own.dev && ino === own.ino;
  } catch {
    return false;
  }
}

/** Whether anything exists at a path. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
