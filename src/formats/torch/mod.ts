/**
 * Memory snapshots of PyTorch: blocks of GPU memory with Python backtraces, streams and segments.
 * @module
 */

import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { type FirstQuery, forEach } from "../words.ts";
import { FORMAT_NAME, looksLikeSnapshot } from "./header.ts";
import { SNAPSHOT_RECIPES } from "./recipes.ts";
import { OF_LIVES, SNAPSHOT_DOCS, SNAPSHOT_EVENT_COLUMNS } from "./table_docs.ts";
import { MEMORY_ASKED, MEMORY_SUBJECT } from "../memory_words.ts";

/** Those that a trace has answers to are suggested. */
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
    answers: "what the allocator holds of the driver, and what of that is in use",
  },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];

/** Snapshots in pickles of protocol 2 to 5. */
export const torch: Format = {
  name: FORMAT_NAME,
  summary: "PyTorch memory snapshots: GPU memory with Python backtraces",
  tables: ["events", "allocs", "stacks", "segments", "blocks", "regions"],
  has: ["blocks", "stacks", "named-stacks", "times", "placed-frees"],
  record: "event",
  tableDocs: SNAPSHOT_DOCS,
  eventColumns: SNAPSHOT_EVENT_COLUMNS,
  ofLives: OF_LIVES,
  absent: {
    ...forEach(["thread", "free.thread"], "PyTorch does not record threads: use stream"),
    context: "PyTorch has no contexts: use stream, pool or metadata",
    ...forEach(["name", "type", "module"], "PyTorch has one allocator: use func, stack"),
    index: "PyTorch does not number allocations: use seq",
  },
  firstQueries: SNAPSHOT_QUERIES,
  asked: MEMORY_ASKED,
  subject: MEMORY_SUBJECT,
  profile: MEMORY_PROFILE,
  recipes: SNAPSHOT_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 1,
  sniff: looksLikeSnapshot,
  read: async (...input) => await (await import("./reader.ts")).readSnapshot(...input),
};
