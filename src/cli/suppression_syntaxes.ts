/**
 * Lists tools with suppressions and their syntax: either lines that name a function, or blocks with the first
 * frames of a backtrace.
 * @module
 */

import { formats } from "../formats/registry.ts";

/** Syntaxes by the name of the tool, the default one first. */
export const SUPPRESSION_SYNTAXES: Readonly<Record<string, "lines" | "blocks">> = {
  lsan: "lines",
  valgrind: "blocks",
  ...Object.fromEntries(
    formats.flatMap(({ name, suppressions }) => suppressions ? [[name, suppressions]] : []),
  ),
};
