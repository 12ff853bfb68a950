/**
 * Queries for the usual questions. Each one runs as it stands over an mpatrol trace (with its profile beside it where
 * it asks the profile); a test does that.
 * @module
 */

import { exampleList, wrap } from "./layout.ts";

/** A question and the query that answers it. */
export interface Recipe {
  /** What a person wants to know. */
  readonly question: string;
  /** What to ask. */
  readonly query: string;
}

/** Recipes under a heading. */
export interface Chapter {
  /** Heading. */
  readonly title: string;
  /** What is under it. */
  readonly recipes: readonly Recipe[];
}

/** The cookbook. */
export const cookbook: readonly Chapter[] = [
  {
    title: "Leaks",
    recipes: [
      recipe("Which places leak most?", "leaks | by file, line | top 10 by bytes"),
      recipe(
        "Which blocks are leaked, largest first?",
        "leaks | sort size desc | select addr, size, func, file, line",
      ),
      recipe(
        "Which share of its allocations does each function leak?",
        [
          "allocs | by func: lost = sum(size) if leaked, bytes = sum(size)",
          "  | extend share = coalesce(lost, 0) * 100.0 / bytes | sort share desc",
        ].join("\n"),
      ),
      recipe(
        "What was made in the first half and still lives?",
        [
          "leaks | where seq <= 600 | by func, file, line",
        ].join("\n"),
      ),
    ],
  },
  {
    title: "Memory in use",
    recipes: [
      recipe("What was live at the peak?", "live @ peak | by func, file | top 10 by bytes"),
      recipe(
        "How does the heap grow and shrink?",
        "timeline every 100 b = max(live_bytes), n = max(live_blocks)",
      ),
      recipe(
        "What grew between a quarter and three quarters of the run?",
        [
          "diff (live @ 25%), (live @ 75%) by func | sort bytes_delta desc",
        ].join("\n"),
      ),
      recipe("What was live after record number 500?", "live @ 500 | by func"),
      recipe(
        "When were the most blocks live?",
        "events | top 1 by live_blocks | select seq, no, func, live_blocks",
      ),
      recipe("How many bytes did the library take from the system?", "kind in {reserve, internal} | by kind"),
    ],
  },
  {
    title: "Lives of blocks",
    recipes: [
      recipe(
        "Which places make blocks that die at once?",
        [
          "allocs | where life <= 2 | by func, file, line | top 10 by count",
        ].join("\n"),
      ),
      recipe("How long do blocks live?", "allocs | hist life"),
      recipe(
        "Who frees what others have made?",
        [
          "allocs | where free.func != func | by func, free.func",
        ].join("\n"),
      ),
      recipe(
        "Which blocks does another thread free?",
        [
          "allocs | where free.thread != thread | by file, free.file",
        ].join("\n"),
      ),
      recipe(
        "What is reallocated again and again?",
        [
          "allocs | where resizes > 3 | top 10 by resizes",
          "  | select alloc, func, resizes, moves, first_size, max_size",
        ].join("\n"),
      ),
      recipe(
        "How much do reallocations move?",
        [
          "allocs | summarize resized = count() if resizes > 0, moved = sum(moves), resizes = sum(resizes)",
        ].join("\n"),
      ),
    ],
  },
  {
    title: "Sizes and places",
    recipes: [
      recipe("Which sizes are asked for?", "allocs | hist first_size"),
      recipe("Which functions ask for the most?", "allocs | by func | top 10 by bytes"),
      recipe(
        "How do sizes spread within each function?",
        [
          "allocs | by func: n = count(), median(size), p99(size), max(size)",
        ].join("\n"),
      ),
      recipe("Which exact sizes are the most frequent?", "kind == alloc | by size | top 10 by count"),
      recipe(
        "How many bytes are lost to rounding up to 16?",
        [
          "allocs | summarize asked = sum(size), rounded = sum(align(size, 16))",
        ].join("\n"),
      ),
      recipe(
        "Which pages hold the most live bytes at the peak?",
        "live @ peak | by page(addr) | top 10 by bytes",
      ),
    ],
  },
  {
    title: "One address, one moment",
    recipes: [
      recipe(
        "What happened at this address?",
        [
          "addr overlaps 0x179a31f0..+1 | select seq, kind, addr, size, func",
        ].join("\n"),
      ),
      recipe(
        "Which block was this address in at event 500?",
        [
          "live @ 500 | where addr overlaps 0x179a31f0..+1 | select alloc, addr, size, func, line",
        ].join("\n"),
      ),
      recipe("What happened around record 1000?", "seq == 1000 | before 5 | after 5"),
      recipe("What does each thread do?", "by thread, kind"),
    ],
  },
  {
    title: "Profiles",
    recipes: [
      recipe("Which places hold the most in the end?", "profile | top 5 by live_bytes"),
      recipe("Who calls the function that allocates?", "profile | callers of lookup"),
      recipe("Where on the call tree do allocations come from?", "profile | tree"),
      recipe(
        "Which places make large blocks?",
        [
          "profile | where large_allocs + xlarge_allocs > 0 | select func, large_alloc_bytes, xlarge_alloc_bytes",
        ].join("\n"),
      ),
    ],
  },
  {
    title: "In scripts",
    recipes: [
      recipe(
        "Fail when anything large leaks",
        'assert leaks | where size > 1M | count == 0 : "no large leak"',
      ),
      recipe(
        "Fail when the heap grows beyond a bound",
        [
          'assert summarize max(live_bytes) < 1M : "heap below one megabyte"',
        ].join("\n"),
      ),
      recipe("Is anything wrong with the file?", "problems"),
      recipe("What did the header say?", "tags | select name, value"),
    ],
  },
];

/** The page. */
export function cookbookPage(): string {
  return cookbook.map(({ title, recipes }) =>
    `${title}\n${"=".repeat(title.length)}\n` +
    recipes.map(({ question, query }) => `\n${wrap(question)}${exampleList([query])}`).join("")
  ).join("\n");
}

function recipe(question: string, query: string): Recipe {
  return { question, query };
}
