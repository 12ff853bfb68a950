/**
 * Writers of Arrow files: texts in dictionaries, like our own writer.
 * @module
 */

import * as flechette from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import { writeArrow } from "../../../src/export/arrow_file.ts";
import type { RowSource } from "../../../src/export/exporter.ts";
import { type Contestant, valuesOf } from "./contestant.ts";

function arrowType(type: string): arrow.DataType {
  if (type === "text" || type === "bytes") return new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
  if (type === "bool") return new arrow.Bool();
  if (type === "f64") return new arrow.Float64();
  return type === "i64" ? new arrow.Int64() : new arrow.Uint64();
}

function flechetteType(type: string): flechette.DataType {
  if (type === "text" || type === "bytes") return flechette.dictionary(flechette.utf8());
  if (type === "bool") return flechette.bool();
  if (type === "f64") return flechette.float64();
  return type === "i64" ? flechette.int64() : flechette.uint64();
}

/** One builder per column builds its dictionary, and one batch of rows at a time. */
export function* batchesOf(rows: RowSource): Generator<arrow.RecordBatch> {
  const { columns } = rows.table;
  const builders = columns.map(({ type }) =>
    arrow.makeBuilder({ type: arrowType(type), nullValues: [null] })
  );
  const schema = new arrow.Schema(
    columns.map(({ name }, at) => new arrow.Field(name, builders[at]!.type, true)),
  );
  for (const batch of rows.batches()) {
    const children = builders.map((builder, column) => {
      for (const value of valuesOf(rows, batch, column)) builder.append(value);
      return builder.flush();
    });
    const struct = arrow.makeData({ type: new arrow.Struct(schema.fields), length: batch.rows, children });
    yield new arrow.RecordBatch(schema, struct);
  }
}

/** The rows in the form that `parquet-wasm` requires. */
export async function arrowStream(rows: RowSource): Promise<Uint8Array> {
  return await arrow.RecordBatchStreamWriter.writeAll(batchesOf(rows)).toUint8Array();
}

/** The writers. */
export const arrowWriters: readonly Contestant[] = [
  {
    format: "Arrow",
    name: "our own",
    imports: "src/export/arrow_file.ts",
    write: ({ rows }, sink) => writeArrow(rows, sink),
  },
  {
    format: "Arrow",
    name: "`apache-arrow`",
    package: "apache-arrow",
    imports: "{ makeBuilder, RecordBatch, RecordBatchFileWriter, Schema }",
    async write({ rows }, sink) {
      // A file can have only one dictionary per column, so that all batches must be complete first.
      const table = new arrow.Table([...batchesOf(rows)]);
      for await (const piece of arrow.RecordBatchFileWriter.writeAll(table)) {
        await sink(piece as Uint8Array<ArrayBuffer>);
      }
    },
  },
  {
    format: "Arrow",
    name: "`@uwdata/flechette`",
    package: "@uwdata/flechette",
    imports: "{ columnFromArray, tableFromColumns, tableToIPC }",
    async write({ rows }, sink) {
      const columns = rows.table.columns.map(({ name, type }, column) => {
        const values: unknown[] = [];
        for (const batch of rows.batches()) {
          for (const each of valuesOf(rows, batch, column)) values.push(each);
        }
        return [
          name,
          flechette.columnFromArray(values, flechetteType(type), { useBigInt: true } as never),
        ] as const;
      });
      const table = flechette.tableFromColumns(columns as never);
      await sink(flechette.tableToIPC(table, { format: "file" }) as Uint8Array<ArrayBuffer>);
    },
  },
];
