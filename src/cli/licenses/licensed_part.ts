/**
 * Defines a third-party part of Quarry's packages.
 * @module
 */

/** A package of Quarry: the program (binary, .deb, npm), the library on npm, or the extension for VS Code. */
export type LicensedPackage = "program" | "library" | "extension";

/** A part and the license text that must accompany it. */
export interface LicensedPart {
  /** The name on npm; `deno` and `v8` are the runtime. */
  readonly name: string;
  readonly version: string;
  /** The license as an SPDX expression. */
  readonly license: string;
  readonly inside: readonly LicensedPackage[];
  readonly text: string;
}
