/**
 * Traces for Perfetto: live bytes and live blocks as counters, API calls as slices on a track per thread
 * below the frames they belong to. Times are those of the trace, if it has any. Otherwise an event takes one
 * microsecond, and a call takes two, one each for its beginning and its end, in the order of the file.
 *
 * The messages are those of `protos/perfetto/trace` in Perfetto.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { TraceExporter } from "./exporter.ts";

/** Field 1 of a message, `packet`, which is a message itself. */
const FIRST_BYTE = 0x0a;

/** The exporter for `.pftrace` files. */
export const perfetto: TraceExporter = {
  name: "perfetto",
  summary: "tracks of counters and calls for Perfetto",
  extensions: [".pftrace", ".perfetto-trace"],
  binary: true,
  recognizes: ([first]) => first === FIRST_BYTE,
  takes: "traces",
  async write(session, sink, progress) {
    const { PerfettoWriter } = await import("./perfetto_writer.ts");
    const { writeCalls } = await import("./perfetto_calls.ts");
    const { writeCounters } = await import("./perfetto_counters.ts");
    const parts: { readonly open: OpenTrace; readonly shown: Shown }[] = [];
    for (const open of session.traces) parts.push({ open, shown: shownOf(open) ?? await refuse(open) });
    const total = parts.reduce((sum, { open }) => sum + mainRowCount(open), 0);
    let done = 0;
    for (const [index, { open, shown }] of parts.entries()) {
      const writer = new PerfettoWriter(sink, { number: index + 1, name: open.name });
      const report = (rows: number): void => progress(done + rows, total);
      const timeOf = shown === "counters" ? undefined : await writeCalls(session, open, { writer, report });
      if (shown !== "calls") await writeCounters(session, open, { writer, report, timeOf });
      await writer.flush();
      done += mainRowCount(open);
    }
  },
};

function mainRowCount({ trace }: OpenTrace): number {
  return trace.tables.get(trace.header.mainTable)?.rowCount ?? 0;
}

type Shown = "counters" | "calls" | "both";

/** The parts of a trace that can be shown over time; undefined if there are none. */
function shownOf({ trace }: OpenTrace): Shown | undefined {
  const calls = trace.tables.has("calls") || trace.makers.has("calls");
  const lives = trace.lives !== undefined && (trace.tables.get("allocs")?.rowCount ?? 0) > 0;
  if (calls) return lives ? "both" : "calls";
  return trace.lives === undefined ? undefined : "counters";
}

async function refuse({ name, trace }: OpenTrace): Promise<never> {
  // The registry imports all readers, and `help` loads this exporter.
  const { formats } = await import("../formats/registry.ts");
  const others = formats.filter(({ tables }) => tables.includes("allocs")).map(({ name }) => name);
  throw new UsageError(
    `Cannot export "${name}" as perfetto: a ${trace.header.format} trace has neither allocations nor ordered calls.  ` +
      `Use traces of ${others.join(", ")}`,
  );
}
