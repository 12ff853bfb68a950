/**
 * What is inside our packages and is not ours.
 * @module
 */

/** A package of ours: the program (binary, .deb, npm), the library of npm, the extension for VS Code. */
export type Product = "program" | "library" | "extension";

/** A part with the text that must come with it. */
export interface LicensedPart {
  /** As npm names it; `deno` and `v8` are the runtime. */
  readonly name: string;
  readonly version: string;
  /** Its license, as SPDX names it. */
  readonly license: string;
  readonly inside: readonly Product[];
  readonly text: string;
}
