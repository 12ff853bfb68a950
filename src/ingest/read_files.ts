/**
 * Records which files this process reads: traces, scripts, lists, programs. Output must not replace one of
 * them. Paths are compared and not inode numbers, because the system reuses a number after its file is
 * removed.
 * @module
 */

const paths = new Set<string>();

/** Records that a file is read; `-` is standard input. */
export function noteRead(path: string): void {
  paths.add(path);
}

/** The paths that were noted, in order. */
export function filesRead(): Iterable<string> {
  return paths;
}
