/**
 * The writers of Parquet and Arrow in streaming mode, as far as each package supports it: pieces go out while rows come
 * in.
 * @module
 */

import { zstdCompressSync } from "node:zlib";
import * as arrow from "apache-arrow";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { RecordBatch as WasmBatch } from "parquet-wasm";
import type { ByteSink, RowSource } from "../../../src/export/exporter.ts";
import { arrowWriters, batchesOf } from "./arrow.ts";
import { valuesOf } from "./contestant.ts";
import { parquetWriters, schemaOf } from "./parquet.ts";

/** One writer over rows that come in batches. */
export interface StreamWriter {
  readonly format: "Parquet" | "Arrow";
  readonly name: string;
  /** The part of the format that it cannot write in pieces; empty if there is none. */
  readonly lacks: string;
  write(rows: RowSource, sink: ByteSink): Promise<void>;
}

const [ownParquet, ownArrow, flechette] = [parquetWriters[0]!, arrowWriters[0]!, arrowWriters.at(-1)!];

/** Flushes `ByteWriter` after each group of rows. */
class FlushedWriter extends ByteWriter {
  readonly pieces: Uint8Array<ArrayBuffer>[] = [];

  flush(): void {
    this.pieces.push(new Uint8Array(this.getBuffer()));
    this.index = 0;
  }
}

async function hyparquet(rows: RowSource, sink: ByteSink): Promise<void> {
  const out = new FlushedWriter();
  const drain = async (): Promise<void> => {
    for (const piece of out.pieces.splice(0)) await sink(piece);
  };
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
    await drain();
  }
  await writer.finish();
  out.flush();
  await drain();
}

/** Batches of Arrow go through the memory of WebAssembly, a group of rows at a time. */
async function parquetWasm(rows: RowSource, sink: ByteSink): Promise<void> {
  const library = await import("parquet-wasm");
  await library.default();
  const properties = new library.WriterPropertiesBuilder()
    .setCompression(library.Compression.ZSTD).setMaxRowGroupSize(65536).build();
  async function* batches(): AsyncGenerator<WasmBatch> {
    for (const batch of batchesOf(rows)) {
      const bytes = await arrow.RecordBatchStreamWriter.writeAll([batch]).toUint8Array();
      const table = library.Table.fromIPCStream(bytes);
      yield* table.recordBatches();
      table.free();
    }
  }
  const stream = await library.transformParquetStream(ReadableStream.from(batches()), properties);
  for await (const piece of stream as ReadableStream<Uint8Array<ArrayBuffer>>) await sink(piece);
}

async function apacheArrow(rows: RowSource, sink: ByteSink): Promise<void> {
  for await (const piece of arrow.RecordBatchStreamWriter.writeAll(batchesOf(rows))) {
    await sink(piece as Uint8Array<ArrayBuffer>);
  }
}

/** The writers. */
export const streamWriters: readonly StreamWriter[] = [
  {
    format: "Parquet",
    name: "our own",
    lacks: "",
    write: (rows, sink) => ownParquet.write({ rows } as never, sink),
  },
  { format: "Parquet", name: "`hyparquet-writer`", lacks: "", write: hyparquet },
  { format: "Parquet", name: "`parquet-wasm`", lacks: "", write: parquetWasm },
  {
    format: "Arrow",
    name: "our own",
    lacks: "",
    write: (rows, sink) => ownArrow.write({ rows } as never, sink),
  },
  { format: "Arrow", name: "`apache-arrow`", lacks: "no file, only the stream format", write: apacheArrow },
  {
    format: "Arrow",
    name: "`@uwdata/flechette`",
    lacks: "takes all rows at once",
    write: (rows, sink) => flechette.write({ rows } as never, sink),
  },
];
