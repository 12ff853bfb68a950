/**
 * Data of heaptrack: allocations and frees of a program, with backtraces and times.
 * @module
 */

import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { forEach } from "../words.ts";
import { HEAPTRACK_QUERIES } from "./first_queries.ts";
import { FORMAT_NAME, looksLikeHeaptrack } from "./header.ts";
import { HEAPTRACK_DOCS } from "./table_docs.ts";

/** Interpreted data, file versions 1 to 3. */
export const heaptrack: Format = {
  name: FORMAT_NAME,
  summary: "heaptrack data: heap allocations with backtraces and times",
  tables: ["events", "allocs", "stacks", "resident"],
  has: ["blocks", "stacks", "named-stacks", "times"],
  record: "event",
  tableDocs: HEAPTRACK_DOCS,
  absent: {
    ...forEach(["addr", "end"], "heaptrack leaves out addresses of blocks: use size, stack"),
    thread: "heaptrack does not record threads",
    ...forEach(
      ["free.func", "free.file", "free.line", "free.stack"],
      "heaptrack records no backtraces of frees",
    ),
    ...forEach(["file", "line"], "only code compiled with -g has source positions"),
    context: "heaptrack has no contexts: use time",
  },
  firstQueries: HEAPTRACK_QUERIES,
  profile: MEMORY_PROFILE,
  readerVersion: 1,
  sniff: looksLikeHeaptrack,
  read: async (...input) => await (await import("./reader.ts")).readHeaptrack(...input),
};
