/**
 * Tools that leave out leaks, and the syntax of their rules: lines that name a function, or blocks that begin as a backtrace.
 * @module
 */

import { formats } from "../formats/registry.ts";

/** Syntaxes by the names of the tools, the usual one first. */
export const SUPPRESSION_SYNTAXES: Readonly<Record<string, "lines" | "blocks">> = {
  lsan: "lines",
  valgrind: "blocks",
  ...Object.fromEntries(
    formats.flatMap(({ name, suppressions }) => suppressions ? [[name, suppressions]] : []),
  ),
};
