/**
 * GNATcoverage source traces: files of their own, and base64 text in console logs.
 * @module
 */

import type { Format } from "../format.ts";
import { forEach } from "../words.ts";
import { hasMarker } from "./base64_log.ts";
import { UNIT_QUERIES } from "./first_queries.ts";
import { hasSourceMagic } from "./layout.ts";
import { unitChapters } from "./recipes.ts";
import { UNIT_DOCS } from "./table_docs.ts";

/** The format as the registry lists it. */
export const gnatcovSource: Format = {
  name: "gnatcov-src",
  summary: "GNATcoverage source traces, also as base64 in a console log",
  tables: ["units", "merged_units"],
  has: [],
  record: "unit",
  tableDocs: UNIT_DOCS,
  absent: {
    file: "use the column unit for source files",
    ...forEach(
      ["thread", "size", "addr"],
      "a source trace has bits of units: use unit, kind, bits, bits_set",
    ),
  },
  firstQueries: UNIT_QUERIES,
  recipes: unitChapters,
  readerVersion: 1,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: (head) => hasSourceMagic(head) || hasMarker(head),
  read: async (window, sink) => await (await import("./reader.ts")).readGnatcovSource(window, sink),
};
