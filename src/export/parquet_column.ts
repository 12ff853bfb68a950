/**
 * One column of one row group of a Parquet file: definition levels, then the values in the most compact
 * encoding.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";
import type { Cells } from "../engine/row_batches.ts";
import type { Arena } from "../memory/arena.ts";
import { blockKernels } from "../tables/block.ts";
import { Extent } from "../tables/kernels/block_layout.ts";
import type { Pools } from "../tables/pools.ts";
import type { CellType } from "./cell_types.ts";
import { Delta } from "./kernels/pages_layout.ts";
import { NumberDictionary } from "./number_dictionary.ts";
import { type CellAddresses, PageMemory } from "./page_memory.ts";
import { bitWidth, writeIndexes, writeLevelRuns, writeLevels } from "./parquet_bits.ts";
import { type Bounds, doubleBounds, wordBounds } from "./parquet_bounds.ts";
import { TextNumbers } from "./text_numbers.ts";

/** How values are encoded. */
type ValueEncoding = "PLAIN" | "RLE_DICTIONARY" | "DELTA_BINARY_PACKED";

/** The pages of a column before compression. */
export interface ColumnPages {
  /** Distinct values, if the data page holds indices. */
  readonly dictionary: { readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number } | null;
  /** Levels and values. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly encoding: ValueEncoding;
  /** Number of levels: one per row, or per entry in list columns. */
  readonly levels: number;
  readonly nulls: number;
  /** Absent if the values have no order. */
  readonly bounds: Bounds | null;
}

/** Definition levels of lists: a list is optional and may be empty, and entries always have values. */
const LIST_LEVEL = { empty: 1, entry: 3 } as const;
/**
 * If dictionary indices take at most this many bits, differences are not tried, because they would rarely
 * take less.
 */
const SHORT_INDEX = 4;

/** Encodes the columns of a file, one after another, in the same memory. */
export class ColumnEncoder {
  readonly #memory: PageMemory;
  readonly #texts: TextNumbers;
  readonly #numbers: NumberDictionary;
  /** Memory for the differences of a block. */
  readonly #gains: number;
  readonly #extent: number;
  readonly #out = new ByteWriter(1 << 17);

  /** Texts are codes of `strings`; working memory is allocated from `arena`. */
  constructor(strings: Pools["strings"], arena: Arena) {
    this.#memory = new PageMemory(arena);
    this.#texts = new TextNumbers(strings, this.#memory);
    this.#numbers = new NumberDictionary(this.#memory);
    this.#gains = arena.alloc(Delta.Block * 8);
    this.#extent = arena.alloc(Extent.Bytes);
  }

  /** Encodes a column; the pages are valid until the next call. */
  encode(cells: Cells, type: CellType): ColumnPages {
    const memory = this.#memory;
    const { nullCount } = cells;
    const rows = cells.nulls.length;
    const place = memory.put(cells);
    const out = this.#out;
    out.clear();
    if (cells.lengths) {
      const levels = writeListLevels(out, memory, cells.lengths, rows);
      return { ...this.#writeTexts(out, place, { rows, nullCount }), levels, nulls: 0 };
    }
    writeLevels(out, memory, { rows, nulls: place.nulls, nullCount });
    const facts = { levels: rows, nulls: nullCount };
    if (type === "text") return { ...this.#writeTexts(out, place, { rows, nullCount }), ...facts };
    const count = rows - nullCount;
    const words = nullCount === 0 ? place.words : memory.present;
    if (nullCount > 0) memory.kernels.dropNullWords(place.words, place.nulls, rows, words);
    const bounds = this.#boundsOf(words, count, type);
    if (type === "bool") out.raw(memory.packed(memory.kernels.packWords(words, count, 1, memory.out)));
    else if (type !== "f64" && count > 0) {
      return { ...this.#writeIntegers(out, words, count), bounds, ...facts };
    } else out.raw(memory.bytesAt(words, count * 8));
    return { dictionary: null, data: out.bytes, encoding: "PLAIN", bounds, ...facts };
  }

  #writeTexts(
    out: ByteWriter,
    place: CellAddresses,
    counts: { readonly rows: number; readonly nullCount: number },
  ): Pick<ColumnPages, "dictionary" | "data" | "encoding" | "bounds"> {
    const dictionary = this.#texts.number(place, counts);
    writeIndexes(out, this.#memory, counts.rows - counts.nullCount, dictionary.count);
    return { dictionary, data: out.bytes, encoding: "RLE_DICTIONARY", bounds: dictionary.bounds };
  }

  /**
   * Writes integers. Few distinct numbers become a dictionary, others differences; numbers without a pattern
   * stay plain.
   */
  #writeIntegers(
    out: ByteWriter,
    words: number,
    count: number,
  ): Pick<ColumnPages, "dictionary" | "data" | "encoding"> {
    const memory = this.#memory;
    const distinct = this.#numbers.number(words, count);
    const indexed = distinct === 0
      ? Infinity
      : distinct * 8 + Math.ceil((count * Math.max(1, bitWidth(distinct))) / 8);
    const isShort = distinct > 0 && bitWidth(distinct) <= SHORT_INDEX && distinct * 8 < count;
    const deltas = isShort ? Infinity : memory.kernels.packDifferences(words, count, this.#gains, memory.out);
    if (isShort || indexed <= Math.min(deltas, count * 8)) {
      writeIndexes(out, memory, count, distinct);
      const bytes = this.#numbers.bytes(distinct).slice();
      return { dictionary: { bytes, count: distinct }, data: out.bytes, encoding: "RLE_DICTIONARY" };
    }
    const isDelta = deltas < count * 8;
    out.raw(isDelta ? memory.packed(deltas) : memory.bytesAt(words, count * 8));
    return { dictionary: null, data: out.bytes, encoding: isDelta ? "DELTA_BINARY_PACKED" : "PLAIN" };
  }

  #boundsOf(words: number, count: number, type: CellType): Bounds | null {
    if (count === 0) return null;
    const { arena } = this.#memory;
    if (type === "f64") return doubleBounds(arena.f64.subarray(words >>> 3, (words >>> 3) + count));
    const kernels = blockKernels(arena);
    if (type === "u64" || type === "bool") kernels.minMax64(words, count, 0, this.#extent);
    else kernels.minMaxSigned(words, count, 0, this.#extent);
    const [least, most] = [Extent.Least, Extent.Largest].map((field) =>
      arena.u64[(this.#extent + field) >>> 3]!
    );
    return wordBounds(least!, most!, type === "bool" ? 1 : 8);
  }
}

/** Writes levels of lists whose values are never null, and returns their number. */
function writeListLevels(
  out: ByteWriter,
  memory: PageMemory,
  lengths: Uint32Array,
  entries: number,
): number {
  let levels = entries;
  for (const length of lengths) if (length === 0) levels++;
  const repeated = new Uint8Array(levels);
  const defined = new Uint8Array(levels).fill(LIST_LEVEL.entry);
  let at = 0;
  for (const length of lengths) {
    if (length === 0) defined[at] = LIST_LEVEL.empty;
    else repeated.fill(1, at + 1, at + length);
    at += Math.max(1, length);
  }
  writeLevelRuns(out, memory, repeated, 1);
  writeLevelRuns(out, memory, defined, LIST_LEVEL.entry);
  return levels;
}
