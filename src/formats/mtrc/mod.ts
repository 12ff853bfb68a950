/**
 * mpatrol tracing files: every allocation, reallocation and free of a program, in order.
 * @module
 */

import { FREED_TWICE, MEMORY_QUESTIONS, MEMORY_SUBJECT } from "../memory_questions.ts";
import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS_CHAPTER } from "../script_recipes.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { hasMagic } from "./header.ts";

/**
 * Recipes only for this format: its frees without a block are records too, and programs compiled with
 * mpatrol.h have source positions.
 */
const mtrcChapters: readonly Chapter[] = [{
  title: SCRIPTS_CHAPTER,
  recipes: recipes({ sample: ["mpatrol/wordfreq-le64/trace.mtrc"] }, {
    "Fail when the program frees what it never allocated": [
      "assert events | where kind == free and alloc is null",
      '  | count == 0 : "every free has a block"',
    ],
    "Name a set of rows and query it twice": [
      'let mine = leaks | where file ~ "*.c"',
      "mine | summarize blocks = count(), bytes = sum(size)",
      "mine | by func",
    ],
  }),
}];

/** Suggested queries; only those that a trace can answer are shown. */
const HEAP_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | where line > 0 | by func, line | top 10 by bytes",
    answers: "leaks by line",
    needs: ["allocs.line"],
    leaks: true,
  },
  {
    query: "live @ peak | by func | sort bytes desc",
    answers: "live at the peak",
    needs: ["allocs.func"],
  },
  {
    query: "allocs | by func | top 10 by count",
    answers: "who allocates most",
    needs: ["allocs.func"],
  },
  {
    query: "leaks | by bucket(size) | sort bytes desc",
    answers: "what was never freed, by size",
    leaks: true,
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];

/** mpatrol tracing files, versions 1.3.0 to 1.5.x, 32 and 64 bits, both byte orders. */
export const mtrc: Format = {
  name: "mtrc",
  summary: "mpatrol tracing files (MTRC)",
  grows: { unit: "records", endMark: "missing-trailer", goesOn: true },
  tables: ["events", "allocs"],
  has: ["blocks", "types", "threads", "placed-frees", "resizes", "own-memory"],
  record: "event",
  absent: {
    thread: "the program ran with an mpatrol library without thread support",
    ...sameReasonFor(
      ["func", "file", "line"],
      "only code compiled with mpatrol.h has source positions, from mpatrol 1.4.5 on",
    ),
    time: "mpatrol counts events and has no clock: use no, life",
    stack: "mtrc traces have no backtraces: a profile of the same run has call sites",
  },
  absentBefore: {
    version: "1.4.5",
    columns: sameReasonFor(
      ["thread", "func", "file", "line"],
      "mpatrol before 1.4.5 records neither threads nor source positions",
    ),
  },
  firstQueries: HEAP_QUERIES,
  asked: [...MEMORY_QUESTIONS, FREED_TWICE],
  subject: MEMORY_SUBJECT,
  profile: MEMORY_PROFILE,
  recipes: mtrcChapters,
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: (head) => hasMagic(head, 0, "MTRC"),
  read: async (...input) => await (await import("./reader.ts")).readMtrc(...input),
};
