/**
 * Removes folders from paths.
 * @module
 */

/**
 * Returns the name of a file: the part after the last slash or backslash of a path, or the complete path if
 * it has none.
 */
export function fileNameOf(path: string): string {
  return path.replace(/^.*[\\/]/s, "");
}
