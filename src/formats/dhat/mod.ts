/**
 * DHAT profiles: what each place of a program allocated, how long it lived, and how much of it was used.
 * @module
 */

import type { QuestionPhrase } from "../../events/question_phrases.ts";
import type { Format } from "../format.ts";
import { MEMORY_WEIGHTS } from "../memory_profile.ts";
import type { FirstQuery } from "../format_types.ts";
import { FORMAT_NAME, looksLikeDhat } from "./header.ts";
import { DHAT_HEADLINE } from "./headline_question.ts";
import { DHAT_RECIPES } from "./recipes.ts";
import { DHAT_DOCS } from "./table_docs.ts";
import { LEAK_QUESTIONS } from "../memory_questions.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const QUERIES: readonly FirstQuery[] = [
  {
    query:
      "profile | by caller, caller_file, caller_line: live_bytes = sum(live_bytes) | top 10 by live_bytes",
    answers: "who holds the most memory at the end",
    needs: ["profile.live_bytes"],
  },
  {
    query:
      "profile | by caller, caller_file, caller_line: peak_bytes = sum(peak_bytes) | top 10 by peak_bytes",
    answers: "who held the most memory at the peak",
    needs: ["profile.peak_bytes"],
  },
  {
    query: "profile | by caller, caller_file, caller_line: allocs = sum(allocs) | top 10 by allocs",
    answers: "who allocates (copies, counts) most often",
  },
  {
    query: "profile | where allocs >= 10 | extend age = lifetime / allocs | sort age | take 10",
    answers: "blocks that are freed almost at once",
    needs: ["profile.lifetime"],
  },
  {
    query: "profile | where read_bytes == 0 | top 10 by alloc_bytes",
    answers: "memory that is never read",
    needs: ["profile.read_bytes"],
  },
];

const PLACES = "caller, caller_file, caller_line";

const AGES = `profile | where allocs > 0 | by ${PLACES}: allocs = sum(allocs), lifetime = sum(lifetime) | ` +
  "extend age = lifetime / allocs";

