/**
 * Removes folders from paths.
 * @module
 */

/** The name of a file: what follows the last slash or backslash of a path, or the complete path if it has none. */
export function fileNameOf(path: string): string {
  return path.replace(/^.*[\\/]/s, "");
}
