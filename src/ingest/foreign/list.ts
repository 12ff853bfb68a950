/**
 * Every kind of file that is not a trace for Quarry and that it knows all the same. Those that are tried first come first:
 * a core dump is an ELF file, too.
 * @module
 */

import { archives, others } from "./archives.ts";
import { coverageFiles } from "./coverage.ts";
import type { ForeignFile } from "./foreign_file.ts";
import { memoryFiles } from "./memory.ts";
import { timelines } from "./timelines.ts";

/** The list, in the order in which they are tried. */
export const foreignFiles: readonly ForeignFile[] = [
  ...archives,
  ...memoryFiles,
  ...coverageFiles,
  ...timelines,
  ...others,
];
