/**
 * Output folders with generated file names, such as the blobs of a trace. The files are written to a
 * temporary folder inside and moved up when all of them are complete.
 * @module
 */

import { lockOf, removeLeftovers } from "./leftovers.ts";
import { bytesOf, discardOnce, type OutputOptions, type Piece, writeAll } from "./output.ts";
import { folderOf, needPermission, refuseInput, requireRule, throwOutputError } from "./target.ts";
import { makeTemporary, removeQuietly, unfinishedKindOfOthers } from "./temporary_file.ts";
import { awaitEndWorker, registerUnfinished } from "./on_exit.ts";

/** An output folder in progress. */
interface OutputFolder {
  /** Writes a file. Throws `OutputError`. */
  write(name: string, content: Piece): Promise<void>;
  /** Moves all files to their final names. Throws `OutputError`. */
  finish(): Promise<void>;
  /** Removes everything written. */
  discard(): void;
}

/** Options for opening a folder. */
export type FolderOptions = Pick<OutputOptions, "force">;

/** Checks early whether files can be written to a folder, which may be missing. Throws `OutputError`. */
export async function checkFolder(path: string, { force = false }: FolderOptions): Promise<void> {
  if (path === "") requireRule("nowhere", path, "it has no name");
  needPermission(path, path, "write");
  needPermission(path, path, "read");
  try {
    if (!Deno.statSync(path).isDirectory) requireRule("other", path, "it is not a folder");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throwOutputError(path, error);
    return;
  }
  await removeLeftovers(path);
  for await (const { name } of Deno.readDir(path)) {
    if (unfinishedKindOfOthers(name)) continue;
    requireRule(
      "full",
      path,
      "it is not empty; --force adds to it and replaces files of the same names",
      force,
    );
  }
  const trial = await makeTemporary(path, path, { what: "new" });
  removeQuietly(trial.path);
  trial.file.close();
  trial.withdraw();
}

/** Opens a folder, and creates it if missing. Throws `OutputError`. */
export async function openFolder(path: string, options: FolderOptions): Promise<OutputFolder> {
  await checkFolder(path, options);
  await awaitEndWorker();
  const { made, stays } = makeFolders(path);
  const lock = await makeTemporary(path, path, { what: "new" }).catch((error: unknown) => {
    removeEmpty(made);
    stays();
    throw error;
  });
  const below = lock.path.replace(/new$/, "blobs");
  const names: string[] = [];
  const isWhole = registerUnfinished({ folder: below });
  const withdraw = (): void => {
    isWhole();
    stays();
  };
  const discard = discardOnce(lock, () => {
    removeQuietly(below, { recursive: true });
    // The lock is in the innermost of the folders.
    removeQuietly(lock.path);
    removeEmpty(made);
    withdraw();
  });
  try {
    if (lockOf(below) !== lock.path) throw new Error(`A folder without a lock: ${below}`);
    Deno.mkdirSync(below);
  } catch (error) {
    discard();
    throwOutputError(path, error);
  }
  return {
    async write(name, content) {
      const file = await Deno.open(`${below}/${name}`, { write: true, createNew: true })
        .catch((error: unknown) => throwOutputError(`${path}/${name}`, error));
      try {
        await writeAll(`${path}/${name}`, file, bytesOf(content));
      } finally {
        file.close();
      }
      names.push(name);
    },
    async finish() {
      const risen: string[] = [];
      try {
        for (const name of names) await sync(`${below}/${name}`);
        for (const name of names) checkReplaceable(`${path}/${name}`, options);
        // Runs without interruption, so that no signal is handled between two files.
        for (const name of names) {
          const isNew = entryAt(`${path}/${name}`) === null;
          Deno.renameSync(`${below}/${name}`, `${path}/${name}`);
          if (isNew) risen.push(name);
        }
      } catch (error) {
        for (const name of risen) removeQuietly(`${path}/${name}`);
        discard();
        throwOutputError(path, error);
      }
      removeQuietly(below, { recursive: true });
      removeQuietly(lock.path);
      withdraw();
      discard.done();
    },
    discard,
  };
}

/** Folders created for an output, innermost first, and a function to keep them. */
interface MadeFolders {
  readonly made: readonly string[];
  readonly stays: () => void;
}

/** Creates the folder and its parents; new ones are removed if the program ends early. */
export function makeFolders(path: string): MadeFolders {
  const missing: string[] = [];
  for (let folder = path.replace(/(?<=.)\/+$/, ""); entryAt(folder) === null; folder = folderOf(folder)) {
    missing.push(folder);
  }
  const stays = registerUnfinished({ empty: missing });
  try {
    Deno.mkdirSync(path, { recursive: true });
  } catch (error) {
    removeEmpty(missing);
    stays();
    throwOutputError(path, error);
  }
  return { made: missing, stays };
}

/** Removes created folders, innermost first, as long as they are empty. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) if (!removeQuietly(folder)) return;
}

/** Some file systems report a full disk only when the file is synced. */
async function sync(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.sync();
}

/** Checks the file that exists under a name, which may have been created in the meantime. */
function checkReplaceable(path: string, { force = false }: FolderOptions): void {
  const found = entryAt(path);
  if (found === null) return;
  if (found.isDirectory) requireRule("folder", path, "it is a folder");
  // A link is replaced, not followed, since nobody has chosen its target as an output.
  if (found.isFile) refuseInput(path, found, path);
  requireRule("full", path, "it was created in the meantime; --force replaces it", force);
}

function entryAt(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throwOutputError(path, error);
  }
}
