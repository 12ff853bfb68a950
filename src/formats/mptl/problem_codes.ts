/**
 * Codes of problems that only mpatrol profiles have, grouped by kind.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["cut-section"] },
  { title: PROBLEM.names, codes: ["symbol-name"] },
  {
    title: "A profile that contradicts itself",
    codes: [
      "count-exceeds-file",
      "impossible-count",
      "damaged-section",
      "site-index",
      "site-parent",
      "site-record",
      "site-symbol",
      "record-sites",
      "record-index",
      "records-exceed-bins",
      "freed-exceeds-allocated",
      "deep-stacks",
    ],
    cause: "Sections of the profile do not agree: damage, or a profile written while the program ran",
    cure:
      "Compare the sums over bins and over profile to see which part is complete; a trace of the same run has both",
  },
];
