/**
 * The option of commands that write files.
 * @module
 */

import type { CommandOption } from "./command.ts";

/** `--force`. */
export const FORCE_OPTION: CommandOption = {
  name: "force",
  summary: 'replace a file of another kind ("help outputs")',
};
