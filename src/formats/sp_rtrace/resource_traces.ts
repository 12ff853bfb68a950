/**
 * What both forms say of their traces, text and binary.
 * @module
 */

import type { Format } from "../format.ts";
import { MEMORY_PROFILE } from "../memory_profile.ts";
import { forEach } from "../words.ts";
import { RESOURCE_QUERIES } from "./first_queries.ts";
import { RESOURCE_DOCS } from "./table_docs.ts";

/** Parts of a descriptor. */
export const RESOURCE_TRACES = {
  has: ["blocks", "types", "stacks", "times", "contexts", "references"],
  record: "call",
  tableDocs: RESOURCE_DOCS,
  absent: {
    thread: "sp-rtrace does not record threads",
    func: "only resolved traces have functions; --sysroot / resolves them with this machine's programs",
    ...forEach(["file", "line"], "only traces resolved with sp-rtrace-resolve have source positions"),
  },
  points: [
    {
      word: "context",
      value: "bit",
      usage: "context NAME",
      summary: "the last record of a context (sp-rtrace)",
      example: "context startup",
    },
  ],
  bitNames: { context: "contexts" },
  firstQueries: RESOURCE_QUERIES,
  profile: MEMORY_PROFILE,
} as const satisfies Partial<Format>;
