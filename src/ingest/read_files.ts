/**
 * Notes the files that this process reads: traces, scripts, lists, programs. Output must not replace one of them.
 * Paths are compared, not inode numbers: the system reuses a number once its file is removed.
 * @module
 */

const paths = new Set<string>();

/** Notes that a file is read; `-` is standard input. */
export function noteRead(path: string): void {
  paths.add(path);
}

/** The paths that were noted, in order. */
export function filesRead(): Iterable<string> {
  return paths;
}
