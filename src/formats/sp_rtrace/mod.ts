/**
 * sp-rtrace text reports, as the post-processor, the resolver and programs that trace themselves write them.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { Format, ReadOptions } from "../format.ts";
import { MOST_TRACES, skipOtherTraces } from "../many_traces.ts";
import { TABLES } from "./columns.ts";
import { RESOURCE_TRACES } from "./resource_traces.ts";
import { ReportReader } from "./report_reader.ts";
import { looksLikeReport } from "./sniff.ts";

/** Reads one report after another; every header begins an independent trace. */
async function readReports(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  for (let count = 1; await new ReportReader(sink, options).read(window, options.signal); count++) {
    if (count === MOST_TRACES) return await skipOtherTraces(window, sink);
    sink = sink.nextSegment();
    sink.problem({
      severity: "note",
      code: "concatenated",
      offset: window.offset,
      record: 0,
      message: "Another trace begins here",
      handling: "read it as a trace of its own",
    });
  }
}

/** The text form. */
export const spRtrace: Format = {
  name: "sp-rtrace",
  summary: "sp-rtrace text traces (sp-rtrace calls them reports): resource allocations with backtraces",
  tables: TABLES,
  ...RESOURCE_TRACES,
  has: [...RESOURCE_TRACES.has, "named-stacks", "named-contexts"],
  readerVersion: 1,
  sniff: looksLikeReport,
  read: readReports,
};
