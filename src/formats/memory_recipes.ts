/**
 * Cookbook recipes for memory traces.
 * @module
 */

import { orderChapter } from "./order_recipes.ts";
import { type Chapter, recipes } from "./recipe.ts";

const WORDFREQ = ["mpatrol/wordfreq-le64/trace.mtrc"];
const THREADS = ["mpatrol/pool-threads-le64/trace.mtrc"];
const GROW = ["mpatrol/grow-be32/trace.mtrc"];
const JSON_INDEX = ["sp-rtrace/c01-jsonidx.resolved.txt"];
const LIBRARY = ["sp-rtrace/c11-libwriter.resolved.txt"];
/** Requirements of recipes that need more than blocks. */
const STACKS = { needs: ["blocks", "stacks"], sample: JSON_INDEX } as const;
const PLACED_FREES = { needs: ["blocks", "placed-frees"] } as const;
const KNOWN_LIVES = { needs: ["blocks", "known-lives"] } as const;
const RESIZES = { needs: ["blocks", "resizes"], sample: GROW } as const;

/** Recipes about leaks. */
const leaks: Chapter = {
  title: "Memory: leaks",
  intro:
    "Traces of sp-rtrace have functions and lines when they are resolved: --sysroot / resolves them with the programs " +
    "of this machine. Otherwise frames are addresses, and func is null.",
  recipes: recipes({ needs: ["blocks"], sample: WORDFREQ }, {
    "Who leaks?": "leaks | by func, file, line | top 10 by bytes",
    "Who leaks, as places to paste into an editor?":
      'leaks | by place = concat(base(file), ":", line) | top 5 by bytes',
    "Who leaks, by whole call path?": { query: "leaks | by frames(stack) | top 5 by bytes", ...STACKS },
    "Where in the call tree do leaks come from?": { query: "leaks | tree | take 10", ...STACKS },
    "Which blocks are leaked, largest first?": "leaks | top 10 by size | select addr, size, func, file, line",
    "Which are the largest leaks of each function?": {
      query: "leaks | top 2 by size per func | select func, line, size, seq",
      ...KNOWN_LIVES,
    },
    "How many blocks of each function were freed, and how many lost?": {
      query: "allocs | by func pivot leaked: n = count(), b = sum(size)",
      note: "A column per value: those of true are the leaks.",
    },
    "What share of its blocks does each place leak?": [
      "allocs | by func, line: made = count(), lost = count() if leaked",
      "  | where lost > 0 | extend percent = lost * 100 / made",
    ],
    "Which call site grows without end?": {
      query: [
        "(live @ 25% | by func, line: early = count())",
        "  | join (live @ 50% | by func, line: middle = count()) on func, line",
        "  | join (live @ 75% | by func, line: late = count()) on func, line",
        "  | where early < middle and middle < late",
      ],
      note: "Growth alone is not a leak: a table that fills up grows too.",
    },
    "When were the leaked blocks allocated?": {
      query: "leaks | by func, bin(seq, 200) | sort bin",
      ...KNOWN_LIVES,
      note: "Leaks throughout the trace grow with the run; leaks at its start mostly happen once.",
    },
    "Who frees the blocks of this function, and which are never freed?": {
      query: 'allocs | where func == "read_word" | by line, free.func, free.line',
      ...PLACED_FREES,
      note: "The row without a free is the leak; the other rows show who frees such blocks.",
    },
    "What did a library leak, whatever called it?": {
      query: "leaks | through json_parse | by func, name",
      needs: ["blocks", "named-stacks"],
      sample: JSON_INDEX,
    },
    "What was allocated in this context and never freed?": {
      query: "leaks | where context has 2 | by func, line",
      needs: ["blocks", "contexts"],
      sample: JSON_INDEX,
      note: "The table contexts lists the bits.",
    },
    "Which kinds of resources leak, besides memory?": {
      query: "leaks | by type",
      needs: ["allocs", "types"],
      sample: LIBRARY,
    },
    "Which references are still held?": {
      query: "allocs | where refs > 1 | select seq, addr, type, refs, func, line",
      needs: ["blocks", "references"],
      sample: LIBRARY,
    },
  }),
};

