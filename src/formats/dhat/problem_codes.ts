/**
 * Codes of problems that profiles of DHAT have, by what is wrong.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The codes. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["no-frames"] },
  { title: PROBLEM.number, codes: ["bad-number"] },
  { title: PROBLEM.meaningless, codes: ["bad-structure", "long-text", "bad-record", "bad-frame"] },
];