const ASKED: readonly QuestionPhrase[] = [
  {
    words: [
      "short lived",
      "short lived block",
      "short lived allocation",
      "temporary allocation",
      "temporary block",
      "shortest lifetime",
      "lifetime",
      "average lifetime",
      "lifetime by function",
      "average lifetime by function",
      "how long do block live",
    ],
    queries: [`${AGES} | top 10 by age asc`],
  },
  {
    words: ["long lived", "long lived block", "long lived allocation", "longest lifetime"],
    queries: [`${AGES} | top 10 by age`],
  },
  {
    words: [
      "read and write",
      "access",
      "access ratio",
      "low access ratio",
      "access by function",
      "under used memory",
      "rarely used memory",
    ],
    queries: [
      `profile | by ${PLACES}: bytes = sum(alloc_bytes), reads = sum(read_bytes), writes = sum(written_bytes) | ` +
      "extend read_percent = reads * 100 / bytes | top 10 by bytes",
    ],
  },
  {
    words: [
      "which function allocate most often",
      "who allocate most often",
      "most allocation",
      "allocation site",
      "hot allocation site",
      "which line allocate most often",
    ],
    queries: [
      `profile | by ${PLACES}: allocs = sum(allocs), alloc_bytes = sum(alloc_bytes) | top 10 by allocs`,
    ],
  },
  {
    words: [
      "cumulative",
      "cumulative byte",
      "cumulative byte by function",
      "cumulative by function",
      "inclusive",
      "which function allocate most cumulatively",
    ],
    queries: [
      "profile | unwind | by trace, index, func: alloc_bytes = max(alloc_bytes) | " +
      "by func: alloc_bytes = sum(alloc_bytes) | top 10 by alloc_bytes",
    ],
  },
  {
    words: ["largest block", "largest allocation", "average size", "average block size", "block size"],
    queries: [
      `profile | where allocs > 0 | by ${PLACES}: allocs = sum(allocs), alloc_bytes = sum(alloc_bytes) | ` +
      "extend average = alloc_bytes / allocs | top 10 by average",
    ],
  },
  {
    words: [
      "leak by caller",
      "biggest leak",
      "largest leak",
      "biggest leak by function",
      "biggest leak by caller",
      "leak",
      "never freed",
      "not freed",
      "leak by function",
      "t end",
      "at t end",
      ...LEAK_QUESTIONS,
    ],
    queries: [
      `profile | by ${PLACES}: live = sum(live), live_bytes = sum(live_bytes) | top 10 by live_bytes`,
    ],
  },
  {
    words: [
      "peak",
      "what was live at the peak",
      "t gmax",
      "at t gmax",
      "what hold peak",
      "live at peak",
      "peak by function",
      "where is peak",
      "peak memory",
    ],
    queries: [`profile | by ${PLACES}: peak_bytes = sum(peak_bytes) | top 10 by peak_bytes`],
  },
  {
    words: [
      "allocator",
      "who allocate",
      "who allocate most",
      "what allocate",
      "allocating function",
      "which function allocate most",
      "which function allocate most memory",
      "where memory go",
      "what is using memory",
      "memory by function",
      "hot spot",
      "which line allocate most",
      "which line allocate most memory",
      "memory by line",
    ],
    queries: [
      `profile | by ${PLACES}: allocs = sum(allocs), alloc_bytes = sum(alloc_bytes) | top 10 by alloc_bytes`,
    ],
  },
  {
    words: [
      "unread memory",
      "never read",
      "write only",
      "written but never read",
      "which block are never read",
      "memory that is never read",
      "unused memory",
    ],
    queries: ["profile | where read_bytes == 0 | top 10 by alloc_bytes"],
  },
  {
    words: ["flame graph", "flamegraph", "call tree"],
    queries: ["profile | extend size = alloc_bytes | tree | select level, func, alloc_bytes = bytes"],
  },
  {
    words: [
      "flame graph of leak",
      "flamegraph of leak",
      "tree of leak",
    ],
    queries: [
      "profile | where live > 0 | extend size = live_bytes | tree | select level, func, live_bytes = bytes",
    ],
  },
  {
    words: [
      "flame graph of peak",
      "flamegraph of peak",
      "tree of peak",
      "tree at peak",
    ],
    queries: [
      "profile | where peak_bytes > 0 | extend size = peak_bytes | tree | select level, func, peak_bytes = bytes",
    ],
  },
  {
    words: [
      "total",
      "summary",
      "total allocated",
      "total byte",
      "total block",
      "peak size",
      "maximum memory",
      "max byte",
    ],
    queries: [
      "profile | summarize allocs = sum(allocs), alloc_bytes = sum(alloc_bytes), peak_bytes = sum(peak_bytes), " +
      "live_bytes = sum(live_bytes)",
    ],
  },
];

const ONLY_SUMS = "a DHAT file has sums of program points";

/** DHAT profiles, versions 1 and 2, by valgrind and by the Rust crate. */
export const dhat: Format = {
  name: FORMAT_NAME,
  summary: "DHAT: heap, copy and ad hoc profiles of valgrind and of Rust's dhat",
  tables: ["profile", "stacks"],
  has: [],
  record: "program point",
  tableDocs: DHAT_DOCS,
  absent: {
    thread: `${ONLY_SUMS}, of all threads together`,
    size: `${ONLY_SUMS}: use alloc_bytes / allocs`,
    time: `${ONLY_SUMS}: use lifetime, and the tags te and tg`,
    kind: `${ONLY_SUMS}: use allocs, live, peak_blocks`,
  },
  firstQueries: QUERIES,
  asked: ASKED,
  headline: DHAT_HEADLINE,
  blockless: "a DHAT file sums blocks up by program point; try: profile | top 10 by live_bytes, " +
    "or by peak_bytes for what was live at the peak",
  subject: { table: "profile", key: "caller" },
  profile: {
    query: "profile | by trace, stack, func, file, line, module, addr: alloc_objects = sum(allocs), " +
      "alloc_space = sum(alloc_bytes), inuse_objects = sum(live), inuse_space = sum(live_bytes), " +
      "peak_objects = sum(peak_blocks), peak_space = sum(peak_bytes)",
    weights: [
      ...MEMORY_WEIGHTS,
      { name: "peak_objects", unit: "count" },
      { name: "peak_space", unit: "bytes" },
    ],
    first: "alloc_space",
  },
  recipes: DHAT_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 3,
  sniff: looksLikeDhat,
  read: async (...input) => await (await import("./reader.ts")).readDhat(...input),
};
