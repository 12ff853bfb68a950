/**
 * Problem codes that only coverage traces have, by family.
 * @module
 */

import { type FormatProblems, PROBLEM, type ProblemFamily } from "../problem_family.ts";

/** Contradictions about the addresses where code is loaded. */
export const ADDRESS_PROBLEMS: ProblemFamily = {
  title: "Code addresses that do not fit",
  codes: [
    "no-load-address",
    "zero-load-address",
    "repeated-load-address",
    "unexpected-load-address",
    "early-special",
    "module-overlap",
    "unmatched-unload",
    "incomplete-module-load",
    "empty-module",
    "too-many-modules",
    "too-many-entries",
    "machine-differs",
  ],
  cause: "The load addresses in the trace are incomplete or contradict each other",
  cure: "Addresses may stand as they are in the file: compare with quarry as gnatcov dump-trace-raw",
};

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["cut-info", "cut-header", "cut-data", "cut-padding"] },
  { title: PROBLEM.unended, codes: ["no-entries"] },
  { title: PROBLEM.number, codes: ["odd-op", "empty-entry", "wrapped-range"] },
  {
    title: PROBLEM.meaningless,
    codes: [
      "unknown-tag",
      "unknown-special",
      "bad-header",
      "bad-padding",
      "bad-end-tag",
      "bad-pc-size",
      "long-info",
    ],
  },
  { title: PROBLEM.order, codes: ["no-info-section", "map-after-infos"] },
  { title: PROBLEM.names, codes: ["bad-date", "swapped-date"] },
  ADDRESS_PROBLEMS,
];
