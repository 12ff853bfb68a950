/** Exporting to memory, and the samples to try it on. */
import { joinBytes } from "../../src/base/join_bytes.ts";
import type { ResultTable } from "../../src/base/result_table.ts";
import { queryForRows } from "../../src/engine/ask_rows.ts";
import { rowBatches } from "../../src/engine/row_batches.ts";
import type { Session } from "../../src/engine/session.ts";
import { withEveryFormat } from "../conformance/profile.ts";
import type { ByteSink, RowExporter, RowOptions } from "../../src/export/exporter.ts";

/** One sample of every format, with all its tables. */
export const SAMPLES: Readonly<Record<string, string>> = withEveryFormat({
  mtrc: "testdata/mpatrol/pool-threads-be64/trace.mtrc",
  mptl: "testdata/mpatrol/pool-threads-le64/profile.mptl",
  apitrace: "testdata/apitrace/syn-v6-alltags.trace",
  backtraces: "testdata/apitrace/real-backtrace.trace",
  gnatcov: "testdata/gnatcov/qemu-arm-history-bare1.trace",
  "gnatcov-src": "testdata/gnatcov/shop-x86_64.srctrace",
  "sp-rtrace": "testdata/sp-rtrace/c02-filesrv.txt",
  "sp-rtrace-bin": "testdata/sp-rtrace/c01-jsonidx.rtrace",
});

/** Default options. */
export const ROW_OPTIONS: RowOptions = { decimal: false, header: true, jsonNumbers: false };

/** A sink that keeps all bytes. */
export function memorySink(): { readonly sink: ByteSink; bytes(): Uint8Array<ArrayBuffer>; text(): string } {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const bytes = (): Uint8Array<ArrayBuffer> => joinBytes(pieces);
  return {
    sink: (piece) => {
      pieces.push(typeof piece === "string" ? new TextEncoder().encode(piece) : piece.slice());
      return Promise.resolve();
    },
    bytes,
    text: () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes()),
  };
}

/** Runs a query and passes its rows on while they are valid. */
export const withRows = queryForRows;

/** The output of an exporter for some rows. */
export async function exportRows(
  session: Session,
  table: ResultTable,
  exporter: RowExporter,
  options: RowOptions = ROW_OPTIONS,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sink, bytes } = memorySink();
  const rows = {
    table,
    pools: session.pools,
    query: "the query",
    batches: () => rowBatches(session.pools, table),
  };
  await exporter.write(rows, sink, options);
  return bytes();
}

/** All cells, column by column. */
export function cellsOf(table: ResultTable): unknown[][] {
  return table.columns.map((_, column) =>
    Array.from({ length: table.rowCount }, (_, row) => table.value(row, column))
  );
}

/** The name of a column without characters that SQL would have to quote. */
export function plainTwin(name: string): string {
  return name.replaceAll(".", "_");
}

/** Values for each column of a table and, at the end, for each column that a file repeats under a plain name. */
export function withTwins<T>(
  { columns }: Pick<ResultTable, "columns">,
  each: readonly T[],
  twin: (value: T) => T = (value) => value,
): T[] {
  return [...each, ...each.flatMap((value, at) => columns[at]!.name.includes(".") ? [twin(value)] : [])];
}
