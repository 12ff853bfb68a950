/**
 * Writes a folder atomically. Its files are written to `PLACE/.writing-ID` and synced before that folder is
 * renamed, so that readers see all of it or nothing. A lock beside it shows that the writer is alive.
 * @module
 */

import { systemReason } from "../ingest/system_error.ts";
import { makeFolders, removeEmpty } from "./folder.ts";
import { withDeadLock } from "./leftovers.ts";
import { bufferedWriter, discardOnce, type Piece } from "./output.ts";
import { OutputError } from "./output_error.ts";
import { needPermission, requireRule, throwOutputError } from "./target.ts";
import { createLockedFile, exists, removeQuietly } from "./temporary_file.ts";
import { DISCARDED_SUFFIX, removeUnfinishedOutputs, type UnfinishedOutputs } from "./end_worker.ts";
import { awaitEndWorker, registerUnfinished, whenEnded } from "./on_exit.ts";

const BEGIN = ".writing-";
const NAME = /^\.writing-\d+-[0-9a-f]{8}$/;
const LOCK = ".lock";
/** Suffix of the folder that a new one replaces. */
const OLD = ".old";
const BUFFER_BYTES = 1 << 18;

/** A file of the folder. */
interface FolderFile {
  /** Writes a chunk, which may be reused afterwards. Throws `OutputError`. */
  write(piece: Piece): Promise<void>;
  /** Completes the file and syncs it. Throws `OutputError`. */
  finish(): Promise<void>;
}

/** A folder in progress. */
export interface WholeFolder {
  /** Temporary path of the folder. */
  readonly path: string;
  /** Begins a file. Throws `OutputError`. */
  create(name: string): Promise<FolderFile>;
  /**
   * Renames the folder to its final name, after all files are finished. Returns false, and removes it, if
   * that name exists and must not be replaced. Throws `OutputError`.
   */
  finish(name: string, options: { readonly replace: boolean }): Promise<boolean>;
  /** Removes everything written. */
  discard(): void;
}

/**
 * Creates the parent of the folders to write if it is missing. The returned function removes it again if it is empty,
 * as does an early end of the program. Throws `OutputError`.
 */
export async function makeParentFolder(place: string): Promise<() => void> {
  if (place === "") requireRule("nowhere", place, "it has no name");
  needPermission(place, place, "write");
  needPermission(place, place, "read");
  try {
    if (exists(place) && !Deno.statSync(place).isDirectory) requireRule("other", place, "it is not a folder");
  } catch (error) {
    throwOutputError(place, error);
  }
  await awaitEndWorker();
  const { made, stays } = makeFolders(place);
  const remove = (): void => removeEmpty(made);
  const stopEnding = whenEnded(remove);
  return () => {
    stopEnding();
    remove();
    stays();
  };
}

/** Begins a folder in an existing place. Throws `OutputError`. */
export async function openWholeFolder(place: string): Promise<WholeFolder> {
  await awaitEndWorker();
  const lock = await createLockedFile(place, () => `${place}/${BEGIN}${Deno.pid}-${idOf()}${LOCK}`);
  const folder = lock.path.slice(0, -LOCK.length);
  const withdraw = registerUnfinished({ folder });
  const open = new Set<Deno.FsFile>();
  const discard = discardOnce(lock, () => {
    for (const file of open) file.close();
    open.clear();
    removeQuietly(folder, { recursive: true });
    withdraw();
  });
  try {
    Deno.mkdirSync(folder);
  } catch (error) {
    discard();
    throwOutputError(place, error);
  }
  return {
    path: folder,
    async create(name) {
      const path = `${folder}/${name}`;
      const file = await Deno.open(path, { write: true, createNew: true })
        .catch((error: unknown) => throwOutputError(path, error));
      open.add(file);
      return bufferedFile(path, file, () => {
        if (open.delete(file)) file.close();
      });
    },
    async finish(name, { replace }) {
      try {
        await syncFolder(folder);
        const risen = moveToName(folder, `${place}/${name}`, replace);
        if (!risen) discard();
        await syncFolder(place);
        return risen;
      } catch (error) {
        discard();
        throwOutputError(`${place}/${name}`, error);
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
        throwOutputError(path, error);
      } finally {
        close();
      }
    },
  };
}

/** Syncs the entries of a folder; on systems without this call they are written eventually. */
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = await Deno.open(path);
    await folder.sync();
  } catch {
    // Windows cannot open folders.
  }
}

/**
 * Renames a folder to its final name. The replaced folder is moved away first, since Deno cannot replace a
 * folder that contains files; for a short time neither exists.
 */
function moveToName(folder: string, target: string, replace: boolean): boolean {
  const old = `${folder}${OLD}`;
  const isThere = exists(target);
  if (isThere && !replace) return false;
  if (isThere) Deno.renameSync(target, old);
  try {
    Deno.renameSync(folder, target);
  } catch (error) {
    if (isThere) Deno.renameSync(old, target);
    // Another writer was faster: a folder with files is never overwritten.
    else if (exists(target)) return false;
    throw error;
  }
  if (isThere) removeQuietly(old, { recursive: true });
  return true;
}

/**
 * What to remove if the program ends while a thread is writing a folder that does not yet have its final
 * name.
 */
export function unfinishedFolder(path: string): UnfinishedOutputs {
  return { folder: path, file: `${path}${LOCK}` };
}

/** Removes a folder whose writing thread was stopped. */
export function removeUnfinishedFolder(path: string): void {
  removeUnfinishedOutputs(unfinishedFolder(path));
}

/** Removes the folders of all stopped threads of this process, including those not yet announced. */
export function removeOwnUnfinished(place: string): void {
  try {
    for (const { name } of Deno.readDirSync(place)) {
      const id = name.replace(/\.\w+$/, "");
      if (NAME.test(id) && id.startsWith(`${BEGIN}${Deno.pid}-`)) removeUnfinishedFolder(`${place}/${id}`);
    }
  } catch {
    // The place has already been removed.
  }
}

/**
 * Removes what killed writers have left in a folder; files of living writers stay. `nameOf` gives the name of
 * a folder that was moved away but not replaced, so that it can be restored.
 */
export async function removeUnfinished(
  place: string,
  nameOf: (folder: string) => string | undefined,
): Promise<void> {
  const found = new Set<string>();
  try {
    for (const { name } of Deno.readDirSync(place)) {
      const id = [LOCK, OLD, DISCARDED_SUFFIX].some((end) => name.endsWith(end))
        ? name.replace(/\.\w+$/, "")
        : name;
      if (NAME.test(id)) found.add(`${place}/${id}`);
    }
  } catch (error) {
    throw new OutputError(`Cannot write to the folder "${place}": ${systemReason(error)[1]}`);
  }
  for (const folder of found) {
    const remove = (): void => {
      const old = `${folder}${OLD}`;
      const name = exists(old) ? nameOf(old) : undefined;
      if (name !== undefined && !exists(`${place}/${name}`)) Deno.renameSync(old, `${place}/${name}`);
      for (const each of [old, `${folder}${DISCARDED_SUFFIX}`, folder]) {
        removeQuietly(each, { recursive: true });
      }
      removeQuietly(`${folder}${LOCK}`);
    };
    // A lock exists before its folder and longer than it, so without a lock no writer is active.
    if (exists(`${folder}${LOCK}`)) await withDeadLock(`${folder}${LOCK}`, remove);
    else remove();
  }
}
