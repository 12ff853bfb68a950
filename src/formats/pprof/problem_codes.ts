/**
 * Codes of problems that profiles of pprof have, by what is wrong.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["no-frames"] },
  { title: PROBLEM.meaningless, codes: ["bad-structure", "bad-record", "bad-frame", "many-weights"] },
  {
    title: "A heap text whose sums differ from its head",
    codes: ["sums-differ"],
    cause: "The recorder took samples, and corrected rows and head in different ways, or the file is cut",
    cure: "Record every allocation (lg_prof_sample:0 of jemalloc) where exact sums are wanted",
  },
];
