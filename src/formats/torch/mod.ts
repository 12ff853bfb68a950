/**
 * Memory snapshots of PyTorch: blocks of GPU memory with Python backtraces, streams and segments.
 * @module
 */

import type { QuestionPhrase } from "../../events/question_phrases.ts";
import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { FORMAT_NAME, looksLikeSnapshot } from "./header.ts";
import { PEAK_BY_DEVICE, SNAPSHOT_RECIPES } from "./recipes.ts";
import { ALLOC_COLUMNS, SNAPSHOT_DOCS, SNAPSHOT_EVENT_COLUMNS } from "./table_docs.ts";
import { MEMORY_QUESTIONS, MEMORY_SUBJECT, PER_SECOND } from "../memory_questions.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const SNAPSHOT_QUERIES: readonly FirstQuery[] = [
  {
    query: "live @ peak | by func, file, line | top 10 by bytes",
    answers: "who holds the memory at the peak",
    needs: ["allocs.func"],
  },
  {
    query: "leaks | by func, file, line | top 10 by bytes",
    answers: "what was live when the snapshot was taken, by source line",
    needs: ["allocs.func"],
    leaks: true,
  },
  {
    query: "live @ peak | tree | take 20",
    answers: "what was live at the peak, as a tree of callers",
    needs: ["allocs.stack"],
  },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  {
    query: "segments | by device, type: n = count(), size = sum(size), allocated = sum(allocated)",
    answers: "what the allocator has taken from the driver, and how much of it is in use",
  },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];

const FREE_BLOCKS = 'blocks | where state == "inactive"';

const ASKED: readonly QuestionPhrase[] = [
  {
    words: [
      "oom",
      "out of memory",
      "out of memory error",
      "why out of memory",
      "why did it run out of memory",
      "when did we run out of memory",
      "when did it run out of memory",
      "when did memory run out",
      "when was out of memory",
    ],
    queries: ["events | where kind == oom | select seq, device, size, device_free, live_bytes"],
  },
  {
    words: [
      "fragmentation",
      "memory fragmentation",
      "how fragmented is memory",
      "is memory fragmented",
      "free memory",
      "unused memory",
      "cached memory",
      "memory in cache",
    ],
    queries: [
      `${FREE_BLOCKS} | by device, pool: free = sum(size), largest = max(size), pieces = count()`,
      "segments | by device, type: size = sum(size), active = sum(active)",
    ],
  },
  {
    words: ["largest free block", "biggest free block", "largest free piece", "free block"],
    queries: [`${FREE_BLOCKS} | top 10 by size`],
  },
  {
    words: [
      "reserved memory",
      "how much memory is reserved",
      "reserved memory by device",
      "memory reserved by driver",
    ],
    queries: [
      "segments | by device, type: size = sum(size), allocated = sum(allocated), active = sum(active)",
      "segments | summarize sum(size)",
    ],
  },
  {
    words: ["how much memory is wasted", "wasted memory", "waste", "rounding"],
    queries: [
      'blocks | where state != "inactive" | ' +
      "summarize size = sum(size), asked = sum(requested), waste = sum(size) - sum(requested)",
    ],
  },
  {
    words: ["largest tensor", "biggest tensor", "which tensor is largest", "tensor"],
    queries: ["allocs | top 10 by size"],
  },
  {
    words: [
      "active memory timeline",
      "active memory over time",
      "allocated memory over time",
      "active cached memory timeline",
    ],
    queries: ["timeline every 1% live_bytes = max(live_bytes)"],
  },
  {
    words: [
      "peak by device",
      "peak of each device",
      "peak memory by device",
      "peak per device",
      "most live memory by device",
    ],
    queries: [PEAK_BY_DEVICE],
  },
];

/** PyTorch snapshots, as pickles of protocol 2 to 5. */
export const torch: Format = {
  name: FORMAT_NAME,
  summary: "PyTorch memory snapshots: GPU memory with Python backtraces",
  tables: ["events", "allocs", "stacks", "segments", "blocks", "regions"],
  has: ["blocks", "stacks", "named-stacks", "times", "placed-frees"],
  record: "event",
  tableDocs: SNAPSHOT_DOCS,
  eventColumns: SNAPSHOT_EVENT_COLUMNS,
  allocColumns: ALLOC_COLUMNS,
  absent: {
    ...sameReasonFor(["thread", "free.thread"], "PyTorch does not record threads: use stream"),
    context: "PyTorch has no contexts: use stream, pool or metadata",
    ...sameReasonFor(["name", "type", "module"], "PyTorch has one allocator: use func, stack"),
    index: "PyTorch does not number allocations: use seq",
  },
  firstQueries: SNAPSHOT_QUERIES,
  asked: [PER_SECOND, ...ASKED, ...MEMORY_QUESTIONS],
  subject: MEMORY_SUBJECT,
  stillLiveWording: "live when the snapshot was taken",
  profile: MEMORY_PROFILE,
  recipes: SNAPSHOT_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 1,
  sniff: looksLikeSnapshot,
  read: async (...input) => await (await import("./reader.ts")).readSnapshot(...input),
};
