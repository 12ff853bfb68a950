/**
 * Problem codes that only heaptrack's raw data has, by family.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  {
    title: "Names of another recording",
    codes: ["other-recording"],
    cause: "The interpreted file beside the raw data, or the one that was named, is from another recording",
    cure: "Interpret the raw data again: zstd -dc NAME.raw.zst | heaptrack_interpret | zstd > NAME.zst",
  },
  {
    title: "An address that was reused before its free",
    codes: ["late-free"],
    cause:
      "heaptrack records a realloc after it happened: another thread may have got the old address earlier",
    cure: "Nothing is wrong: both blocks are kept, and each has its own free",
  },
  { title: PROBLEM.order, codes: ["many-modules"] },
];
