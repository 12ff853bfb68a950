/**
 * mpatrol tracing files: every allocation, reallocation and free of a program, in order.
 * @module
 */

import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { forEach } from "../words.ts";
import { HEAP_QUERIES } from "./first_queries.ts";
import { hasMagic } from "./header.ts";
import { mtrcChapters } from "./recipes.ts";

/** mpatrol tracing files, versions 1.3.0 to 1.5.x, 32 and 64 bits, both byte orders. */
export const mtrc: Format = {
  name: "mtrc",
  summary: "mpatrol tracing files (MTRC)",
  tables: ["events", "allocs"],
  has: ["blocks", "types", "threads", "placed-frees", "resizes", "own-memory"],
  record: "event",
  absent: {
    thread: "the program ran with an mpatrol library without thread support",
    ...forEach(
      ["func", "file", "line"],
      "only code compiled with mpatrol.h has source positions, from mpatrol 1.4.5 on",
    ),
    time: "mpatrol counts events and has no clock: use no, life",
    stack: "mtrc traces have no backtraces: a profile of the same run has call sites",
  },
  absentBefore: {
    version: "1.4.5",
    columns: forEach(
      ["thread", "func", "file", "line"],
      "mpatrol before 1.4.5 records neither threads nor source positions",
    ),
  },
  firstQueries: HEAP_QUERIES,
  profile: MEMORY_PROFILE,
  recipes: mtrcChapters,
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: (head) => hasMagic(head, 0, "MTRC"),
  read: async (...input) => await (await import("./reader.ts")).readMtrc(...input),
};
