/**
 * Codes of problems that only binary sp-rtrace logs have, grouped by kind.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["short-packet"] },
  { title: PROBLEM.number, codes: ["odd-type-number"] },
  { title: PROBLEM.meaningless, codes: ["unknown-kind", "unknown-packet", "lost-packets"] },
];
