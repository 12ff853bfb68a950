/**
 * A stand-in for mprof 1.3, which summarises a profiling file.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { binaryBytes } from "../mptrace/format.ts";
import { fileOperand, type OptionSpec, parseOptions } from "../mptrace/options.ts";
import type { CompatHost, StandIn } from "../stand_in.ts";
import { callGraphTable, dotGraph } from "./call_graph_text.ts";
import { CallGraph, SiteNames } from "./graph.ts";
import { profileOf } from "./profile.ts";
import { binsTable, directTable, leaksTable, totalsOf } from "./tables.ts";

const OPTIONS: readonly OptionSpec[] = [
  { letter: "a", name: "addresses" },
  { letter: "c", name: "counts" },
  { letter: "g", name: "graph-file", takesValue: true },
  { letter: "l", name: "leaks" },
  { letter: "n", name: "stack-depth", takesValue: true },
  { letter: "v", name: "call-graph" },
  { letter: "V", name: "version" },
  { letter: "h", name: "help" },
];

const USAGE = `mprof [OPTION]... [FILE]     (FILE: mpatrol.out; - is standard input)
  -a, --addresses          tell places in a function apart
  -c, --counts             sort by number of blocks instead of bytes
  -g, --graph-file FILE    write a graph specification for dot
  -l, --leaks              with -g: only what was not freed
  -n, --stack-depth DEPTH  frames that tell leaks apart, 0 = all (standard: 1)
  -v, --call-graph         print the call graph
  -V, --version            print the version
  -h, --help               print this
`;
const GAP = "\n\n";

/** mprof of mpatrol. */
export const mprof: StandIn = {
  name: "mprof",
  summary: "Summary of an mpatrol profiling file",
  usage: USAGE,
  run,
};

async function run(args: readonly string[], host: CompatHost): Promise<number> {
  const { values, operands } = parseOptions("mprof", args, OPTIONS);
  if (values.has("h")) {
    await host.writeOut(USAGE);
    return 0;
  }
  if (values.has("V")) {
    await host.writeOut("mprof 1.3\n");
    return 0;
  }
  const depth = depthOf(values.get("n"));
  const counts = values.has("c");
  const path = fileOperand("mprof", operands, "mpatrol.out");
  const [trace] = await host.open(path);
  if (trace?.header.format !== "mptl") {
    throw new UsageError(`Cannot run mprof: ${path} is not a profiling file`);
  }
  const profile = profileOf(trace);
  const names = new SiteNames(profile, values.has("a"));
  const totals = totalsOf(profile);
  const options = { counts, depth, names };
  const tables = [
    binsTable(profile, totals),
    directTable(profile, totals, options),
    leaksTable(profile, totals, options),
  ];
  const graphFile = values.get("g");
  const graph = values.has("v") || graphFile !== undefined ? new CallGraph(profile, names) : undefined;
  if (graph && values.has("v")) tables.push(callGraphTable(graph, counts));
  await host.writeOut(binaryBytes(tables.join(GAP)));
  if (graph && graphFile !== undefined) {
    const text = dotGraph(graph, { file: path, leaks: values.has("l"), counts });
    await host.writeFile(graphFile, binaryBytes(text));
  }
  return 0;
}

function depthOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const depth = Number(text);
  if (!Number.isSafeInteger(depth) || depth < 0) {
    throw new UsageError(`Cannot run mprof: expected a stack depth, found "${text}"`);
  }
  return depth;
}