/** Recipes about memory in use over time. */
const use: Chapter = {
  title: "Memory: what was live, and when",
  recipes: recipes({ needs: ["blocks"], sample: WORDFREQ }, {
    "What was live at the peak?": "live @ peak | by func, file | top 10 by bytes",
    "How does the heap grow and shrink?":
      "timeline every 200 bytes = max(live_bytes), blocks = max(live_blocks)",
    "How much does each function allocate over time?": {
      query: [
        "kind == alloc | timeline every 25% by func: n = count(), rate(size)",
        "  | where n > 0",
      ],
      note: "rate is an amount per record here, and per second where steps are durations.",
    },
    "What grew between a quarter and three quarters of the trace?":
      "diff (live @ 25%), (live @ 75%) by func | where bytes_delta > 0",
    "What was live after record number 500?": "live @ 500 | by func",
    "At which event did each function hold the most?": [
      "events | by func: most = max(live_bytes), at = argmax(seq, live_bytes),",
      "  kind = argmax(kind, live_bytes)",
    ],
    "How far was the heap from a budget?": {
      query: [
        "events | extend left = delta(12K, live_bytes) | top 3 by left asc",
        "  | select seq, func, live_bytes, left",
      ],
      note: "The difference has a sign: what is below 0 is above the budget.",
    },
    "When were the most blocks live?":
      "events | top 1 by live_blocks | select seq, no, func, live_blocks, live_bytes",
    "What did the program hold when it was last in this context?": {
      query: 'live @ context "eviction" | by func | top 5 by bytes',
      needs: ["blocks", "named-contexts"],
      sample: JSON_INDEX,
    },
    "How many bytes did the library take from the system?": {
      query: "kind in {reserve, internal} | by kind",
      needs: ["own-memory"],
    },
    "How much was allocated in each hundredth of a second?": {
      query: "allocs | by bin(time, 10ms): blocks = count(), bytes = sum(size)",
      needs: ["blocks", "times"],
      sample: JSON_INDEX,
    },
  }),
};

/** Recipes about how long blocks live. */
const lives: Chapter = {
  title: "Memory: lives of blocks",
  recipes: recipes({ needs: ["blocks"], sample: WORDFREQ }, {
    "How long do blocks of each function live?": {
      query: [
        "allocs | where not leaked",
        "  | by func: n = count(), min(life), median(life), p90(life), max(life)",
      ],
      ...KNOWN_LIVES,
    },
    "Which places allocate very short-lived blocks?": {
      query: "allocs | where life <= 2 | by func, file, line | top 10 by count",
      ...KNOWN_LIVES,
    },
    "Which thread frees what others allocate?": {
      query: "allocs | where free.thread != thread | by thread, free.thread | top 5 by count",
      needs: ["blocks", "threads", "placed-frees"],
      sample: THREADS,
    },
    "Which functions free what others allocate?": {
      query: "allocs | where free.func != func | by func, free.func",
      ...PLACED_FREES,
    },
    "What does each thread do?": {
      query: "by thread, kind: n = count(), bytes = sum(size) | sort thread, kind | take 10",
      needs: ["blocks", "threads"],
      sample: THREADS,
    },
    "Which blocks are reallocated over and over?": {
      query: [
        "allocs | top 5 by resizes",
        "  | select func, line, resizes, moves, first_size, max_size",
      ],
      ...RESIZES,
    },
    "Which places reallocate most, and how often does the block move?": {
      query: [
        "allocs | where resizes > 0",
        "  | by func, line: blocks = count(), sum(resizes), sum(moves)",
      ],
      ...RESIZES,
    },
  }),
};

/** Recipes about sizes and addresses. */
const places: Chapter = {
  title: "Memory: sizes and addresses",
  recipes: recipes({ needs: ["blocks"], sample: WORDFREQ }, {
    "Which sizes are requested, by powers of two?": "allocs | hist first_size",
    "Which exact sizes are the most frequent?": "kind == alloc | by size | top 5 by count",
    "Which sizes waste most when rounded up to 16?": [
      "allocs | by size: blocks = count(), waste = sum(align(size, 16) - size)",
      "  | top 5 by waste",
    ],
    "Which sizes are requested, by the nearest power of two, small ones together?":
      "allocs | by class = round(log2(clamp(size, 16, 4K))) | sort class",
    "How do sizes spread within each function?":
      "allocs | by func: n = count(), median(size), p99(size), max(size)",
    "Which functions request the most bytes?": "allocs | by func | top 10 by bytes",
    "Who owned this address at event 500?": {
      query: [
        "live @ 500 | where addr overlaps 0x179a55f8..+1",
        "  | select addr, end, size, func, line, freed",
      ],
      ...KNOWN_LIVES,
    },
    "What happened at this address over the whole trace?": [
      "events | where addr overlaps 0x179a5610..+1",
      "  | select seq, kind, addr, size, func, line",
    ],
    "What was in this address range at the peak?": [
      "live @ peak | where addr overlaps 0x179a5600..+128",
      "  | sort addr | select addr, end, func",
    ],
    "Which pages hold the most live bytes at the peak?": "live @ peak | by page(addr) | top 5 by bytes",
    "Which addresses are used again and again?":
      "allocs | by addr: lives = count(), distinct(func) | top 5 by lives",
    "What happened around record 1000?":
      "seq == 1000 | before 3 | after 3 | select seq, kind, addr, size, func, line",
  }),
};

/** Chapters on memory traces. */
export const memoryChapters: readonly Chapter[] = [leaks, use, lives, places, orderChapter];
