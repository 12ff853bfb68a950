/**
 * heaptrack data: allocations and frees of a program, with backtraces and times.
 * @module
 */

import {
  MEMORY_QUESTIONS_BY_PLACE,
  MEMORY_SUBJECT,
  PER_SECOND,
  TEMPORARY,
  TEMPORARY_ROWS,
} from "../memory_questions.ts";
import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { FORMAT_NAME, looksLikeHeaptrack } from "./header.ts";
import { HEAPTRACK_DOCS } from "./table_docs.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const HEAPTRACK_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | where place is not null | by place, place_file, place_line | top 10 by bytes",
    answers: "what was never freed, by lines of the program itself",
    needs: ["allocs.func", "allocs.stack"],
    leaks: true,
  },
  {
    query: "live @ peak | tree | take 20",
    answers: "what was live at the peak, as a tree of callers",
    needs: ["allocs.stack"],
  },
  {
    query: "allocs | by func | top 10 by count",
    answers: "who allocates most often",
    needs: ["allocs.func"],
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  {
    query: "allocs | top 10 by size | select seq, time, size, func, file, line",
    answers: "the largest blocks",
  },
];

/** Interpreted data, file versions 1 to 3. */
export const heaptrack: Format = {
  name: FORMAT_NAME,
  summary: "heaptrack data: heap allocations with backtraces and times",
  grows: { unit: "lines", goesOn: true },
  tables: ["events", "allocs", "stacks", "resident"],
  has: ["blocks", "stacks", "named-stacks", "times"],
  record: "event",
  tableDocs: HEAPTRACK_DOCS,
  absent: {
    ...sameReasonFor(["addr", "end"], "heaptrack leaves out addresses of blocks: use size, stack"),
    thread: "heaptrack does not record threads",
    ...sameReasonFor(
      ["free.func", "free.file", "free.line", "free.stack"],
      "heaptrack records no backtraces of frees",
    ),
    ...sameReasonFor(["file", "line"], "only code compiled with -g has source positions"),
    context: "heaptrack has no contexts: use time",
  },
  guessed: {
    columns: [
      ...["allocs.freed", "allocs.life", "allocs.free.time", "allocs.index", "events.index"],
      ...["live.seq", "live.alloc", "live.time", "live.age", "live.index"],
    ],
    why: "this data has no addresses: a free is assigned to the latest block of its size and backtrace",
    instead:
      "heaptrack -r PROGRAM keeps NAME.raw.zst, which has addresses: open that, with its interpreted file as NAME.zst",
  },
  firstQueries: HEAPTRACK_QUERIES,
  asked: [PER_SECOND, ...MEMORY_QUESTIONS_BY_PLACE, TEMPORARY, TEMPORARY_ROWS],
  subject: MEMORY_SUBJECT,
  profile: MEMORY_PROFILE,
  suppressions: "lines",
  readerVersion: 1,
  sniff: looksLikeHeaptrack,
  read: async (...input) => await (await import("./reader.ts")).readHeaptrack(...input),
};
