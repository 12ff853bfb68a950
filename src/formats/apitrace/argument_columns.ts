/**
 * Columns of `calls` that are computed by reading the stream again: an argument in some type, or a value for
 * a whole call.
 * @module
 */

import { BATCH_ROWS, type ColumnType, type LazyColumn, type RowWriter } from "../../events/trace_sink.ts";
import { columnForm } from "./argument_kinds.ts";
import { type CallCluster, clustersOf } from "./few_calls.ts";
import * as S from "./kernel/state.ts";
import type { CurrentCall, Replay } from "./replay.ts";
import type { FunctionSignature } from "./signatures.ts";
import type { StreamKernel } from "./stream_kernel.ts";

/** Writes the cells of all calls, or appends the cells of a cluster to the staged rows. */
type Fill = (writer: RowWriter, cluster?: CallCluster) => Promise<void>;
type WantedOf = (fn: FunctionSignature) => number;

/** Creates a column for an argument; the kernel writes its cells. */
export function typedColumn(
  replay: Replay,
  type: ColumnType,
  wantedOf: WantedOf,
  form: number = columnForm(type),
): LazyColumn {
  return lazyColumn(
    replay,
    { type, nullable: type !== "text" },
    () => (writer, cluster) => fillTyped(replay, writer, { form, wantedOf }, cluster),
  );
}

/**
 * Creates a text column with a text per call; `textsOf` creates a function that may keep state between calls.
 */
export function textColumn(
  replay: Replay,
  textsOf: () => (call: CurrentCall) => string | null,
): LazyColumn {
  const { strings } = replay.sink;
  return lazyColumn(replay, { type: "text" }, () => {
    const textOf = textsOf();
    const codeOf = (call: CurrentCall): number => {
      const text = textOf(call);
      return text === null || text === "" ? 0 : strings.internText(text);
    };
    return (writer, cluster) => fillPerCall(replay, writer, codeOf, cluster);
  });
}

/**
 * Creates a column of 32-bit values (string ids or booleans) that depend on all earlier calls; `valuesOf`
 * creates the function that keeps the state.
 */
export function codeColumn(
  replay: Replay,
  type: ColumnType,
  valuesOf: () => (call: CurrentCall) => number,
): LazyColumn {
  return { spec: { name: "value", type }, fill: (writer) => fillPerCall(replay, writer, valuesOf()) };
}

/** Returns a function that finds the argument with this name in a signature. */
export function argumentFinder(name: string): WantedOf {
  if (name === "return") return () => S.WANT_RETURN;
  return (fn) => {
    const number = fn.names.indexOf(name);
    return number < 0 ? S.WANT_NOTHING : number;
  };
}

/**
 * Creates a column that is computed on demand: for a few rows it reads clusters of calls, unless one pass over the
 * whole stream is as fast.
 */
function lazyColumn(
  { stream }: Replay,
  spec: { readonly type: ColumnType; readonly nullable?: boolean },
  fillOf: () => Fill,
): LazyColumn {
  return {
    spec: { name: "value", ...spec },
    fill: (writer) => fillOf()(writer),
    async fillFew(writer, cellsOf) {
      const clusters = clustersOf(cellsOf, stream.bytes);
      const fill = fillOf();
      for (const cluster of clusters ?? []) await fill(writer, cluster);
      return clusters !== null && writer.count === cellsOf("no").length;
    },
  };
}

async function fillPerCall(
  replay: Replay,
  writer: RowWriter,
  valueOf: (call: CurrentCall) => number,
  cluster?: CallCluster,
): Promise<void> {
  const { u32 } = writer.column("value");
  await replay.walk((call) => {
    u32[writer.count] = valueOf(call);
    if (++writer.count === BATCH_ROWS && !cluster) writer.flush();
  }, cluster);
  if (!cluster && writer.count > 0) writer.flush();
}

async function fillTyped(
  replay: Replay,
  writer: RowWriter,
  { form, wantedOf }: { readonly form: number; readonly wantedOf: WantedOf },
  cluster?: CallCluster,
): Promise<void> {
  const { strings } = replay.sink;
  const flush = (): void => {
    writer.count = kernel.get(S.COLUMN_ROWS);
    if (writer.count > 0) writer.flush();
    kernel.put(S.COLUMN_ROWS, 0);
  };
  const kernel: StreamKernel = replay.pass(
    { mode: S.MODE_COLUMN, wantedOf, symbolCodes: true },
    { full: flush, intern: (bytes, start, end) => strings.intern(bytes, start, end) },
    cluster,
  );
  const column = writer.column("value");
  kernel.put(S.COLUMN, column.pointer);
  kernel.put(S.COLUMN_NULLS, column.nullsPointer);
  kernel.put(S.COLUMN_FORM, form);
  if (cluster) {
    kernel.put(S.COLUMN_ROWS, writer.count);
    kernel.put(S.COLUMN_LIMIT, writer.count + cluster.numbers.length);
  }
  // Rows of a cluster stay staged, and the next cluster continues after them.
  await replay.run(kernel, cluster, cluster ? () => void (writer.count = kernel.get(S.COLUMN_ROWS)) : flush);
}
