/**
 * Captures of memray: allocations and frees of a Python process with their Python stacks.
 * @module
 */

import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import {
  FREED_WHEN_NOT_LIVE,
  MEMORY_QUESTIONS_BY_PLACE,
  MEMORY_SUBJECT,
  PER_SECOND,
  TEMPORARY,
  TEMPORARY_ROWS,
} from "../memory_questions.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { FORMAT_NAME, looksLikeMemray } from "./header.ts";
import { MEMRAY_HEADLINE } from "./headline.ts";
import { MEMRAY_RECIPES } from "./recipes.ts";
import { ALLOC_COLUMNS, MEMRAY_DOCS, MEMRAY_EVENT_COLUMNS } from "./table_docs.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const MEMRAY_QUERIES: readonly FirstQuery[] = [
  {
    query: "live @ peak | by place, place_file, place_line | top 10 by bytes",
    answers: "who holds the memory at the peak",
    needs: ["allocs.func"],
  },
  {
    query: "leaks | by place, place_file, place_line | top 10 by bytes",
    answers: "what was never freed, by lines of the program itself",
    needs: ["allocs.func"],
    leaks: true,
  },
  {
    query: "live @ peak | tree | take 20",
    answers: "what was live at the peak, as a tree of callers",
    needs: ["allocs.stack"],
  },
  {
    query: "events | by kind, name",
    answers: "what allocates and frees, and how often",
    needs: ["events.kind"],
  },
  { query: "allocs | top 10 by size", answers: "the largest blocks", needs: ["allocs.size"] },
  {
    query: "places | by func, file, line: bytes = sum(peak_bytes) | top 10 by bytes",
    answers: "who held the memory at the peak, where the recording is aggregated",
    needs: ["places.peak_bytes"],
  },
  {
    query: "places | where end_blocks > 0 | by func, file, line: bytes = sum(end_bytes) | top 10 by bytes",
    answers: "what was never freed, where the recording is aggregated",
    needs: ["places.end_bytes"],
  },
  {
    query: "allocs | where life == 1 | by func, file, line | top 10 by count",
    answers: "who frees blocks right after allocating them",
    needs: ["allocs.func"],
  },
];

/** memray captures, file versions 10 to 13. */
export const memray: Format = {
  name: FORMAT_NAME,
  summary: "memray captures: memory of Python programs with Python and native backtraces",
  grows: { unit: "records", padded: true, endMark: "not-finished", goesOn: true },
  tables: ["events", "allocs", "stacks", "resident", "thread_names", "places"],
  has: ["blocks", "stacks", "named-stacks", "times", "threads"],
  record: "event",
  // Events show the place in the Python program.
  namesLater: {},
  tableDocs: MEMRAY_DOCS,
  eventColumns: MEMRAY_EVENT_COLUMNS,
  allocColumns: ALLOC_COLUMNS,
  absent: {
    ...sameReasonFor(
      ["free.func", "free.file", "free.line", "free.stack"],
      "memray records no backtraces of frees",
    ),
    context: "memray has no contexts: use thread or time",
    ...sameReasonFor(["type", "module"], "memray records functions and files: use func, file, name"),
    index: "memray does not number allocations: use seq",
  },
  firstQueries: MEMRAY_QUERIES,
  blockless: "an aggregated recording has sums by place and no blocks; try: places | top 10 by peak_bytes",
  headline: MEMRAY_HEADLINE,
  asked: [PER_SECOND, ...MEMORY_QUESTIONS_BY_PLACE, TEMPORARY, TEMPORARY_ROWS, FREED_WHEN_NOT_LIVE],
  subject: MEMORY_SUBJECT,
  profile: MEMORY_PROFILE,
  recipes: MEMRAY_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 2,
  sniff: looksLikeMemray,
  read: async (...input) => await (await import("./reader.ts")).readMemray(...input),
};
