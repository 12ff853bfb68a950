/**
 * Lists every kind of file that Quarry recognizes but cannot read. The order matters: for example, a core
 * dump is also an ELF file.
 * @module
 */

import { archives, otherForeignFiles } from "./archives.ts";
import { coverageFiles } from "./coverage.ts";
import type { ForeignFile } from "./foreign_file.ts";
import { memoryFiles } from "./memory.ts";
import { timelines } from "./timelines.ts";

/** The kinds of files, in the order in which they are tried. */
export const foreignFiles: readonly ForeignFile[] = [
  ...archives,
  ...memoryFiles,
  ...coverageFiles,
  ...timelines,
  ...otherForeignFiles,
];
