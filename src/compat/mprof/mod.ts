/**
 * A stand-in for mprof 1.3, which summarizes a profiling file.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { latin1Bytes } from "../mptrace/format.ts";
import { mpatrolTool } from "../mpatrol_tool.ts";
import { printProblems } from "../print_problems.ts";
import type { StandInOption } from "../options.ts";
import type { StandIn } from "../stand_in.ts";
import { callGraphTable, dotGraph } from "./call_graph_text.ts";
import { CallGraph, SiteNames } from "./graph.ts";
import { readProfile } from "./profile.ts";
import { binsTable, directTable, leaksTable, totalsOf } from "./tables.ts";

const OPTIONS: readonly StandInOption[] = [
  { letter: "a", name: "addresses", summary: "distinguish places within a function" },
  { letter: "c", name: "counts", summary: "sort by number of blocks instead of bytes" },
  { letter: "g", name: "graph-file", value: "FILE", summary: "write a graph specification for dot" },
  { letter: "l", name: "leaks", summary: "with -g: only what was not freed" },
  {
    letter: "n",
    name: "stack-depth",
    value: "DEPTH",
    summary: "frames that distinguish leaks, 0 = all (default: 1)",
  },
  { letter: "v", name: "call-graph", summary: "print the call graph" },
];

const GAP = "\n\n";

/** mprof of mpatrol. */
export const mprof: StandIn = mpatrolTool({
  name: "mprof",
  version: "1.3",
  summary: "Summary of an mpatrol profiling file",
  file: "mpatrol.out",
  options: OPTIONS,
  async run({ values, path: fileOf }, host) {
    const depth = depthOf(values.get("stack-depth"));
    const counts = values.has("counts");
    const path = fileOf();
    const [trace] = await host.open(path);
    if (trace?.header.format !== "mptl") {
      throw new UsageError(`Cannot run mprof: ${path} is not a profiling file`);
    }
    await printProblems("mprof", trace, host);
    const profile = readProfile(trace);
    const names = new SiteNames(profile, values.has("addresses"));
    const totals = totalsOf(profile);
    const options = { counts, depth, names };
    const tables = [
      binsTable(profile, totals),
      directTable(profile, totals, options),
      leaksTable(profile, totals, options),
    ];
    const graphFile = values.get("graph-file");
    const graph = values.has("call-graph") || graphFile !== undefined
      ? new CallGraph(profile, names)
      : undefined;
    if (graph && values.has("call-graph")) tables.push(callGraphTable(graph, counts));
    await host.writeOut(latin1Bytes(tables.join(GAP)));
    if (graph && graphFile !== undefined) {
      const text = dotGraph(graph, { file: path, leaks: values.has("leaks"), counts });
      await host.writeFile(graphFile, (write) => write(latin1Bytes(text)));
    }
    return 0;
  },
});

function depthOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const depth = Number(text);
  if (!Number.isSafeInteger(depth) || depth < 0) {
    throw new UsageError(`Cannot run mprof: expected a stack depth, found "${text}"`);
  }
  return depth;
}
