/**
 * mpatrol profiling files: what each place in a program allocated and freed, by size class.
 * @module
 */

import type { Format } from "../format.ts";
import { MEMORY_WEIGHTS } from "../memory_profile.ts";
import { hasMagic } from "../mtrc/header.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { profileChapters } from "./recipes.ts";
import { PROFILE_DOCS } from "./table_docs.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const PROFILE_QUERIES: readonly FirstQuery[] = [
  { query: "profile | top 10 by live_bytes", answers: "call sites that hold the most memory" },
  { query: "profile | top 10 by allocs", answers: "call sites that allocate most often" },
  { query: "bins | top 10 by live_bytes", answers: "sizes that are still live" },
];

/** mpatrol profiling files, versions 1.3.0 to 1.5.x, 32 and 64 bits, both byte orders. */
export const mptl: Format = {
  name: "mptl",
  summary: "mpatrol profiling files (MPTL)",
  tables: ["profile", "sites", "bins", "symbols", "stacks"],
  has: [],
  record: "place",
  tableDocs: PROFILE_DOCS,
  absent: {
    thread: "a profile counts by place: an mtrc trace of the same run has threads",
    ...sameReasonFor(["file", "line"], "a profile has functions and addresses: use func, addr"),
    size: "a profile counts by size class: use small_allocs to xlarge_allocs, or the table bins",
    time: "a profile has totals, but no timestamps",
  },
  sizeClasses: ["small", "medium", "large"],
  firstQueries: PROFILE_QUERIES,
  blockless: "a profile sums blocks up by call site; try: profile | top 10 by live_bytes",
  profile: {
    query: "profile | by trace, stack, func, file, addr: alloc_objects = sum(allocs), " +
      "alloc_space = sum(alloc_bytes), inuse_objects = sum(live), inuse_space = sum(live_bytes)",
    weights: MEMORY_WEIGHTS,
    first: "alloc_space",
  },
  recipes: profileChapters,
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: (head) => hasMagic(head, 0, "MPTL"),
  read: async (...input) => await (await import("./reader.ts")).readMptl(...input),
};
