/**
 * Options of every command that opens traces: where their columns are.
 * @module
 */

import type { CommandOption } from "./command.ts";

/** `--memory`. */
export const MEMORY_OPTION: CommandOption = {
  name: "memory",
  value: "SIZE",
  summary: "memory for data, such as 2G",
};

/** `--no-cache` and `--index`. */
export const INDEX_OPTIONS: readonly CommandOption[] = [
  { name: "no-cache", summary: "neither use nor save indexes of traces" },
  { name: "index", value: "DIR", summary: "keep indexes of traces in DIR" },
];
