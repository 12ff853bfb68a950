/**
 * Problem codes that only coverage files have, by family.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.number, codes: ["bad-record"] },
  { title: PROBLEM.meaningless, codes: ["bad-structure", "long-text", "unknown-record"] },
  { title: PROBLEM.unended, codes: ["no-end-of-record"] },
  {
    title: "Sums without lines",
    codes: ["sums-only"],
    cause: "llvm-cov export ran with -summary-only",
    cure: "Leave this option out",
  },
  { title: PROBLEM.order, codes: ["record-outside"] },
  {
    title: "Impossible counts or lines",
    codes: ["negative-count", "large-count", "impossible-line"],
    cause:
      "Counters of threads that ran at the same time, sums of many runs, or code that the compiler added",
    cure: "Compile with -fprofile-update=atomic if several threads run the code; a line 0 is harmless",
  },
];
