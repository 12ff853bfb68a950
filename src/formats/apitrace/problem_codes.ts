/**
 * Problem codes that only traces of API calls have, by family.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.unended, codes: ["incomplete-calls", "empty-stream"] },
  { title: PROBLEM.number, codes: ["bad-enumeration"] },
  {
    title: PROBLEM.meaningless,
    codes: [
      "unknown-event",
      "unknown-detail",
      "unknown-value",
      "unknown-frame-part",
      "event-too-long",
      "too-many-open-calls",
      "too-many-threads",
      "too-many-signatures",
      "too-many-objects",
      "undeclared-argument",
      "long-backtrace",
    ],
  },
  { title: PROBLEM.order, codes: ["stray-leave"] },
];
