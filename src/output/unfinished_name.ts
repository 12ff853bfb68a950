/**
 * The names of unfinished files. Programs without Deno import this file, which therefore imports none.
 * @module
 */

/** Matches the name of an unfinished file; the group is its kind. */
export const UNFINISHED_NAME: RegExp = /^\.quarry-\d+-\d+-\d+\.(new|add|blobs)$/;

/** Whether a path is that of an unfinished file. */
export function isUnfinished(path: string): boolean {
  return UNFINISHED_NAME.test(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
}
