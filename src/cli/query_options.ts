/**
 * The options of commands that run queries.
 * @module
 */

import type { CommandOption } from "./command.ts";
import { FORCE_OPTION, LOAD_OPTIONS } from "./load_options.ts";
import { OUTPUT_OPTIONS } from "./output.ts";
import { SOURCE_NAME_OPTIONS } from "./source_names.ts";
import { SUPPRESSIONS_OPTION } from "./suppressions_option.ts";
import { FORMAT_OPTION } from "./verdict_formats.ts";

/** Options that determine which queries to run, how to open traces and how to show results. */
export const QUERY_OPTIONS: readonly CommandOption[] = [
  { name: "eval", short: "e", value: "QUERY", many: true, summary: "run this" },
  {
    name: "file",
    short: "f",
    value: "FILE",
    many: true,
    summary: "run the script in this file, - is standard input",
  },
  {
    name: "mine",
    value: "GLOB",
    summary: "files or modules of the program itself, for place and mine(stack): src/**",
  },
  SUPPRESSIONS_OPTION,
  {
    name: "set",
    value: "NAME=VALUE",
    many: true,
    summary: "override a definition of a script: --set limit=1M for let limit = 4K",
  },
  { name: "junit", value: "FILE", summary: "write the results of assertions as JUnit XML" },
  { name: "sarif", value: "FILE", summary: "write failed assertions as SARIF, for code scanners" },
  { name: "github", summary: "the same as --format github" },
  ...SOURCE_NAME_OPTIONS,
  FORCE_OPTION,
  ...OUTPUT_OPTIONS,
  ...LOAD_OPTIONS.map((option) => option.name === FORMAT_OPTION.name ? FORMAT_OPTION : option),
];
