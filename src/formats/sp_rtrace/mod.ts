/**
 * sp-rtrace text reports, as the post-processor, the resolver and programs that trace themselves write them.
 * @module
 */

import type { Format } from "../format.ts";
import { TABLES } from "./columns.ts";
import { ReportReader } from "./report_reader.ts";
import { looksLikeReport } from "./sniff.ts";

/** The text form. */
export const spRtrace: Format = {
  name: "sp-rtrace",
  summary: "sp-rtrace reports: resource allocations with backtraces, as text",
  tables: TABLES,
  sniff: looksLikeReport,
  read: (window, sink, options) => new ReportReader(sink, options).read(window, options.signal),
};
