/**
 * One column of one row group of a Parquet file: levels that say where values are, then the values.
 * @module
 */

import type { Cells } from "../engine/row_batches.ts";
import type { Pools } from "../tables/pools.ts";
import { ByteWriter } from "../base/byte_writer.ts";
import type { CellType } from "./cell_types.ts";

/** The pages of a column before compression. */
export interface ColumnPages {
  /** Distinct texts, for columns of texts. */
  readonly dictionary: { readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number } | null;
  /** Levels and values. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Smallest and largest value as eight or four bytes; absent where nothing orders the values. */
  readonly bounds: { readonly least: Uint8Array; readonly most: Uint8Array } | null;
}

/** Texts by code of the pool, numbered as they come; made once per file and used for every row group. */
export class TextNumbers {
  readonly #strings: Pools["strings"];
  #numbers: Uint32Array;
  #group: Uint32Array;
  #round = 0;

  /** Texts of this pool. */
  constructor(strings: Pools["strings"]) {
    this.#strings = strings;
    this.#numbers = new Uint32Array(strings.size);
    this.#group = new Uint32Array(strings.size);
  }

  /** The distinct texts of some cells, and the number of each cell's text in `numbers`. */
  number(cells: Cells, numbers: Uint32Array): { bytes: Uint8Array<ArrayBuffer>; count: number } {
    this.#round++;
    const { size } = this.#strings;
    if (size > this.#numbers.length) {
      this.#numbers = new Uint32Array(size);
      this.#group = new Uint32Array(size);
    }
    const texts = new ByteWriter(1 << 12);
    const encoder = new TextEncoder();
    let count = 0;
    let used = 0;
    for (let row = 0; row < cells.words.length; row++) {
      if (cells.nulls[row]) continue;
      const code = cells.halves[2 * row]!;
      if (this.#group[code] !== this.#round) {
        this.#group[code] = this.#round;
        this.#numbers[code] = count++;
        const bytes = encoder.encode(this.#strings.text(code));
        texts.u32(bytes.length);
        texts.raw(bytes);
      }
      numbers[used++] = this.#numbers[code]!;
    }
    return { bytes: texts.bytes, count };
  }
}

/** Encodes a column. */
export function encodeColumn(cells: Cells, type: CellType, texts: TextNumbers): ColumnPages {
  const out = new ByteWriter(cells.words.length * 8 + 64);
  writeLevels(out, cells);
  switch (type) {
    case "text": {
      const numbers = new Uint32Array(cells.words.length - cells.nullCount);
      const dictionary = texts.number(cells, numbers);
      writeNumbers(out, numbers, dictionary.count);
      return { dictionary, data: out.bytes, bounds: null };
    }
    case "bool":
      writeBits(out, presentWords(cells));
      return { dictionary: null, data: out.bytes, bounds: null };
    default: {
      const words = presentWords(cells);
      out.raw(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
      return { dictionary: null, data: out.bytes, bounds: type === "f64" ? null : boundsOf(words, type) };
    }
  }
}

/** The values that are there, without the places of those that are not. */
function presentWords(cells: Cells): BigUint64Array<ArrayBuffer> {
  if (cells.nullCount === 0) return cells.words;
  const present = new BigUint64Array(cells.words.length - cells.nullCount);
  if (present.length === 0) return present;
  const { halves, nulls } = cells;
  const halvesOfPresent = new Uint32Array(present.buffer);
  let used = 0;
  for (let row = 0; row < nulls.length; row++) {
    if (nulls[row] !== 0) continue;
    halvesOfPresent[used++] = halves[2 * row]!;
    halvesOfPresent[used++] = halves[2 * row + 1]!;
  }
  return present;
}

/** Definition levels: 1 where there is a value. */
function writeLevels(out: ByteWriter, { nulls, nullCount }: Cells): void {
  const rows = nulls.length;
  const levels = new ByteWriter(rows / 8 + 16);
  if (nullCount === 0 || nullCount === rows) {
    levels.varint(rows * 2);
    levels.u8(nullCount === 0 ? 1 : 0);
  } else {
    const groups = Math.ceil(rows / 8);
    levels.varint(groups * 2 + 1);
    for (let group = 0; group < groups; group++) {
      let bits = 0;
      for (let bit = 0; bit < 8 && group * 8 + bit < rows; bit++) {
        if (nulls[group * 8 + bit] === 0) bits |= 1 << bit;
      }
      levels.u8(bits);
    }
  }
  out.u32(levels.length);
  out.raw(levels.bytes);
}

/** Numbers of texts, in as many bits as the largest needs. */
function writeNumbers(out: ByteWriter, numbers: Uint32Array, distinct: number): void {
  const width = Math.max(1, 32 - Math.clz32(Math.max(0, distinct - 1)));
  out.u8(width);
  if (numbers.length === 0) return;
  if (distinct === 1) {
    out.varint(numbers.length * 2);
    out.u8(0);
    return;
  }
  const groups = Math.ceil(numbers.length / 8);
  out.varint(groups * 2 + 1);
  out.reserve(groups * width);
  let bits = 0;
  let held = 0;
  for (let at = 0; at < groups * 8; at++) {
    let value = at < numbers.length ? numbers[at]! : 0;
    let left = width;
    while (left > 0) {
      const taken = Math.min(left, 8 - held);
      bits |= (value & ((1 << taken) - 1)) << held;
      value >>>= taken;
      left -= taken;
      held += taken;
      if (held < 8) continue;
      out.u8(bits);
      bits = held = 0;
    }
  }
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

/** The bounds of 64-bit numbers, compared by halves: bigints would cost more than compression. */
function boundsOf(words: BigUint64Array<ArrayBuffer>, type: CellType): ColumnPages["bounds"] {
  if (words.length === 0) return null;
  const halves = new Uint32Array(words.buffer, words.byteOffset, 2 * words.length);
  // With the highest bit turned around, signed numbers are in the order of unsigned ones.
  const flip = type === "u64" ? 0 : 0x8000_0000;
  let least = 0;
  let most = 0;
  for (let at = 1; at < words.length; at++) {
    if (isLess(halves, at, least, flip)) least = at;
    else if (isLess(halves, most, at, flip)) most = at;
  }
  return { least: eightBytes(words[least]!), most: eightBytes(words[most]!) };
}

function isLess(halves: Uint32Array, left: number, right: number, flip: number): boolean {
  const one = (halves[2 * left + 1]! ^ flip) >>> 0;
  const other = (halves[2 * right + 1]! ^ flip) >>> 0;
  return one < other || (one === other && halves[2 * left]! < halves[2 * right]!);
}

function eightBytes(value: bigint): Uint8Array {
  const out = new ByteWriter(8);
  out.u64(value);
  return out.bytes;
}
