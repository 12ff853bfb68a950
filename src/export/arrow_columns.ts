/**
 * Columns in Arrow's memory layout: a validity bitmap, and the values.
 * @module
 */

import { BATCH_ROWS, type Cells } from "../engine/row_batches.ts";
import { ByteWriter } from "../base/byte_writer.ts";
import type { CellType } from "./cell_types.ts";
import type { RowSource } from "./exporter.ts";

/** The buffers of some columns in sequence, each aligned to eight bytes. */
export class ArrowBody {
  readonly #out = new ByteWriter(1 << 20);
  /** Offset and length of every buffer. */
  buffers: (readonly bigint[])[] = [];
  /** Length and null count of every column. */
  nodes: (readonly bigint[])[] = [];

  /** The bytes of all columns, valid until something is added. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#out.bytes;
  }

  /** Removes all columns and keeps the memory. */
  clear(): void {
    this.#out.clear();
    this.buffers = [];
    this.nodes = [];
  }

  /** Adds a column. */
  add(rows: number, nullCount: number, buffers: readonly Uint8Array[]): void {
    this.nodes.push([BigInt(rows), BigInt(nullCount)]);
    for (const buffer of buffers) {
      this.buffers.push([BigInt(this.#out.length), BigInt(buffer.length)]);
      this.#out.raw(buffer);
      this.#out.pad(8);
    }
  }
}

/** The distinct texts of a column, numbered in order of appearance. */
export class TextDictionary {
  readonly #pools: RowSource["pools"];
  /** Number of a text by its code, plus one; 0 if it is not in the dictionary. */
  #numbers: Uint32Array;
  readonly #codes: number[] = [];

  /** Creates empty columns. */
  constructor(pools: RowSource["pools"]) {
    this.#pools = pools;
    this.#numbers = new Uint32Array(pools.strings.size);
  }

  /** Adds the texts of some cells. */
  add({ halves, nulls }: Cells): void {
    // Computed columns intern new texts while they are being read.
    if (this.#pools.strings.size > this.#numbers.length) {
      const larger = new Uint32Array(this.#pools.strings.size * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    for (let row = 0; row < nulls.length; row++) {
      if (nulls[row]) continue;
      const code = halves[2 * row]!;
      if (this.#numbers[code] === 0) this.#numbers[code] = this.#codes.push(code);
    }
  }

  /** Number of a text by its code. */
  numberOf(code: number): number {
    return this.#numbers[code]! - 1;
  }

  /** Number of texts. */
  get size(): number {
    return this.#codes.length;
  }

  /** Adds the texts as buffers: their offsets, then their bytes. */
  addTo(body: ArrowBody): void {
    const texts = new ByteWriter(1 << 12);
    const starts = new Int32Array(this.#codes.length + 1);
    this.#codes.forEach((code, at) => {
      texts.text(this.#pools.strings.text(code));
      if (texts.length > 0x7fff_ffff) {
        throw new RangeError("The texts of one column exceed 2 GB in total");
      }
      starts[at + 1] = texts.length;
    });
    body.add(this.#codes.length, 0, [new Uint8Array(0), new Uint8Array(starts.buffer), texts.bytes]);
  }
}

/** Adds the cells of a column; text columns need their dictionary. */
export function addCells(
  body: ArrowBody,
  cells: Cells,
  type: CellType,
  texts: TextDictionary | undefined,
): void {
  const there = cells.nullCount === 0 ? new Uint8Array(0) : bitmap(cells.nulls, 1);
  const values = texts
    ? dictionaryIndices(cells, texts)
    : type === "bool"
    ? truthsOf(cells)
    : wordBytes(cells);
  body.add(cells.nulls.length, cells.nullCount, [there, values]);
}

function wordBytes({ words }: Cells): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

const NUMBERS = new Uint32Array(BATCH_ROWS);

function dictionaryIndices({ halves, nulls }: Cells, texts: TextDictionary): Uint8Array {
  for (let row = 0; row < nulls.length; row++) {
    NUMBERS[row] = nulls[row] ? 0 : texts.numberOf(halves[2 * row]!);
  }
  return new Uint8Array(NUMBERS.buffer, 0, 4 * nulls.length);
}

const TRUTHS = new Uint8Array(BATCH_ROWS);

function truthsOf({ halves, nulls }: Cells): Uint8Array {
  for (let row = 0; row < nulls.length; row++) TRUTHS[row] = halves[2 * row]!;
  return bitmap(TRUTHS.subarray(0, nulls.length), 0);
}

/** Packs bytes that are 0 or 1 into bits, inverted if `flip` is 1. */
function bitmap(bytes: Uint8Array, flip: 0 | 1): Uint8Array {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let at = 0; at < bytes.length; at++) bits[at >>> 3]! |= (bytes[at]! ^ flip) << (at & 7);
  return bits;
}
