/**
 * Where programs and debug files are looked for.
 * @module
 */

/** Where programs are looked for. */
export interface ResolveOptions {
  /** Folder that stands for the root of the traced machine; `/` when absent. */
  readonly sysroot?: string | undefined;
  /** Folders with separate debug files, beside `usr/lib/debug` of the root. */
  readonly debugDirs?: readonly string[] | undefined;
  /** The folder of debug files that were downloaded, the last that is looked at. */
  readonly downloads?: string | undefined;
  /** Whether source lines are wanted too. */
  readonly lines?: boolean;
}
