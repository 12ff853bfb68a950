/**
 * Limits of what a trace holds. Most of them are far beyond what programs do: they see to it that a damaged or hostile file
 * costs no more memory than its bytes justify.
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
    // Each takes memory, and the head of one takes only a few bytes.
    most: 256,
    beyond: "the others are skipped",
    code: "too-many-traces",
    cure: "cut the file at the offset and open the pieces",
  },
  profileFrames: {
    what: "frames of all stacks in a profile of mpatrol or data of heaptrack, and 64 more for each stack",
    // So that a hostile chain of callers cannot fill the memory.
    most: 1 << 20,
    beyond: "the stacks beyond are left out",
    code: "deep-stacks",
    cure: DAMAGE,
  },
  reportLine: {
    what: "in one line of a trace of text",
    most: 1 << 24,
    unit: "bytes",
    beyond: "the line goes on as another one",
    code: "long-line",
    cure: DAMAGE,
  },
} as const satisfies Record<string, Limit>;
