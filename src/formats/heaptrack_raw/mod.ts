/**
 * heaptrack's raw data: allocations and frees of a program with the addresses of their blocks, as the
 * recorder writes them.
 * @module
 */

import { isAllocator } from "../allocator_names.ts";
import { PLACE_COLUMNS } from "../../events/code_place.ts";
import type { Format } from "../format.ts";
import { looksLikeHeaptrack } from "../heaptrack/header.ts";
import { HEAPTRACK_DOCS } from "../heaptrack/table_docs.ts";
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
import { companionNames } from "./companion_names.ts";
import { FORMAT_NAME, looksLikeRawData } from "./header.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const RAW_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | by place, place_file, place_line | top 10 by bytes",
    answers: "what was never freed, by lines of the program itself",
    needs: ["allocs.func"],
    leaks: true,
  },
  {
    query: "leaks | by stack | top 10 by bytes",
    answers: "what was never freed, by call path",
    needs: ["allocs.stack"],
    leaks: true,
  },
  {
    query: "live @ peak | by module | top 10 by bytes",
    answers: "what was live at the peak, by module",
    needs: ["allocs.module"],
  },
  {
    query: "allocs | where life < 10 | by module, func | top 10 by count",
    answers: "who frees blocks soon after allocating them",
    needs: ["allocs.module"],
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];

/** Raw data, file versions 1 to 3. */
export const heaptrackRaw: Format = {
  name: FORMAT_NAME,
  summary: "heaptrack raw data: heap allocations with addresses, backtraces and times",
  grows: { unit: "lines", goesOn: true },
  tables: ["events", "allocs", "stacks", "resident"],
  has: ["blocks", "stacks", "times"],
  record: "event",
  namesLater: { shows: { events: PLACE_COLUMNS }, hides: isAllocator },
  tableDocs: HEAPTRACK_DOCS,
  absent: {
    ...sameReasonFor(
      ["func", "file", "line"],
      "names are in the interpreted file beside it (--interpreted FILE), or in programs (--sysroot /)",
    ),
    thread: "heaptrack does not record threads",
    ...sameReasonFor(
      ["free.func", "free.file", "free.line", "free.stack"],
      "heaptrack records no backtraces of frees",
    ),
    context: "heaptrack has no contexts: use time",
  },
  firstQueries: RAW_QUERIES,
  asked: [PER_SECOND, ...MEMORY_QUESTIONS_BY_PLACE, TEMPORARY, TEMPORARY_ROWS, FREED_WHEN_NOT_LIVE],
  subject: MEMORY_SUBJECT,
  profile: MEMORY_PROFILE,
  companion: {
    option: "interpreted",
    summary: "take names for raw heaptrack data from FILE, if it is not beside it",
    namesFor: companionNames,
    sniff: looksLikeHeaptrack,
  },
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 1,
  sniff: looksLikeRawData,
  read: async (...input) => await (await import("./reader.ts")).readHeaptrackRaw(...input),
};
