/**
 * Codes of problems that only mtrace text has, grouped by kind.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.order, codes: ["lost-resize"] },
  {
    title: "The start of a trace is missing",
    codes: ["no-start"],
    cause: "The first lines are missing, or another program has overwritten the file",
    cure: "Blocks from before the first line are freed without an allocation; record again if that matters",
  },
  {
    title: "Lines are repeated",
    codes: ["repeated-lines"],
    cause: "The program has forked: both processes write the buffered lines, and their calls are mixed",
    cure: "Let the child call muntrace(), or set MALLOC_TRACE to another file before it continues",
  },
];
