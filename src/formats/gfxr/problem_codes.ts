/**
 * Problem codes that only GFXReconstruct captures have, by family.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.number, codes: ["no-index"] },
  { title: PROBLEM.meaningless, codes: ["bad-line", "bad-record", "bad-args", "long-line", "many-paths"] },
  { title: PROBLEM.names, codes: ["no-name"] },
];
