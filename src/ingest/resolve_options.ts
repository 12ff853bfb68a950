/**
 * Where to look for programs and debug files.
 * @module
 */

/** Where to look for programs and debug files. */
export interface ResolveOptions {
  /** The folder that represents the root of the traced machine; `/` if absent. */
  readonly sysroot?: string | undefined;
  /** Folders with separate debug files, in addition to `usr/lib/debug` of the root. */
  readonly debugDirs?: readonly string[] | undefined;
  /** The folder of downloaded debug files, which is searched last. */
  readonly downloads?: string | undefined;
  /** Whether source lines are needed as well. */
  readonly lines?: boolean;
}
