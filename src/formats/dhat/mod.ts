/**
 * Profiles of DHAT, of valgrind and of the crate dhat: what each place allocated, how long it lived, what was used of it.
 * @module
 */

import type { Format } from "../format.ts";
import { MEMORY_WEIGHTS } from "../memory_profile.ts";
import { type FirstQuery, forEach } from "../words.ts";
import { DHAT_HEADLINE } from "./headline.ts";
import { FORMAT_NAME, looksLikeDhat } from "./header.ts";
import { DHAT_RECIPES } from "./recipes.ts";
import { DHAT_DOCS } from "./table_docs.ts";

/** Those that a trace has answers to are proposed. */
const QUERIES: readonly FirstQuery[] = [
  {
    query: "profile | select peak_bytes, peak_blocks, way = frames(stack) | top 10 by peak_bytes",
    answers: "who held the memory when it was most",
    needs: ["profile.peak_bytes", "profile.stack"],
  },
  {
    query: "profile | where live > 0 | select live, live_bytes, way = frames(stack) | top 10 by live_bytes",
    answers: "what was live at the end",
    needs: ["profile.live", "profile.stack"],
  },
  { query: "profile | top 10 by alloc_bytes", answers: "places that allocate most" },
  { query: "profile | top 10 by allocs", answers: "places that allocate most often" },
];

/** The format as the registry lists it. */
export const dhat: Format = {
  name: FORMAT_NAME,
  summary: "heap profiles of DHAT (valgrind, Rust's dhat)",
  tables: ["profile", "stacks"],
  has: [],
  record: "point",
  tableDocs: DHAT_DOCS,
  absent: {
    ...forEach(["thread", "time"], "a profile of DHAT sums up a whole run: it has neither threads nor times"),
    size: "a profile has sums by place: use alloc_bytes / allocs",
    seq: "a profile has no records in order: use index",
  },
  firstQueries: QUERIES,
  blockless: "a profile sums blocks up by place; try: profile | top 10 by live_bytes",
  profile: {
    query: "profile | by trace, stack, func, file, line, addr: alloc_objects = sum(allocs), " +
      "alloc_space = sum(alloc_bytes), inuse_objects = sum(live), inuse_space = sum(live_bytes), " +
      "peak_objects = sum(peak_blocks), peak_space = sum(peak_bytes)",
    weights: [
      ...MEMORY_WEIGHTS,
      { name: "peak_objects", unit: "count" },
      { name: "peak_space", unit: "bytes" },
    ],
    first: "alloc_space",
  },
  headline: DHAT_HEADLINE,
  recipes: DHAT_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 1,
  sniff: looksLikeDhat,
  read: async (...input) => await (await import("./reader.ts")).readDhat(...input),
};
