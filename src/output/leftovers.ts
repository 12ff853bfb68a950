/**
 * Removes files that killed writers have left in a folder. The next writer does this, since nobody else does.
 * @module
 */

import { undoAddition } from "./append_note.ts";
import { exists, removeQuietly, unfinishedKindOfOthers } from "./temporary_file.ts";

const cleaned = new Set<string>();

/** Cleans a folder, once per run. Files that cannot be checked or removed stay. */
export async function removeLeftovers(folder: string): Promise<void> {
  if (cleaned.has(folder)) return;
  cleaned.add(folder);
  try {
    for await (const { name, isFile, isDirectory } of Deno.readDir(folder)) {
      const what = unfinishedKindOfOthers(name);
      const path = `${folder}/${name}`;
      if (what === "blobs" && isDirectory) await removeAbandonedFolder(path);
      else if (what !== undefined && isFile) await removeFile(path, what === "add");
    }
  } catch {
    // The folder may be writable but not readable.
  }
}

/** A folder's lock is named after it; without a lock no writer is active. */
async function removeAbandonedFolder(path: string): Promise<void> {
  const lock = lockOf(path);
  const remove = (): void => void removeQuietly(path, { recursive: true });
  if (exists(lock)) await withDeadLock(lock, remove);
  else remove();
}

async function removeFile(path: string, isNote: boolean): Promise<void> {
  await withDeadLock(path, async (file) => {
    if (isNote) await undoAddition(path, file);
    removeQuietly(path);
  });
}

/** The lock of a folder of unfinished blobs. */
export function lockOf(folder: string): string {
  return folder.replace(/blobs$/, "new");
}

/** Runs a function while holding the lock of a file, if its writer no longer holds it. */
export async function withDeadLock(
  path: string,
  work: (file: Deno.FsFile) => void | Promise<void>,
): Promise<void> {
  try {
    using file = await Deno.open(path, { read: true, write: true });
    if (await file.tryLock(true)) await work(file);
  } catch {
    // The file belongs to another user, or the file system has no locks, so it is unknown whether the writer
    // is alive.
  }
}
