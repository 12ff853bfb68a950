/**
 * Options of every command that opens traces: where their columns are, and who works on them.
 * @module
 */

import type { CommandOption } from "./command.ts";

/** `--memory`. */
export const MEMORY_OPTION: CommandOption = {
  name: "memory",
  value: "SIZE",
  summary: "memory for data, such as 2G",
};

/** `--threads`. */
export const THREADS_OPTION: CommandOption = {
  name: "threads",
  value: "N",
  summary: "threads for queries; 1 for one core, otherwise all of them",
};

/** `--no-cache` and `--index`. */
export const INDEX_OPTIONS: readonly CommandOption[] = [
  { name: "no-cache", summary: "neither use nor save indexes of traces" },
  { name: "index", value: "DIR", summary: "keep indexes of traces in DIR" },
];
