/**
 * Recipes that compare rows with the rows before and after them.
 * @module
 */

import { type Chapter, recipes } from "./recipe.ts";

const WORDFREQ = ["mpatrol/wordfreq-le64/trace.mtrc"];
const THREADS = ["mpatrol/pool-threads-le64/trace.mtrc"];
const RESIZES = { needs: ["allocs", "resizes"] } as const;

/** Recipes that compare a row with those before and after it. */
export const orderChapter: Chapter = {
  title: "Order of rows",
  recipes: recipes({ needs: ["blocks"], sample: WORDFREQ }, {
    "Which few places cause most of the leaks?": [
      "leaks | by func, line | window: part = share(bytes)",
      "  | window: upto = cumulative(part) | where upto - part < 0.8",
    ],
    "Where was a thread idle for long?": {
      query: [
        "events | window by thread order seq: gap = seq - lag(seq)",
        "  | top 5 by gap | select seq, thread, kind, func, gap",
      ],
      needs: ["blocks", "threads"],
      sample: THREADS,
    },
    "Which are the two largest blocks of each function?": [
      "allocs | window by func order size desc: place = row_number()",
      "  | where place <= 2 | select func, place, addr, size",
    ],
    "When had the first half of all bytes been allocated?": [
      "allocs | window order seq: part = share(size)",
      "  | window order seq: upto = cumulative(part)",
      "  | where upto >= 0.5 | take 1 | select seq, func, size, upto",
    ],
    "How does the heap change, smoothed?": [
      "events | window order seq: smooth = moving(avg(live_bytes), 50)",
      "  | where seq % 200 == 0 | select seq, live_bytes, smooth",
    ],
    "What was at this address before?": {
      query: [
        "allocs | join last (allocs | select addr, seq, was = func)",
        "    on addr before seq",
        "  | by func, was: blocks = count() | take 5",
      ],
      ...RESIZES,
    },
    "Which blocks of a thread did not outlive the next one of their size?": {
      query: [
        "allocs",
        "  | join first (allocs | select thread, size, seq, next = seq)",
        "    on thread, size after seq",
        "  | where freed < next | by func: blocks = count()",
      ],
      needs: ["allocs", "threads"],
      sample: THREADS,
    },
    "Which memory is reused right after its free?": {
      query: [
        "events | match (free as f) then (alloc as a) on addr within 10",
        "  | by f.func, a.func: blocks = count(), soonest = min(a.seq - f.seq)",
      ],
      ...RESIZES,
    },
    "Which blocks are resized as soon as they are allocated?": {
      query: [
        "events | match (alloc as a) then (realloc as r) on addr within 3",
        "  | by a.func, r.func: blocks = count()",
      ],
      ...RESIZES,
    },
    "When does a function allocate much at once?": [
      "allocs | sessions gap 20 by func",
      "  | where count > 10 | top 5 by bytes",
    ],
    "Does a thread work in bursts?": {
      query: [
        "events | sessions gap 100 by thread: n = count()",
        "  | by thread: bursts = count(), longest = max(to - from)",
      ],
      needs: ["blocks", "threads"],
      sample: THREADS,
    },
  }),
};
