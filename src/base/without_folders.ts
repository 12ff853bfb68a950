/**
 * Paths without their folders.
 * @module
 */

/** The name of a file: what comes after the last slash or backslash of a path; the whole where there is none. */
export function withoutFolders(path: string): string {
  return path.replace(/^.*[\\/]/s, "");
}
