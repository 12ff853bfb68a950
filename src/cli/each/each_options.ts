/**
 * Options for asking each trace by itself.
 * @module
 */

import type { CommandOption } from "../command.ts";

/** Of `quarry query`. */
export const EACH_OPTIONS: readonly CommandOption[] = [
  { name: "each", summary: "ask each trace by itself; folders, patterns and @LIST name many" },
  {
    name: "output",
    short: "o",
    value: "FILE",
    summary: "--each: a file for each trace, such as -o '{name}.json'",
  },
];
