/**
 * Detects changes of a file since it was opened: it grew, was truncated, replaced or deleted.
 * @module
 */

import { type FileState, fileState, stillHasTail } from "./file_state.ts";

/**
 * What happened to a file since it was opened.
 *
 * ```ts
 * import { type FileChange, Quarry, type Reloaded } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const changes: readonly (Reloaded["change"] | FileChange)[] = (await quarry.reload()).map(({ change }) => change);
 * if (changes[0] !== "same") throw new Error("Nobody writes to it");
 * ```
 */
export type FileChange = "same" | "grown" | "shorter" | "replaced" | "deleted";

/**
 * Returns how a file has changed since its state `before`. A file that cannot be opened counts as deleted.
 */
export async function changeOf(path: string, before: FileState): Promise<FileChange> {
  // A modified file that still contains its old tail counts as grown, even if its length is unchanged.
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    return "deleted";
  }
  try {
    const now = await fileState(file);
    if (now.inode !== before.inode) return "replaced";
    if (now.size < before.size) return "shorter";
    if (now.size === before.size && now.modified === before.modified) return "same";
    return stillHasTail(file, before) ? "grown" : "replaced";
  } finally {
    file.close();
  }
}
