/**
 * Columns of `calls` that are read from the stream again: an argument in a type, or a text about a whole call.
 * @module
 */

import type { CellsOf, ColumnType, LazyColumn, OnDemandSink, RowWriter } from "../../events/trace_sink.ts";
import { formOf } from "./argument_kinds.ts";
import { type CallCluster, clustersOf } from "./few_calls.ts";
import * as S from "./kernel/state.ts";
import type { Again } from "./replay.ts";
import type { FunctionSignature } from "./signatures.ts";
import type { StreamKernel } from "./stream_kernel.ts";
import { type CallAtHand, fillPerCall, walkCalls } from "./walk_calls.ts";

/** What is read again. */
interface Replay {
  readonly sink: OnDemandSink;
  readonly again: Again;
  /** Version of the stream. */
  readonly version: number;
  /** Bytes of the stream. */
  readonly bytes: number;
}

/** Makes columns. */
export class ArgumentColumns {
  readonly #replay: Replay;

  /** Of the calls of a stream. */
  constructor(replay: Replay) {
    this.#replay = replay;
  }

  /** An argument, as the kernel writes it into a column of a type. */
  typed(
    type: ColumnType,
    wantedOf: (fn: FunctionSignature) => number,
    form: number = formOf(type),
  ): LazyColumn {
    const { sink, again } = this.#replay;
    return {
      spec: { name: "value", type, nullable: type !== "text" },
      fill: (writer) => fillColumn(writer, sink, again, form, wantedOf),
      fillFew: (writer, cellsOf) =>
        this.#inClusters(
          writer,
          cellsOf,
          (cluster) => fillColumn(writer, sink, again, form, wantedOf, cluster),
        ),
    };
  }

  /** A text of each call; `textsOf` makes what remembers from call to call. */
  text(textsOf: () => (call: CallAtHand) => string | null): LazyColumn {
    const { sink, again, version } = this.#replay;
    const codeOf = (text: string | null): number =>
      text === null || text === "" ? 0 : sink.strings.internText(text);
    return {
      spec: { name: "value", type: "text" },
      fill: (writer) => {
        const textOf = textsOf();
        const walk = (visit: (call: CallAtHand) => void) => walkCalls(sink, version, again, visit);
        return fillPerCall(writer, walk, (call) => codeOf(textOf(call)));
      },
      fillFew: (writer, cellsOf) => {
        const { u32 } = writer.column("value");
        const textOf = textsOf();
        return this.#inClusters(writer, cellsOf, (cluster) =>
          walkCalls(sink, version, again, (call) => {
            u32[writer.count++] = codeOf(textOf(call));
          }, cluster));
      },
    };
  }

  /** Fills few rows, cluster by cluster; false when all at once would not take longer. */
  async #inClusters(
    writer: RowWriter,
    cellsOf: CellsOf,
    fill: (cluster: CallCluster) => Promise<void>,
  ): Promise<boolean> {
    const clusters = clustersOf(cellsOf, this.#replay.bytes);
    for (const cluster of clusters ?? []) await fill(cluster);
    return clusters !== null && writer.count === cellsOf("no").length;
  }
}

/** Which argument of a function is the one of a name. */
export function wants(name: string): (fn: FunctionSignature) => number {
  if (name === "return") return () => S.WANT_RETURN;
  return (fn) => {
    const number = fn.names.indexOf(name);
    return number < 0 ? S.WANT_NOTHING : number;
  };
}

async function fillColumn(
  writer: RowWriter,
  sink: OnDemandSink,
  again: Again,
  form: number,
  wantedOf: (fn: FunctionSignature) => number,
  cluster?: CallCluster,
): Promise<void> {
  let pass: StreamKernel | undefined;
  const flush = (): void => {
    writer.count = pass!.get(S.COLUMN_ROWS);
    if (writer.count > 0) writer.flush();
    pass!.put(S.COLUMN_ROWS, 0);
  };
  // Few rows stay staged: the next cluster goes on behind them.
  const end = cluster ? () => void (writer.count = pass!.get(S.COLUMN_ROWS)) : flush;
  await again(
    { mode: S.MODE_COLUMN, wantedOf, symbolCodes: true },
    { full: flush, intern: (bytes, start, end) => sink.strings.intern(bytes, start, end) },
    {
      begin: (kernel) => {
        pass = kernel;
        const column = writer.column("value");
        kernel.put(S.COLUMN, column.pointer);
        kernel.put(S.COLUMN_NULLS, column.nullsPointer);
        kernel.put(S.COLUMN_FORM, form);
        kernel.put(S.TEXT_OPTIONS, S.TEXT_LINES);
        if (!cluster) return;
        kernel.put(S.COLUMN_ROWS, writer.count);
        kernel.put(S.COLUMN_LIMIT, writer.count + cluster.numbers.length);
      },
      end,
    },
    cluster,
  );
}
