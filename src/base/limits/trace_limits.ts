/**
 * Limits of the contents of a trace. Most are far beyond what programs do. They ensure that a damaged or
 * malicious file uses no more memory than its size justifies.
 * @module
 */

import { DAMAGE, type Limit } from "./limit.ts";

/** Limits of traces of all formats, and of the memory traces of mpatrol and sp-rtrace. */
export const TRACE_LIMITS = {
  problems: {
    what: "rows of problems for each code",
    most: 1000,
    beyond: "the others are counted",
  },
  tracesInFile: {
    what: "traces in one file",
    // Each trace needs memory, but its header takes only a few bytes in the file.
    most: 256,
    beyond: "the others are skipped",
    code: "too-many-traces",
    cure: "cut the file at the offset and open the pieces",
  },
  profileFrames: {
    what: "frames of all stacks in a profile of mpatrol or data of heaptrack, and 64 more for each stack",
    // A malicious chain of callers must not fill the memory.
    most: 1 << 20,
    beyond: "further stacks are left out",
    code: "deep-stacks",
    cure: DAMAGE,
  },
  reportLine: {
    what: "in one line of a text trace",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the rest is read as another line",
    code: "long-line",
    cure: DAMAGE,
  },
} as const satisfies Record<string, Limit>;
