/**
 * Apache Parquet: row groups of 65536 rows, every column optional, texts and few distinct numbers in
 * dictionaries, other integers as differences, pages compressed with zstd (snappy if the runtime lacks it) if
 * that helps. Each column of a row group states its smallest and largest value, its number of nulls and, if
 * it has a dictionary, its number of distinct values. Since a row group has one page per column, a page index
 * would only repeat these facts. Types are exact: u64 is UINT_64. A time is INT64 nanoseconds, and the
 * embedded Arrow schema marks it as a duration, which readers based on Arrow understand.
 *
 *     PAR1 (dictionary page, data page per column)* FOOTER length(4) PAR1
 *
 * The format is described at https://parquet.apache.org/docs/file-format/.
 * @module
 */

import type { BatchColumn, BatchRows, RowBatch } from "../engine/row_batches.ts";
import type { Arena } from "../memory/arena.ts";
import type { Pools } from "../tables/pools.ts";
import { arrowSchemaText } from "./arrow_schema.ts";
import { ByteWriter } from "../base/byte_writer.ts";
import { cellType, columnNotes } from "./cell_types.ts";
import {
  binary,
  encodedStruct,
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
import { ColumnEncoder, type ColumnPages } from "./parquet_column.ts";
import {
  fitsInSigned,
  fitsSigned,
  pathOf,
  physicalType,
  schemaElements,
  unquotedName,
} from "./parquet_schema.ts";
import { VERSION } from "../base/version.ts";

/** Magic bytes at both ends of a file. */
const MAGIC = "PAR1";
const ENCODING = { PLAIN: 0, RLE: 3, DELTA_BINARY_PACKED: 5, RLE_DICTIONARY: 8 } as const;
const PAGE = { DATA: 0, DICTIONARY: 2 } as const;
const UNCOMPRESSED = 0;
/** Packed differences rarely compress; pages that shrink to no less than this fraction stay uncompressed. */
const WORTHWHILE = 0.95;
/** After compression did not pay, number of row groups to skip before it is tried again. */
const PAUSE = 15;

/** The input of a file. */
interface ParquetRows extends BatchRows {
  readonly pools: Pools;
  /** The query that returned the rows. */
  readonly query: string;
}

/** Facts about the written file. */
interface WrittenFile {
  readonly rows: number;
  readonly rowGroups: number;
  readonly bytes: number;
}

/** Writes a file; `codec` compresses its pages, by default the best one available. */
export async function writeParquet(rows: RowSource, sink: ByteSink, codec?: PageCodec): Promise<void> {
  const { table: { columns }, pools, query } = rows;
  await writeParquetRows(
    { columns, pools, query, batches: () => rows.batches() },
    sink,
    codec ?? await bestCodec(),
  );
}

/** Writes rows that are not a query result as a Parquet file. */
export async function writeParquetRows(
  rows: ParquetRows,
  sink: ByteSink,
  codec: PageCodec,
): Promise<WrittenFile> {
  const arena = rows.pools.arena.forOwner("parquet");
  try {
    const file = new ParquetFile(rows, { sink, codec, arena });
    await file.begin();
    for (const batch of rows.batches()) await file.addGroup(batch);
    return await file.finish();
  } finally {
    arena.close();
  }
}

/** A column as it is written to the file. */
type WrittenColumn = BatchColumn & { readonly notes: readonly (readonly [key: string, value: string])[] };

class ParquetFile {
  readonly #rows: ParquetRows;
  readonly #sink: ByteSink;
  readonly #codec: PageCodec;
  readonly #encoder: ColumnEncoder;
  /** For each column, the number of row groups for which its pages will not be compressed. */
  readonly #pauses: Uint8Array;
  readonly #groups: ThriftValue[] = [];
  /** Unsigned columns that may be written as signed in this file. */
  readonly #small: Set<number>;
  /** Columns written again under a second name, with the same pages. */
  readonly #twins: ReadonlyMap<number, BatchColumn>;
  #offset = 0;
  #rowCount = 0;

  constructor(
    rows: ParquetRows,
    { sink, codec, arena }: { readonly sink: ByteSink; readonly codec: PageCodec; readonly arena: Arena },
  ) {
    this.#codec = codec;
    this.#rows = rows;
    this.#sink = sink;
    this.#encoder = new ColumnEncoder(rows.pools.strings, arena);
    const { columns } = rows;
    this.#pauses = new Uint8Array(columns.length);
    this.#small = new Set(columns.flatMap((column, at) => fitsInSigned(column) ? [at] : []));
    this.#twins = new Map(columns.flatMap((column, at) => {
      const name = unquotedName(column, columns);
      return name === null ? [] : [[at, { ...column, name }] as const];
    }));
  }

  begin(): Promise<void> {
    return this.#write(new TextEncoder().encode(MAGIC));
  }

  async addGroup(batch: RowBatch): Promise<void> {
    const start = this.#offset;
    const chunks: ThriftValue[] = [];
    const twins: ThriftValue[] = [];
    let plainBytes = 0;
    for (const [index, column] of this.#rows.columns.entries()) {
      const pages = this.#encoder.encode(batch.read(index), cellType(column));
      if (pages.bounds !== null && this.#small.has(index) && !fitsSigned(pages.bounds.most)) {
        this.#small.delete(index);
      }
      const chunk = await this.#writeChunk(index, pages);
      chunks.push(chunk.facts(column));
      const twin = this.#twins.get(index);
      if (twin) twins.push(chunk.facts(twin));
      plainBytes += chunk.plainBytes;
    }
    this.#rowCount += batch.rows;
    this.#groups.push(encodedStruct(
      [1, list("struct", [...chunks, ...twins])],
      [2, i64(plainBytes)],
      [3, i64(batch.rows)],
      [5, i64(start)],
      [6, i64(this.#offset - start)],
    ));
  }

  async #writeChunk(
    index: number,
    pages: ColumnPages,
  ): Promise<{ facts: (column: BatchColumn) => ThriftValue; plainBytes: number }> {
    const start = this.#offset;
    const { dictionary, data } = pages;
    const values = ENCODING[pages.encoding];
    const plain = dictionary ? [dictionary.bytes, data] : [data];
    const { codec, packed } = this.#compress(index, plain);
    let plainBytes = 0;
    if (dictionary) {
      const head: ThriftStruct = [[7, struct([1, i32(dictionary.count)], [2, i32(ENCODING.PLAIN)])]];
      plainBytes += await this.#writePage(PAGE.DICTIONARY, head, dictionary.bytes.length, packed[0]!);
    }
    const dataStart = this.#offset;
    const head: ThriftStruct = [[
      5,
      struct([1, i32(pages.levels)], [2, i32(values)], [3, i32(ENCODING.RLE)], [4, i32(ENCODING.RLE)]),
    ]];
    plainBytes += await this.#writePage(PAGE.DATA, head, data.length, packed.at(-1)!);
    const end = this.#offset;
    const encodings = [...new Set([...(dictionary ? [ENCODING.PLAIN] : []), ENCODING.RLE, values])];
    const facts = (column: BatchColumn): ThriftStruct => [
      [1, i32(physicalType(column))],
      [2, list("i32", encodings.map(i32))],
      [3, list("binary", pathOf(column).map(binary))],
      [4, i32(codec)],
      [5, i64(pages.levels)],
      [6, i64(plainBytes)],
      [7, i64(end - start)],
      [9, i64(dataStart)],
      ...(dictionary ? [[11, i64(start)] as const] : []),
      [12, statistics(pages)],
    ];
    return { facts: (column) => struct([2, i64(start)], [3, struct(...facts(column))]), plainBytes };
  }

  /** All pages of a column chunk use the same codec. */
  #compress(
    index: number,
    plain: readonly Uint8Array<ArrayBuffer>[],
  ): { readonly codec: number; readonly packed: readonly Uint8Array<ArrayBuffer>[] } {
    if (this.#pauses[index]! > 0) {
      this.#pauses[index]!--;
      return { codec: UNCOMPRESSED, packed: plain };
    }
    const packed = plain.map((page) => this.#codec.compress(page));
    const bytes = (pages: readonly Uint8Array[]): number =>
      pages.reduce((sum, { length }) => sum + length, 0);
    if (bytes(packed) <= WORTHWHILE * bytes(plain)) return { codec: this.#codec.id, packed };
    this.#pauses[index] = PAUSE;
    return { codec: UNCOMPRESSED, packed: plain };
  }

  /** Writes a page; returns its size before compression, header included. */
  async #writePage(
    type: number,
    head: ThriftStruct,
    plainBytes: number,
    packed: Uint8Array<ArrayBuffer>,
  ): Promise<number> {
    const header = thriftBytes([[1, i32(type)], [2, i32(plainBytes)], [3, i32(packed.length)], ...head]);
    await this.#write(header);
    await this.#write(packed);
    return header.length + plainBytes;
  }

  async finish(): Promise<WrittenFile> {
    const { query } = this.#rows;
    const columns = this.#columnsAsWritten();
    const root = struct([4, binary("quarry")], [5, i32(columns.length)]);
    // The meaning of numbers as key-value metadata, for readers that ignore the Arrow schema.
    const notes = columns.flatMap(({ notes, name }) =>
      notes.map(([key, value]) => note(`${name}:${key}`, value))
    );
    const footer = thriftBytes([
      [1, i32(1)],
      [2, list("struct", [root, ...columns.flatMap(schemaElements)])],
      [3, i64(this.#rowCount)],
      [4, list("struct", this.#groups)],
      [
        5,
        list("struct", [
          note("ARROW:schema", arrowSchemaText({ columns, query })),
          note("quarry.query", query),
          note("quarry.version", VERSION),
          ...notes,
        ]),
      ],
      [6, binary(`Quarry version ${VERSION}`)],
      [7, list("struct", columns.map(() => struct([1, struct()])))],
    ]);
    const end = new ByteWriter(footer.length + 8);
    end.raw(footer);
    end.u32(footer.length);
    end.text(MAGIC);
    await this.#write(end.bytes);
    return { rows: this.#rowCount, rowGroups: this.#groups.length, bytes: this.#offset };
  }

  /** The columns with their types in this file, followed by those that are written under a second name. */
  #columnsAsWritten(): WrittenColumn[] {
    const written = this.#rows.columns.map((column, at): WrittenColumn => {
      const notes = columnNotes(column).filter(([key]) => key !== "quarry.type");
      if (!this.#small.has(at)) return { ...column, notes };
      // Records the type in queries, in addition to that in the file.
      return { ...column, type: "i64", notes: [["quarry.type", cellType(column)], ...notes] };
    });
    const twins = [...this.#twins].map(([at, { name }]): WrittenColumn => {
      const { notes, ...column } = written[at]!;
      return { ...column, name, notes: [["quarry.same_as", column.name], ...notes] };
    });
    return [...written, ...twins];
  }

  #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#offset += bytes.length;
    return this.#sink(bytes);
  }
}

/** Statistics of a column, which readers use without reading values; for lists, of their entries. */
function statistics({ nulls, dictionary, bounds }: ColumnPages): ThriftValue {
  const exact = { type: "bool", value: true } as const;
  return struct(
    [3, i64(nulls)],
    ...(dictionary ? [[4, i64(dictionary.count)] as const] : []),
    ...(bounds
      ? [
        [5, binary(bounds.most)] as const,
        [6, binary(bounds.least)] as const,
        [7, exact] as const,
        [8, exact] as const,
      ]
      : []),
  );
}

function note(key: string, value: string): ThriftValue {
  return struct([1, binary(key)], [2, binary(value)]);
}
