/**
 * What has become of a file since it was opened: it grew, it was cut, another one took its place.
 * @module
 */

import { type FileState, fileState, hasTail } from "./file_state.ts";

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

/** What has become of a file since it was as `before` says. A file that cannot be opened counts as deleted. */
export async function changeOf(path: string, before: FileState): Promise<FileChange> {
  // What was read is there still in a file that has grown; it may be as long as before.
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
    return hasTail(file, before) ? "grown" : "replaced";
  } finally {
    file.close();
  }
}
