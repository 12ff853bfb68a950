/**
 * Codes of problems that only memray captures have, by what is wrong.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.number, codes: ["long-text"] },
  { title: PROBLEM.meaningless, codes: ["unknown-record"] },
  { title: PROBLEM.names, codes: ["unknown-frame"] },
  { title: PROBLEM.order, codes: ["pop-of-nothing", "other-count"] },
  {
    title: "The recording was not finished",
    codes: ["not-finished"],
    cause: "The program was killed, ended by os._exit, or is still running",
    cure:
      "All records up to the end are present; with --buffered-file-io the last milliseconds may be missing",
  },
  {
    title: "The recording is aggregated",
    codes: ["no-events"],
    cause: "It was made with --aggregate, which keeps sums by place and no events",
    cure: "Query the table places, or record without --aggregate",
  },
  {
    title: "Mappings that cannot be tracked",
    codes: ["many-mappings", "wide-munmap"],
    cause: "An munmap takes several mappings at once, or a damaged file has more of them than a process can",
    cure: "Blocks of mmap may seem to live longer than they did; blocks of malloc are correct",
  },
];
