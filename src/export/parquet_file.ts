/**
 * Apache Parquet: row groups of 65536 rows, every column optional, texts behind dictionaries, pages compressed with
 * zstd (snappy where the runtime lacks it). Types are exact: u64 is UINT_64. A time is INT64 nanoseconds, and the
 * Arrow schema beside it says that it is a duration, which readers built on Arrow follow.
 *
 *     PAR1 (dictionary page, data page per column)* FOOTER length(4) PAR1
 *
 * The format is described at https://parquet.apache.org/docs/file-format/.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";
import type { RowBatch } from "../engine/row_batches.ts";
import { arrowSchemaText } from "./arrow_schema.ts";
import { ByteWriter } from "../base/byte_writer.ts";
import { type CellType, cellType, columnNotes } from "./cell_types.ts";
import {
  binary,
  i32,
  i64,
  list,
  struct,
  thriftBytes,
  type ThriftStruct,
  type ThriftValue,
} from "./compact_thrift.ts";
import type { ByteSink, RowSource } from "./exporter.ts";
import { bestCodec, type PageCodec } from "./page_codec.ts";
import { type ColumnPages, encodeColumn, TextNumbers } from "./parquet_column.ts";

/** Begins and ends a file. */
const MAGIC = "PAR1";
const PHYSICAL = { BOOLEAN: 0, INT64: 2, DOUBLE: 5, BYTE_ARRAY: 6 } as const;
const CONVERTED = { UTF8: 0, UINT_64: 14, INT_64: 18 } as const;
const ENCODING = { PLAIN: 0, RLE: 3, RLE_DICTIONARY: 8 } as const;
const PAGE = { DATA: 0, DICTIONARY: 2 } as const;
const OPTIONAL = 1;

/** Writes a file; `codec` compresses its pages, where the best one that there is shall not. */
export async function writeParquet(rows: RowSource, sink: ByteSink, codec?: PageCodec): Promise<void> {
  const file = new ParquetFile(rows, sink, codec ?? await bestCodec());
  await file.begin();
  for (const batch of rows.batches()) await file.addGroup(batch);
  await file.finish();
}

class ParquetFile {
  readonly #rows: RowSource;
  readonly #sink: ByteSink;
  readonly #codec: PageCodec;
  readonly #texts: TextNumbers;
  readonly #groups: ThriftValue[] = [];
  #offset = 0;
  #rowCount = 0;

  constructor(rows: RowSource, sink: ByteSink, codec: PageCodec) {
    this.#codec = codec;
    this.#rows = rows;
    this.#sink = sink;
    this.#texts = new TextNumbers(rows.pools.strings);
  }

  begin(): Promise<void> {
    return this.#write(new TextEncoder().encode(MAGIC));
  }

