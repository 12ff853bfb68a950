/**
 * Codes of problems that only PyTorch snapshots have, grouped by kind.
 * @module
 */

import { type FormatProblems, PROBLEM } from "../problem_family.ts";

/** The problem codes of this format. */
export const PROBLEMS: FormatProblems = [
  { title: PROBLEM.number, codes: ["bad-entry"] },
  { title: PROBLEM.trailing, codes: ["trailing-data"] },
  { title: PROBLEM.names, codes: ["unknown-state"] },
  {
    title: "A pickle that contradicts itself",
    codes: ["bad-key", "bad-structure", "missing-memo", "long-text"],
    cause: "The pickle is damaged, or another program has written it",
    cure: "Write the snapshot again with torch.cuda.memory._dump_snapshot",
  },
  {
    title: "Traces and segments of a snapshot differ",
    codes: ["segments-differ"],
    cause: "PyTorch copies traces and segments one after the other, while other threads keep running",
    cure: "Take the snapshot while the threads wait; a few blocks more or less are harmless",
  },
];
