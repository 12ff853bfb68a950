/**
 * Codes of problems that only mpatrol tracing files have, grouped by kind.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.unended, codes: ["missing-trailer", "half-trailer"] },
  { title: PROBLEM.trailing, codes: ["repeated-prefix"] },
  { title: PROBLEM.version, codes: ["unknown-version", "unexpected-realloc", "early-source-fields"] },
  { title: PROBLEM.meaningless, codes: ["unknown-record", "overlong-record"] },
  { title: PROBLEM.names, codes: ["name-slot"] },
];
