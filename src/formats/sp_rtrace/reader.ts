/**
 * Reads sp-rtrace reports.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { ReportReader } from "./report_reader.ts";

/** Reads one report after another; every header begins a new trace. */
export async function readReports(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  for (let count = 1; await new ReportReader(sink, options).read(window, options); count++) {
    if (count === MOST_TRACES) return await skipOtherTraces(window, sink);
    sink = sink.nextSegment();
    sink.problem({
      severity: "note",
      code: "concatenated",
      offset: window.offset,
      record: 0,
      message: "Another trace begins here",
      handling: "read it as a separate trace",
    });
  }
}
