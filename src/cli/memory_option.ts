/**
 * `--memory` of every command that opens traces.
 * @module
 */

import type { CommandOption } from "./command.ts";

/** `--memory`. */
export const MEMORY_OPTION: CommandOption = {
  name: "memory",
  value: "SIZE",
  summary: "memory for data, such as 2G",
};
