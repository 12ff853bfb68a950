/**
 * Problem codes that only DHAT files have, by family.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["no-frame-table"] },
  { title: PROBLEM.number, codes: ["bad-number"] },
  { title: PROBLEM.meaningless, codes: ["bad-structure", "long-text", "bad-point", "bad-frame"] },
  { title: PROBLEM.names, codes: ["frame-number", "no-frames"] },
];
