/**
 * The table `traces` of a dataset: the columns that queries have, and columns that help to compare many
 * traces.
 * @module
 */

import { fileNameOf } from "../../base/file_name_of.ts";
import { traceFacts, TRACES_COLUMNS } from "../built_in_tables.ts";
import type { OpenTrace } from "../open_trace.ts";
import type { BatchColumn, RowBatch } from "../row_batches.ts";
import type { Catalog } from "../../query/analysis/catalog.ts";
import { toWord } from "../../query/execution/column_words.ts";
import type { Constant } from "../../query/plan/values.ts";
import { BatchMaker } from "./batch_maker.ts";

type Documented = BatchColumn & { readonly doc: string };

/** Columns of `traces` that only a dataset has. */
const MORE: readonly Documented[] = [
  { name: "file", type: "text", doc: "name of the file" },
  { name: "file_bytes", type: "u64", doc: "size of the file as it is on disk, in bytes" },
  { name: "main_table", type: "text", doc: "the main table of the trace" },
  { name: "events", type: "u64", doc: "rows of events; null where there are none" },
  { name: "first_time", type: "time", display: "time", doc: "time of the earliest event" },
  { name: "last_time", type: "time", display: "time", doc: "time of the latest event" },
  { name: "peak", type: "u64", doc: "event after which most bytes were live: live @ peak" },
  { name: "peak_blocks", type: "u64", doc: "event after which most blocks were live" },
];

/** Columns of the table. */
export const TRACE_ROW_COLUMNS: readonly Documented[] = [
  ...TRACES_COLUMNS.map((column) => ({
    ...column,
    type: column.type === "u32" ? "u64" as const : column.type,
  })),
  ...MORE,
];

/** The row of a trace. */
export function traceRow(open: OpenTrace, catalog: Catalog, fileBytes: number): readonly Constant[] {
  const { name, path, trace } = open;
  const { mainTable } = trace.header;
  const events = trace.tables.get("events")?.rowCount;
  const times = catalog.minMax?.("events", "time", name);
  const totals = trace.lives?.totals;
  const peak = (value: bigint | undefined, row: number | undefined): bigint | null =>
    value === undefined || value === 0n ? null : BigInt(row!) + 1n;
  return [
    ...traceFacts(open),
    fileNameOf(path),
    BigInt(fileBytes),
    mainTable,
    events === undefined ? null : BigInt(events),
    times?.min ?? null,
    times?.max ?? null,
    peak(totals?.peakBytes, totals?.peakBytesRow),
    peak(totals?.peakBlocks, totals?.peakBlocksRow),
  ];
}

/** The table with one row. */
export function* traceRowBatches(open: OpenTrace, row: readonly Constant[]): Generator<RowBatch> {
  const maker = new BatchMaker(TRACE_ROW_COLUMNS.length);
  TRACE_ROW_COLUMNS.forEach(({ type }, column) => {
    const word = toWord(row[column]!, type, open.trace.pools);
    if (word === null) maker.putNull(column);
    else maker.put(column, Number(word & 0xffff_ffffn), Number(word >> 32n));
  });
  maker.endRow();
  yield maker.take();
}
