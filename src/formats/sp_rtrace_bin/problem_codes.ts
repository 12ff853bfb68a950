/**
 * Codes of problems that only binary traces of resources have, by what is wrong.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["short-packet"] },
  { title: PROBLEM.number, codes: ["odd-type-number"] },
  { title: PROBLEM.meaningless, codes: ["unknown-kind", "unknown-packet", "lost-packets"] },
];
