/**
 * Writers of Parquet, all with zstd and groups of 65536 rows.
 * @module
 */

import { zstdCompressSync } from "node:zlib";
import { ParquetWriter } from "hyparquet-writer";
import { writeParquet as ownParquet } from "../../../src/export/parquet_file.ts";
import type { RowSource } from "../../../src/export/exporter.ts";
import { arrowStream } from "./arrow.ts";
import { type Contestant, valuesOf } from "./contestant.ts";

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];

/** The types that our own writer uses. */
export function schemaOf({ table }: RowSource): Schema {
  return [
    { name: "root", num_children: table.columns.length },
    ...table.columns.map(({ name, type }) => ({
      name,
      repetition_type: "OPTIONAL" as const,
      ...type === "text" || type === "bytes"
        ? { type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const }
        : type === "bool"
        ? { type: "BOOLEAN" as const }
        : type === "f64"
        ? { type: "DOUBLE" as const }
        : { type: "INT64" as const, converted_type: type === "i64" ? "INT_64" as const : "UINT_64" as const },
    })),
  ];
}

/** The writers. */
export const parquetWriters: readonly Contestant[] = [
  {
    format: "Parquet",
    name: "our own",
    imports: "src/export/parquet_file.ts",
    write: ({ rows }, sink) => ownParquet(rows, sink),
  },
  {
    format: "Parquet",
    name: "`hyparquet-writer`",
    package: "hyparquet-writer",
    imports: "{ ParquetWriter }",
    async write({ rows }, sink) {
      const { ByteWriter } = await import("hyparquet-writer");
      const out = new ByteWriter();
      const writer = new ParquetWriter({
        writer: out,
        schema: schemaOf(rows),
        codec: "ZSTD",
        compressors: { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes)) },
      });
      for (const batch of rows.batches()) {
        const columnData = rows.table.columns.map(({ name }, column) => ({
          name,
          data: valuesOf(rows, batch, column) as never[],
        }));
        await writer.write({ columnData, rowGroupSize: 65536 });
      }
      await writer.finish();
      await sink(new Uint8Array(out.getBuffer()));
    },
  },
  {
    format: "Parquet",
    name: "`parquet-wasm`",
    package: "parquet-wasm",
    imports: "{ Table, WriterPropertiesBuilder, writeParquet }",
    async write({ rows }, sink) {
      const library = await import("parquet-wasm");
      await library.default();
      const table = library.Table.fromIPCStream(await arrowStream(rows));
      const properties = new library.WriterPropertiesBuilder()
        .setCompression(library.Compression.ZSTD).setMaxRowGroupSize(65536).build();
      await sink(new Uint8Array(library.writeParquet(table, properties)));
    },
  },
];
