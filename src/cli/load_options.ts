/**
 * Options of every command that opens traces.
 * @module
 */

import type { CommandOption } from "./command.ts";

/** `--format` and `--strict`. */
export const LOAD_OPTIONS: readonly CommandOption[] = [
  { name: "format", value: "NAME", summary: "read as this format, whatever the file looks like" },
  { name: "strict", summary: "a damaged trace is an error (exit code 3)" },
];
