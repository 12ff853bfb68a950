/**
 * Options for querying each trace separately.
 * @module
 */

import type { CommandOption } from "../command.ts";

/** Options of `quarry query --each`. */
export const EACH_OPTIONS: readonly CommandOption[] = [
  { name: "each", summary: "query each trace separately: files, folders, patterns, @LIST" },
  {
    name: "output",
    short: "o",
    value: "FILE",
    summary: "--each: a file for each trace, such as -o '{name}.json'",
  },
];
