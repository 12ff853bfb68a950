/**
 * Text of the GNU C library's mtrace: allocations and frees of a program with their callers.
 * @module
 */

import { PLACE_COLUMNS } from "../../events/code_place.ts";
import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { FORMAT_NAME, looksLikeMtrace } from "./header.ts";
import { ALLOC_COLUMNS, MTRACE_EVENT_COLUMNS } from "./table_docs.ts";
import { FREED_WHEN_NOT_LIVE, MEMORY_QUESTIONS, MEMORY_SUBJECT } from "../memory_questions.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const MTRACE_QUERIES: readonly FirstQuery[] = [
  {
    query: "leaks | by module, func, pc | top 10 by bytes",
    answers: "what was never freed, by caller",
    needs: ["allocs.module"],
    leaks: true,
  },
  { query: "leaks | top 10 by size", answers: "the largest blocks that were never freed", leaks: true },
  { query: "live @ peak | by module, func, pc | top 10 by bytes", answers: "what was live at the peak" },
  { query: "allocs | by bucket(size) | sort count desc", answers: "sizes of blocks" },
  { query: "events | by kind", answers: "kinds of events, and how often" },
];

/** The text format written by glibc's `mtrace()`. */
export const mtrace: Format = {
  name: FORMAT_NAME,
  summary: "glibc mtrace text: allocations and frees with their callers",
  grows: { unit: "lines", goesOn: true },
  tables: ["events", "allocs", "stacks"],
  has: ["blocks", "resizes"],
  record: "event",
  namesLater: { shows: { events: PLACE_COLUMNS }, inlinedHaveNoOffset: true },
  eventColumns: MTRACE_EVENT_COLUMNS,
  allocColumns: ALLOC_COLUMNS,
  absent: {
    ...sameReasonFor(
      ["file", "line"],
      "mtrace writes return addresses: addr2line -e MODULE PC names the line",
    ),
    thread: "mtrace does not record threads",
    ...sameReasonFor(["time", "age", "free.time"], "mtrace does not record times: use seq"),
    ...sameReasonFor(["name", "type"], "mtrace does not say which allocator was called: use kind"),
    context: "mtrace has no contexts",
  },
  firstQueries: MTRACE_QUERIES,
  asked: [...MEMORY_QUESTIONS, FREED_WHEN_NOT_LIVE],
  subject: MEMORY_SUBJECT,
  profile: MEMORY_PROFILE,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 2,
  sniff: looksLikeMtrace,
  read: async (...input) => await (await import("./reader.ts")).readMtrace(...input),
};
