/**
 * A stand-in for mptrace 1.4, which shows what a tracing file holds. Addresses and threads of 64-bit files are whole,
 * where the original lost their upper half.
 * @module
 */

import { joinBytes } from "../../base/join_bytes.ts";
import { UsageError } from "../../base/errors.ts";
import type { Trace } from "../../tables/trace.ts";
import type { CompatHost, StandIn } from "../stand_in.ts";
import { hatfTexts } from "./hatf.ts";
import { fileOperand, type OptionSpec, parseOptions } from "./options.ts";
import { EventRows } from "./rows.ts";
import { statistics } from "./statistics.ts";

const OPTIONS: readonly OptionSpec[] = [
  { letter: "v", name: "verbose" },
  { letter: "s", name: "source" },
  { letter: "H", name: "hatf-file", takesValue: true },
  { letter: "V", name: "version" },
  { letter: "h", name: "help" },
];

const USAGE = `mptrace [OPTION]... [FILE]     (FILE: mpatrol.trace; - is standard input)
  -v, --verbose          print every event
  -s, --source           with -v: where each event came from
  -H, --hatf-file FILE   write the trace in Heap Allocation Trace Format
  -V, --version          print the version
  -h, --help             print this
`;

/** mptrace of mpatrol. */
export const mptrace: StandIn = {
  name: "mptrace",
  summary: "Events and statistics of an mpatrol tracing file",
  usage: USAGE,
  run,
};

async function run(args: readonly string[], host: CompatHost): Promise<number> {
  const { values, operands } = parseOptions("mptrace", args, OPTIONS);
  if (values.has("h")) {
    await host.writeOut(USAGE);
    return 0;
  }
  if (values.has("V")) {
    await host.writeOut("mptrace 1.4\n");
    return 0;
  }
  const trace = await openOne(host, fileOperand("mptrace", operands, "mpatrol.trace"));
  if (values.has("v")) {
    const rows = new EventRows(trace, values.has("s"));
    await host.writeOut(rows.head);
    for (const piece of rows.pieces()) await host.writeOut(piece);
    await host.writeOut("\n");
  }
  const hatf = values.get("H");
  if (hatf !== undefined) await writeTexts(host, hatf, hatfTexts(trace, hatf));
  await host.writeOut(statistics(trace));
  return 0;
}

/** The first trace of a file; the original sees no other. */
async function openOne(host: CompatHost, path: string): Promise<Trace> {
  const traces = await host.open(path);
  const [trace] = traces;
  if (trace?.header.format !== "mtrc") {
    throw new UsageError(`Cannot run mptrace: ${path} is not a tracing file`);
  }
  if (traces.length > 1) {
    await host.writeError(`mptrace: ${path} holds ${traces.length} traces, of which the first is shown\n`);
  }
  return trace;
}

async function writeTexts(host: CompatHost, path: string, texts: Iterable<string>): Promise<void> {
  const pieces: Uint8Array[] = [];
  for (const text of texts) pieces.push(new TextEncoder().encode(text));
  await host.writeFile(path, joinBytes(pieces));
}
