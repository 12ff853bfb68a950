/**
 * The files that this run reads: traces, scripts, lists, programs. Nothing that is written may replace one of them, so
 * opening a file notes its path here. A path is kept and no inode number, which the system gives to another file as
 * soon as one is removed.
 * @module
 */

const paths = new Set<string>();

/** Notes that a file is read; `-` is standard input. */
export function noteRead(path: string): void {
  paths.add(path);
}

/** What was noted, in order. */
export function filesRead(): Iterable<string> {
  return paths;
}
