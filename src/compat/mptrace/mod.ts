/**
 * A stand-in for mptrace 1.4, which shows the contents of a tracing file. Addresses and threads of 64-bit
 * files are complete, where the original loses their upper half.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Trace } from "../../tables/trace.ts";
import { mpatrolTool } from "../mpatrol_tool.ts";
import type { StandInOption } from "../options.ts";
import type { CompatHost, StandIn } from "../stand_in.ts";
import { printProblems } from "../print_problems.ts";
import { hatfTexts } from "./hatf.ts";
import { EventRows } from "./rows.ts";
import { statistics } from "./statistics.ts";

const OPTIONS: readonly StandInOption[] = [
  { letter: "v", name: "verbose", summary: "print every event" },
  { letter: "s", name: "source", summary: "with -v: where each event came from" },
  {
    letter: "H",
    name: "hatf-file",
    value: "FILE",
    summary: "write the trace in Heap Allocation Trace Format",
  },
];

/** mptrace of mpatrol. */
export const mptrace: StandIn = mpatrolTool({
  name: "mptrace",
  version: "1.4",
  summary: "Events and statistics of an mpatrol tracing file",
  file: "mpatrol.trace",
  options: OPTIONS,
  async run({ values, path }, host) {
    const trace = await openOne(host, path());
    if (values.has("verbose")) {
      const rows = new EventRows(trace, values.has("source"));
      await host.writeOut(rows.head);
      for (const piece of rows.pieces()) await host.writeOut(piece);
      await host.writeOut("\n");
    }
    const hatf = values.get("hatf-file");
    if (hatf !== undefined) await writeTexts(host, hatf, hatfTexts(trace, hatf));
    await host.writeOut(statistics(trace));
    return 0;
  },
});

/** Opens the first trace of a file; the original does not see any other. */
async function openOne(host: CompatHost, path: string): Promise<Trace> {
  const traces = await host.open(path);
  const [trace] = traces;
  if (trace?.header.format !== "mtrc") {
    throw new UsageError(`Cannot run mptrace: ${path} is not a tracing file`);
  }
  if (traces.length > 1) {
    await host.writeError(`mptrace: ${path} holds ${traces.length} traces, of which the first is shown\n`);
  }
  await printProblems("mptrace", trace, host);
  return trace;
}

async function writeTexts(host: CompatHost, path: string, texts: Iterable<string>): Promise<void> {
  const encoder = new TextEncoder();
  await host.writeFile(path, async (write) => {
    for (const text of texts) await write(encoder.encode(text));
  });
}