  async addGroup(batch: RowBatch): Promise<void> {
    const start = this.#offset;
    const chunks: ThriftValue[] = [];
    let plainBytes = 0;
    for (const [index, column] of this.#rows.table.columns.entries()) {
      const cells = batch.read(index);
      const pages = encodeColumn(cells, cellType(column), this.#texts);
      const chunk = await this.#writeChunk(column, pages, { rows: batch.rows, nulls: cells.nullCount });
      chunks.push(chunk.facts);
      plainBytes += chunk.plainBytes;
    }
    this.#rowCount += batch.rows;
    this.#groups.push(struct(
      [1, list("struct", chunks)],
      [2, i64(plainBytes)],
      [3, i64(batch.rows)],
      [5, i64(start)],
      [6, i64(this.#offset - start)],
    ));
  }

  async #writeChunk(
    column: ResultColumn,
    pages: ColumnPages,
    { rows, nulls }: { readonly rows: number; readonly nulls: number },
  ): Promise<{ facts: ThriftValue; plainBytes: number }> {
    const start = this.#offset;
    const values = pages.dictionary ? ENCODING.RLE_DICTIONARY : ENCODING.PLAIN;
    let plainBytes = 0;
    if (pages.dictionary) {
      const { bytes, count } = pages.dictionary;
      const head: ThriftStruct = [[7, struct([1, i32(count)], [2, i32(ENCODING.PLAIN)])]];
      plainBytes += await this.#writePage(PAGE.DICTIONARY, head, bytes);
    }
    const dataStart = this.#offset;
    const head: ThriftStruct = [[
      5,
      struct([1, i32(rows)], [2, i32(values)], [3, i32(ENCODING.RLE)], [4, i32(ENCODING.RLE)]),
    ]];
    plainBytes += await this.#writePage(PAGE.DATA, head, pages.data);
    const bounds: ThriftStruct = pages.bounds
      ? [[5, binary(pages.bounds.most)], [6, binary(pages.bounds.least)]]
      : [];
    const encodings = [...new Set([ENCODING.PLAIN, ENCODING.RLE, values])];
    const facts: ThriftStruct = [
      [1, i32(PHYSICAL[shapeOf(cellType(column)).physical])],
      [2, list("i32", encodings.map(i32))],
      [3, list("binary", [binary(column.name)])],
      [4, i32(this.#codec.id)],
      [5, i64(rows)],
      [6, i64(plainBytes)],
      [7, i64(this.#offset - start)],
      [9, i64(dataStart)],
      ...(pages.dictionary ? [[11, i64(start)] as const] : []),
      [12, struct([3, i64(nulls)], ...bounds)],
    ];
    return { facts: struct([2, i64(start)], [3, struct(...facts)]), plainBytes };
  }

  /** Writes a page; gives its size before compression, header included. */
  async #writePage(type: number, head: ThriftStruct, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const packed = this.#codec.compress(bytes);
    const header = thriftBytes([[1, i32(type)], [2, i32(bytes.length)], [3, i32(packed.length)], ...head]);
    await this.#write(header);
    await this.#write(packed);
    return header.length + bytes.length;
  }

  async finish(): Promise<void> {
    const { columns } = this.#rows.table;
    const root = struct([4, binary("quarry")], [5, i32(columns.length)]);
    // For readers that ignore the Arrow schema: what a number means, as key-value metadata.
    const notes = columns.flatMap((column) =>
      columnNotes(column).filter(([key]) => key !== "quarry.type")
        .map(([key, value]) => note(`${column.name}:${key}`, value))
    );
    const footer = thriftBytes([
      [1, i32(1)],
      [2, list("struct", [root, ...columns.map(schemaElement)])],
      [3, i64(this.#rowCount)],
      [4, list("struct", this.#groups)],
      [
        5,
        list("struct", [
          note("ARROW:schema", arrowSchemaText(this.#rows)),
          note("quarry.query", this.#rows.query),
          ...notes,
        ]),
      ],
      [6, binary("Quarry")],
      [7, list("struct", columns.map(() => struct([1, struct()])))],
    ]);
    const end = new ByteWriter(footer.length + 8);
    end.raw(footer);
    end.u32(footer.length);
    end.text(MAGIC);
    await this.#write(end.bytes);
  }

  #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#offset += bytes.length;
    return this.#sink(bytes);
  }
}

/** A type in the words of Parquet. */
interface Shape {
  readonly physical: keyof typeof PHYSICAL;
  readonly converted?: number;
  /** Which member of the union of logical types, and what is in it. */
  readonly logical?: readonly [number, ThriftValue];
}

function integer(bits: number, signed: boolean): readonly [number, ThriftValue] {
  return [10, struct([1, { type: "i8", value: bits }], [2, { type: "bool", value: signed }])];
}

function shapeOf(type: CellType): Shape {
  switch (type) {
    case "u64":
      return { physical: "INT64", converted: CONVERTED.UINT_64, logical: integer(64, false) };
    case "i64":
    case "duration":
      return { physical: "INT64", converted: CONVERTED.INT_64, logical: integer(64, true) };
    case "f64":
      return { physical: "DOUBLE" };
    case "bool":
      return { physical: "BOOLEAN" };
    case "text":
      return { physical: "BYTE_ARRAY", converted: CONVERTED.UTF8, logical: [1, struct()] };
  }
}

function schemaElement(column: ResultColumn): ThriftValue {
  const { physical, converted, logical } = shapeOf(cellType(column));
  return struct(
    [1, i32(PHYSICAL[physical])],
    [3, i32(OPTIONAL)],
    [4, binary(column.name)],
    ...(converted === undefined ? [] : [[6, i32(converted)] as const]),
    ...(logical === undefined ? [] : [[10, struct(logical)] as const]),
  );
}

function note(key: string, value: string): ThriftValue {
  return struct([1, binary(key)], [2, binary(value)]);
}
