/**
 * GNATcoverage source traces: as files, and as base64 text in console logs.
 * @module
 */

import type { Format } from "../format.ts";
import { ONE_TRACE_CHAPTER } from "../gnatcov/recipes.ts";
import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS_CHAPTER } from "../script_recipes.ts";
import { type FirstQuery, sameReasonFor } from "../format_types.ts";
import { hasMarker } from "./base64_log.ts";
import { hasSourceMagic } from "./layout.ts";
import { UNIT_DOCS } from "./table_docs.ts";

const SAMPLE = ["gnatcov/shop-x86_64.srctrace"];

/** Recipes about what is not covered in source files. */
const unitChapters: readonly Chapter[] = [{
  title: ONE_TRACE_CHAPTER,
  recipes: recipes({ sample: SAMPLE }, {
    "Which statements, decisions and paths of a source file are not covered?":
      "units | where bits_set < bits | select unit, kind, bits, bits_set, missing",
    "Which share of each source file is covered?": {
      query: [
        "units | where kind == statement",
        "  | by base(unit): bits = sum(bits), seen = sum(bits_set)",
        "  | extend percent = seen * 100 / bits",
      ],
      note: "A file without statements has no percentage: a division by 0 is null.",
    },
  }),
}, {
  title: SCRIPTS_CHAPTER,
  recipes: recipes({ sample: SAMPLE }, {
    "Fail when statement coverage drops": [
      "assert units | where kind == statement",
      '  | summarize sum(bits_set) >= 22 : "coverage kept"',
    ],
  }),
}];

/** Suggested queries; only those that a trace can answer are shown. */
const UNIT_QUERIES: readonly FirstQuery[] = [
  {
    query: "units | extend left = bits - bits_set | top 10 by left",
    answers: "units with most left to cover",
  },
  {
    query: "units | by kind: covered = sum(bits_set), all = sum(bits)",
    answers: "how much is covered, by kind",
  },
  { query: "units | by unit: covered = sum(bits_set), all = sum(bits)", answers: "the same by unit" },
];

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
    ...sameReasonFor(
      ["thread", "size", "addr"],
      "a source trace has bits of units: use unit, kind, bits, bits_set",
    ),
  },
  firstQueries: UNIT_QUERIES,
  blockless: "a source trace says which code ran, and nothing about memory; try: units",
  recipes: unitChapters,
  readerVersion: 2,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: (head) => hasSourceMagic(head) || hasMarker(head),
  read: async (window, sink) => await (await import("./reader.ts")).readGnatcovSource(window, sink),
};
