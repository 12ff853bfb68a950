/**
 * What debug information needs of other files. Whoever opens a program knows where these are.
 * @module
 */

import type { ElfParts } from "../sections.ts";

/** Other files that hold parts of the debug information of one. */
export interface Companions {
  /** The package of all split units (`PROGRAM.dwp`); undefined for none. */
  openPackage(): ElfParts | undefined;
  /** Files that may have a split unit, best first, by the folder that the compiler ran in and the name that it gave. */
  openSplit(folder: string, name: string): Iterable<ElfParts>;
  /** The file that several share parts in, by the name and the build id that are in them; undefined for none. */
  openShared(name: string, buildId: string): ElfParts | undefined;
}

/** For a file that lies nowhere. */
export const NO_COMPANIONS: Companions = {
  openPackage: () => undefined,
  openSplit: () => [],
  openShared: () => undefined,
};
