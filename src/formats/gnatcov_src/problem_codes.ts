/**
 * Problem codes that only source traces have, by family.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";
import { ADDRESS_PROBLEMS } from "../gnatcov/problem_codes.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["cut-base64"] },
  { title: PROBLEM.trailing, codes: ["stray-bytes"] },
  { title: PROBLEM.number, codes: ["bad-bits"] },
  { title: PROBLEM.version, codes: ["old-version"] },
  {
    title: PROBLEM.meaningless,
    codes: [
      "too-many-infos",
      "unreadable-trace",
      "bad-magic",
      "bad-endianness",
      "bad-alignment",
      "bad-encoding",
      "bad-base64",
    ],
  },
  { title: ADDRESS_PROBLEMS.title, codes: ["unit-mismatch"] },
];
