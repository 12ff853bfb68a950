/**
 * A folder that becomes visible as a whole. Its files are written in `PLACE/.writing-ID` and are on disk before that
 * folder gets its name, by one rename: who looks sees all of it or nothing. A lock beside it says that the writer lives.
 * @module
 */

import { systemReason } from "../ingest/system_error.ts";
import { makeFolders, removeEmpty } from "./folder.ts";
import { whenDead } from "./leftovers.ts";
import { bufferedWriter, discarder, type Piece } from "./output.ts";
import { OutputError } from "./output_error.ts";
import { explain, needPermission, refuse } from "./target.ts";
import { exists, makeLocked, removeQuietly } from "./temporary_file.ts";
import { DISCARDED, type Leavings, removeLeavings } from "./end_worker.ts";
import { announce, readyToEnd, whenEnded } from "./when_ended.ts";

const BEGIN = ".writing-";
const NAME = /^\.writing-\d+-[0-9a-f]{8}$/;
const LOCK = ".lock";
/** Of the folder that a new one replaces. */
const OLD = ".old";
const BUFFER_BYTES = 1 << 18;

/** A file of the folder. */
interface FolderFile {
  /** The piece may be used again afterwards. Throws `OutputError`. */
  write(piece: Piece): Promise<void>;
  /** All is written, and on disk. Throws `OutputError`. */
  finish(): Promise<void>;
}

/** A folder on its way. */
export interface WholeFolder {
  /** Where it is until it has its name. */
  readonly path: string;
  /** Begins a file. Throws `OutputError`. */
  create(name: string): Promise<FolderFile>;
  /**
   * All files are finished: the folder gets its name, beside those that are there. Gives false, and leaves nothing,
   * where one of that name is there that must not be replaced. Throws `OutputError`.
   */
  finish(name: string, options: { readonly replace: boolean }): Promise<boolean>;
  /** Leaves nothing after. */
  discard(): void;
}

/**
 * Makes a folder for such folders, unless it is there. What is returned removes it again where nothing has come into it, as
 * an early end of the program does. Throws `OutputError`.
 */
export async function makePlace(place: string): Promise<() => void> {
  if (place === "") refuse("nowhere", place, "it has no name");
  needPermission(place, place, "write");
  needPermission(place, place, "read");
  try {
    if (exists(place) && !Deno.statSync(place).isDirectory) refuse("other", place, "it is not a folder");
  } catch (error) {
    explain(place, error);
  }
  await readyToEnd();
  const { made, stays } = makeFolders(place);
  const remove = (): void => removeEmpty(made);
  const stopEnding = whenEnded(remove);
  return () => {
    stopEnding();
    remove();
    stays();
  };
}

/** Begins a folder in a place that is there. Throws `OutputError`. */
export async function openWholeFolder(place: string): Promise<WholeFolder> {
  await readyToEnd();
  const lock = await makeLocked(place, () => `${place}/${BEGIN}${Deno.pid}-${idOf()}${LOCK}`);
  const folder = lock.path.slice(0, -LOCK.length);
  const withdraw = announce({ folder });
  const open = new Set<Deno.FsFile>();
  const discard = discarder(lock, () => {
    for (const file of open) file.close();
    open.clear();
    removeQuietly(folder, { recursive: true });
    withdraw();
  });
  try {
    Deno.mkdirSync(folder);
  } catch (error) {
    discard();
    explain(place, error);
  }
  return {
    path: folder,
    async create(name) {
      const path = `${folder}/${name}`;
      const file = await Deno.open(path, { write: true, createNew: true })
        .catch((error: unknown) => explain(path, error));
      open.add(file);
      return bufferedFile(path, file, () => {
        if (open.delete(file)) file.close();
      });
    },
    async finish(name, { replace }) {
      try {
        await syncFolder(folder);
        const risen = rise(folder, `${place}/${name}`, replace);
        if (!risen) discard();
        await syncFolder(place);
        return risen;
      } catch (error) {
        discard();
        explain(`${place}/${name}`, error);
      } finally {
        removeQuietly(lock.path);
        withdraw();
        discard.done();
      }
    },
    discard,
  };
}

function idOf(): string {
  return crypto.randomUUID().slice(0, 8);
}

function bufferedFile(path: string, file: Deno.FsFile, close: () => void): FolderFile {
  const { write, flush } = bufferedWriter(path, file, BUFFER_BYTES);
  return {
    write,
    async finish() {
      await flush();
      try {
        await file.sync();
      } catch (error) {
        explain(path, error);
      } finally {
        close();
      }
    },
  };
}

/** The names in a folder are on disk; where the system cannot be asked for that, it does it when it likes. */
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = await Deno.open(path);
    await folder.sync();
  } catch {
    // Windows opens no folders.
  }
}

/**
 * Gives a folder its name. What is replaced is moved away first: no system call of Deno puts a folder in place of one
 * with files, so that for a moment there is none.
 */
function rise(folder: string, target: string, replace: boolean): boolean {
  const old = `${folder}${OLD}`;
  const isThere = exists(target);
  if (isThere && !replace) return false;
  if (isThere) Deno.renameSync(target, old);
  try {
    Deno.renameSync(folder, target);
  } catch (error) {
    if (isThere) Deno.renameSync(old, target);
    // Somebody else has been faster: a folder with files is never written over.
    else if (exists(target)) return false;
    throw error;
  }
  if (isThere) removeQuietly(old, { recursive: true });
  return true;
}

/** What is left of a folder whose writer is a thread, until it has its name. */
export function unfinishedFolder(path: string): Leavings {
  return { folder: path, file: `${path}${LOCK}` };
}

/** Removes a folder whose writer is a thread that was ended. */
export function removeUnfinishedFolder(path: string): void {
  removeLeavings(unfinishedFolder(path));
}

/** Removes the folders of all threads of this process, which were ended: also those that no thread has told of yet. */
export function removeOwnUnfinished(place: string): void {
  try {
    for (const { name } of Deno.readDirSync(place)) {
      const id = name.replace(/\.\w+$/, "");
      if (NAME.test(id) && id.startsWith(`${BEGIN}${Deno.pid}-`)) removeUnfinishedFolder(`${place}/${id}`);
    }
  } catch {
    // The place is gone already.
  }
}

/**
 * Removes what killed writers have left in a place; what living ones are at work on stays. `nameOf` gives the name of a
 * folder that was moved away and not replaced, so that it gets it back.
 */
export async function removeUnfinished(
  place: string,
  nameOf: (folder: string) => string | undefined,
): Promise<void> {
  const found = new Set<string>();
  try {
    for (const { name } of Deno.readDirSync(place)) {
      const id = [LOCK, OLD, DISCARDED].some((end) => name.endsWith(end)) ? name.replace(/\.\w+$/, "") : name;
      if (NAME.test(id)) found.add(`${place}/${id}`);
    }
  } catch (error) {
    throw new OutputError(`Cannot write in "${place}": ${systemReason(error)[1]}`);
  }
  for (const folder of found) {
    const remove = (): void => {
      const old = `${folder}${OLD}`;
      const name = exists(old) ? nameOf(old) : undefined;
      if (name !== undefined && !exists(`${place}/${name}`)) Deno.renameSync(old, `${place}/${name}`);
      for (const each of [old, `${folder}${DISCARDED}`, folder]) removeQuietly(each, { recursive: true });
      removeQuietly(`${folder}${LOCK}`);
    };
    // A lock is made before its folder and goes after it: without one nobody is at work.
    if (exists(`${folder}${LOCK}`)) await whenDead(`${folder}${LOCK}`, remove);
    else remove();
  }
}
