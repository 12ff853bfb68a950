/**
 * sp-rtrace text reports, written by its post-processor and resolver or by programs that trace themselves.
 * @module
 */

import type { Format } from "../format.ts";
import { TABLES } from "./columns.ts";
import { RESOURCE_TRACES } from "./resource_traces.ts";
import { looksLikeReport } from "./sniff.ts";

/** The text format of sp-rtrace. */
export const spRtrace: Format = {
  name: "sp-rtrace",
  summary: "sp-rtrace text traces (sp-rtrace calls them reports): resource allocations with backtraces",
  grows: { unit: "lines", goesOn: true },
  tables: TABLES,
  ...RESOURCE_TRACES,
  has: [...RESOURCE_TRACES.has, "named-stacks", "named-contexts"],
  readerVersion: 1,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  sniff: looksLikeReport,
  read: async (...input) => await (await import("./reader.ts")).readReports(...input),
};
