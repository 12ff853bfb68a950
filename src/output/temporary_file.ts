/**
 * Unfinished files. Their names begin with `.quarry-`, the number of the process and the milliseconds at which it
 * began, and end with what they are. Each is locked while its writer lives, so that what a dead writer has left is
 * known for what it is, on every machine that shares the folder.
 * @module
 */

import { explain } from "./target.ts";
import { announce } from "./when_ended.ts";

/** What unfinished files are. */
type Unfinished =
  /** The new content of a file, or the lock of a folder. */
  | "new"
  /** A note that something is being added to the end of a file. */
  | "add"
  /** A folder of finished blobs. */
  | "blobs";

const STARTED = Math.round(performance.timeOrigin);
const OWN = `.quarry-${Deno.pid}-${STARTED}-`;
const NAME = /^\.quarry-\d+-\d+-\d+\.(new|add|blobs)$/;
/** A cleaning process may remove the file before it is locked; so often it is a fault. */
const MOST_TRIES = 5;
let count = 0;

/** A unique name: process, start, count. */
export function unfinishedName(what: Unfinished): string {
  return `${OWN}${++count}.${what}`;
}

/** What an unfinished file of another process is, by its name. */
export function unfinishedOfOthers(name: string): Unfinished | undefined {
  if (name.startsWith(OWN)) return undefined;
  return NAME.exec(name)?.[1] as Unfinished | undefined;
}

/** An open file that no other process takes for a leftover. */
export interface TemporaryFile {
  readonly path: string;
  readonly file: Deno.FsFile;
  /** It is no more, or not unfinished any more: it stays whatever becomes of the program. */
  readonly withdraw: () => void;
}

/** Makes an unfinished file for `path` in `folder`. Throws `OutputError`. */
export function makeTemporary(
  path: string,
  folder: string,
  { what, mode }: { readonly what: Unfinished; readonly mode?: number },
): Promise<TemporaryFile> {
  return makeLocked(path, () => `${folder}/${unfinishedName(what)}`, mode);
}

/** Makes an unfinished file with names from the caller; `path` is what messages name. Throws `OutputError`. */
export async function makeLocked(
  path: string,
  nextName: () => string,
  mode?: number,
): Promise<TemporaryFile> {
  for (let tries = 1;; tries++) {
    const name = nextName();
    const withdraw = announce({ file: name });
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
      // Where the system only did not say what is there, it still is.
      removeQuietly(name);
      withdraw();
    } catch (error) {
      withdraw();
      explain(path, error);
    }
  }
}

/** Removes a file or a folder; true when it is gone. */
export function removeQuietly(path: string, options: { readonly recursive?: boolean } = {}): boolean {
  try {
    Deno.removeSync(path, options);
    return true;
  } catch {
    return false; // it never came to be, or somebody was faster
  }
}

/** Some file systems have no locks: then leftovers stay, since whether their writer lives is unknown. */
async function lock(file: Deno.FsFile): Promise<void> {
  try {
    await file.tryLock(true);
  } catch {
    // Writing needs no lock.
  }
}

/** False when somebody has removed the file between its making and its locking. */
function isStill(path: string, file: Deno.FsFile): boolean {
  try {
    const { dev, ino } = Deno.statSync(path);
    const own = file.statSync();
    return dev === own.dev && ino === own.ino;
  } catch {
    return false;
  }
}

/** Whether there is anything under a name. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
