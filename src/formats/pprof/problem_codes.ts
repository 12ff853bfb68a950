/**
 * Codes of problems that pprof profiles have, grouped by kind.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.cut, codes: ["no-frames"] },
  { title: PROBLEM.meaningless, codes: ["bad-structure", "bad-record", "bad-frame", "many-weights"] },
  {
    title: "A heap text whose sums differ from its header",
    codes: ["sums-differ"],
    cause: "The recorder took samples, and corrected rows and header in different ways, or the file is cut",
    cure: "Record every allocation (lg_prof_sample:0 of jemalloc) where exact sums are wanted",
  },
];
