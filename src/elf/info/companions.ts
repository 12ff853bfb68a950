/**
 * Gives debug information access to companion files; the code that opens a program knows where they are.
 * @module
 */

import type { ElfParts } from "../sections.ts";

/** Other files that contain parts of a file's debug information. */
export interface Companions {
  /** The package of all split units (`PROGRAM.dwp`); undefined if there is none. */
  openPackage(): ElfParts | undefined;
  /**
   * Files that may contain a split unit, best first, by the compiler's working directory and the name that it
   * wrote.
   */
  openSplit(folder: string, name: string): Iterable<ElfParts>;
  /**
   * The file with parts that several files share, by its recorded name and build id; undefined if not found.
   */
  openShared(name: string, buildId: string): ElfParts | undefined;
}

/** Used for a file without a path, which has no companions. */
export const NO_COMPANIONS: Companions = {
  openPackage: () => undefined,
  openSplit: () => [],
  openShared: () => undefined,
};
