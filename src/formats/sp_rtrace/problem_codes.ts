/**
 * Codes of problems that only sp-rtrace traces have, grouped by kind.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["no-final-newline"] },
  { title: PROBLEM.number, codes: ["negative-size", "large-size"] },
  {
    title: PROBLEM.order,
    codes: [
      "out-of-order",
      "late-call",
      "late-type",
      "missing-header",
      "frame-without-call",
      "argument-without-call",
    ],
  },
  { title: PROBLEM.names, codes: ["unregistered-type", "repeated-type"] },
  {
    title: "Timestamps with more decimals than usual",
    codes: ["fine-time", "cut-time"],
    cause:
      "The tools of sp-rtrace write milliseconds, with three digits; another program wrote this trace, such as one " +
      "that follows the public description of the format, which uses microseconds",
    cure: "The column time is exact to the nanosecond; compare a timestamp of the file with it",
  },
];
