/**
 * One column of one row group of a Parquet file: levels that say where values are, then the values, in the encoding that
 * takes least room.
 * @module
 */

import type { Cells } from "../engine/row_batches.ts";
import type { Pools } from "../tables/pools.ts";
import { ByteWriter } from "../base/byte_writer.ts";
import type { CellType } from "./cell_types.ts";
import { NumberDictionary } from "./number_dictionary.ts";
import { bitWidth, writeIndexes, writeLevelRuns, writeLevels } from "./parquet_bits.ts";
import { type Bounds, boundsOf } from "./parquet_bounds.ts";
import { DeltaPacker } from "./parquet_delta.ts";
import { TextNumbers } from "./text_numbers.ts";

/** How values are written. */
type ValueEncoding = "PLAIN" | "RLE_DICTIONARY" | "DELTA_BINARY_PACKED";

/** The pages of a column before compression. */
export interface ColumnPages {
  /** Distinct values, where the data page has their numbers. */
  readonly dictionary: { readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number } | null;
  /** Levels and values. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly encoding: ValueEncoding;
  /** How many levels there are: rows, and in columns of lists their entries. */
  readonly levels: number;
  readonly nulls: number;
  /** Absent where nothing orders the values. */
  readonly bounds: Bounds | null;
}

/** Lists are optional, have entries or not, and entries have values. */
const LIST_LEVEL = { empty: 1, entry: 3 } as const;
/** Numbers of values in so few bits are shorter than any differences worth a look. */
const SHORT_INDEX = 4;

/** Encodes the columns of a file, one after the other, in the same memory. */
export class ColumnEncoder {
  readonly #texts: TextNumbers;
  readonly #numbers = new NumberDictionary();
  readonly #deltas = new DeltaPacker();
  #places = new Uint32Array(1 << 16);
  #present = new BigUint64Array(1 << 16);

  /** Texts are codes of this pool. */
  constructor(strings: Pools["strings"]) {
    this.#texts = new TextNumbers(strings);
  }

  /** Encodes a column; the pages are valid until the next call. */
  encode(cells: Cells, type: CellType): ColumnPages {
    const rows = cells.nulls.length;
    const out = new ByteWriter(rows * 2 + 64);
    const facts = { levels: rows, nulls: cells.nullCount };
    if (cells.lengths) {
      const levels = writeListLevels(out, cells.lengths, rows);
      return { ...this.#writeTexts(out, cells), levels, nulls: 0 };
    }
    writeLevels(out, cells);
    if (type === "text") return { ...this.#writeTexts(out, cells), ...facts };
    const words = this.#presentWords(cells);
    const bounds = boundsOf(words, type);
    if (type === "bool") writeBits(out, words);
    else if (type !== "f64" && words.length > 0) {
      return { ...this.#writeIntegers(out, words), bounds, ...facts };
    } else out.raw(bytesOf(words));
    return { dictionary: null, data: out.bytes, encoding: "PLAIN", bounds, ...facts };
  }

  #writeTexts(
    out: ByteWriter,
    cells: Cells,
  ): Pick<ColumnPages, "dictionary" | "data" | "encoding" | "bounds"> {
    const count = cells.nulls.length - cells.nullCount;
    const places = this.#placesFor(count);
    const dictionary = this.#texts.number(cells, places);
    writeIndexes(out, places, count, dictionary.count);
    return { dictionary, data: out.bytes, encoding: "RLE_DICTIONARY", bounds: dictionary.bounds };
  }

  /** Few distinct numbers become a dictionary, others differences, and those that lie anyhow stay as they are. */
  #writeIntegers(
    out: ByteWriter,
    words: BigUint64Array<ArrayBuffer>,
  ): Pick<ColumnPages, "dictionary" | "data" | "encoding"> {
    const count = words.length;
    const halves = new Uint32Array(words.buffer, words.byteOffset, 2 * count);
    const places = this.#placesFor(count);
    const distinct = this.#numbers.number(halves, count, places);
    const indexed = distinct === 0
      ? Infinity
      : distinct * 8 + Math.ceil((count * Math.max(1, bitWidth(distinct))) / 8);
    const isShort = distinct > 0 && bitWidth(distinct) <= SHORT_INDEX && distinct * 8 < count;
    const deltas = isShort ? null : this.#deltas.pack(halves, count);
    if (deltas === null || indexed <= Math.min(deltas.length, count * 8)) {
      writeIndexes(out, places, count, distinct);
      const bytes = bytesOf(this.#numbers.halves.subarray(0, 2 * distinct));
      return { dictionary: { bytes, count: distinct }, data: out.bytes, encoding: "RLE_DICTIONARY" };
    }
    const isDelta = deltas.length < count * 8;
    out.raw(isDelta ? deltas : bytesOf(words));
    return { dictionary: null, data: out.bytes, encoding: isDelta ? "DELTA_BINARY_PACKED" : "PLAIN" };
  }

  /** The values that are there, without the places of those that are not. */
  #presentWords({ words, halves, nulls, nullCount }: Cells): BigUint64Array<ArrayBuffer> {
    if (nullCount === 0) return words;
    const count = words.length - nullCount;
    if (count > this.#present.length) this.#present = new BigUint64Array(2 * count);
    const present = this.#present.subarray(0, count);
    if (count === 0) return present;
    const to = new Uint32Array(present.buffer);
    let used = 0;
    for (let row = 0; row < nulls.length; row++) {
      if (nulls[row] !== 0) continue;
      to[used] = halves[2 * row]!;
      to[used + 1] = halves[2 * row + 1]!;
      used += 2;
    }
    return present;
  }

  #placesFor(count: number): Uint32Array {
    if (count > this.#places.length) this.#places = new Uint32Array(2 * count);
    return this.#places;
  }
}

/** Levels of lists of values, none of which is missing; gives how many levels there are. */
function writeListLevels(out: ByteWriter, lengths: Uint32Array, entries: number): number {
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
  writeLevelRuns(out, repeated, 1);
  writeLevelRuns(out, defined, LIST_LEVEL.entry);
  return levels;
}

function bytesOf({ buffer, byteOffset, byteLength }: BigUint64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function writeBits(out: ByteWriter, words: BigUint64Array): void {
  for (let from = 0; from < words.length; from += 8) {
    let bits = 0;
    for (let bit = 0; bit < 8 && from + bit < words.length; bit++) {
      if (words[from + bit] !== 0n) bits |= 1 << bit;
    }
    out.u8(bits);
  }
}
