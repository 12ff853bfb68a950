/**
 * Tables about the session itself: `traces`, and the distinct backtraces `stacks`.
 * @module
 */

import type { ColumnSpec } from "../events/trace_sink.ts";
import { frameName } from "../query/execution/frame_name.ts";
import type { Constant } from "../query/plan/values.ts";
import type { Pools } from "../tables/pools.ts";
import type { Table } from "../tables/table.ts";
import { fillTable } from "../tables/fill_table.ts";
import type { OpenTrace } from "./open_trace.ts";

/** Columns of the table `traces`. */
export const TRACES_COLUMNS: readonly (ColumnSpec & { doc: string })[] = [
  { name: "name", type: "text", doc: "name in queries" },
  { name: "path", type: "text", doc: "file" },
  { name: "format", type: "text", doc: "format" },
  { name: "version", type: "text", doc: "version that the file states" },
  { name: "word_bits", type: "u32", doc: "32 or 64; 0 where the format has no word size" },
  { name: "byte_order", type: "text", doc: "little, big or none" },
  { name: "container", type: "text", doc: "containers around the trace" },
  { name: "bytes", type: "u64", doc: "bytes of the decompressed stream" },
  { name: "rows", type: "u64", doc: "rows of the main table" },
  { name: "problems", type: "u64", doc: "problems counted" },
  { name: "seconds", type: "f64", doc: "time that loading took" },
];

/** Returns the values of a trace for `TRACES_COLUMNS`, in their order. */
export function traceFacts(
  { name, path, trace, containers, bytes, seconds }: OpenTrace,
): readonly Constant[] {
  const { format, version, wordBits, byteOrder, mainTable } = trace.header;
  let problems = 0;
  for (const count of trace.problemCounts.values()) problems += count;
  return [
    name,
    path,
    format,
    version,
    wordBits,
    byteOrder,
    containers.length > 0 ? containers.join(" > ") : "none",
    BigInt(bytes),
    BigInt(trace.tables.get(mainTable)?.rowCount ?? 0),
    BigInt(problems),
    seconds,
  ];
}

/** One row per open trace. */
export function tracesTable(pools: Pools, traces: readonly OpenTrace[]): Table {
  return fillTable("traces", pools, TRACES_COLUMNS, traces.length, (row) => traceFacts(traces[row]!));
}

/** Columns of the table `stacks`. */
export const STACKS_COLUMNS: readonly (ColumnSpec & { doc: string })[] = [
  { name: "id", type: "u32", doc: "number of the stack, as in the column stack" },
  { name: "stack", type: "u32", doc: "the number of the stack again, for joins" },
  { name: "depth", type: "u32", doc: "number of frames" },
  { name: "innermost", type: "text", doc: "function (or address) of the innermost frame" },
  { name: "outermost", type: "text", doc: "function (or address) of the outermost frame" },
  { name: "frames", type: "text", doc: "all frames, innermost first" },
];

/** One row per distinct backtrace of these traces. */
export function stacksTable(pools: Pools, traces: readonly OpenTrace[]): Table {
  const { stacks, strings } = pools;
  const nameOf = (frame: number): string => frameName(stacks.describeFrame(frame), strings) || "?";
  const ids = [...new Set(traces.flatMap(({ trace }) => trace.pools.stacks.held))];
  return fillTable("stacks", pools, STACKS_COLUMNS, ids.length, (row) => {
    const id = ids[row]!;
    const depth = stacks.depth(id);
    const names = Array.from({ length: depth }, (_, level) => nameOf(stacks.frameAt(id, level)));
    return [id, id, depth, names[0] ?? null, names.at(-1) ?? null, names.join(" < ")];
  });
}
