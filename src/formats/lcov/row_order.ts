/**
 * Orders rows by file and line, and iterates over them.
 * @module
 */

import type { KeyedRows } from "./keyed_rows.ts";

/** An order of rows: their numbers, or undefined if the rows are already in order. */
export interface Order {
  readonly rows: Uint32Array | undefined;
  readonly length: number;
}

/** Orders the rows of a table by file, then by line; rows with the same line keep their order. */
export function inOrder({ words, count }: KeyedRows, stride: number, file: number): Order {
  const line = file + 1;
  for (let row = 1, at = stride; row < count; row++, at += stride) {
    const one = words[at + file]!, before = words[at + file - stride]!;
    if (one > before || (one === before && words[at + line]! >= words[at + line - stride]!)) continue;
    return { rows: sorted(words, count, stride, file), length: count };
  }
  return { rows: undefined, length: count };
}

/** Returns the row at an index of an order. */
export function rowAt({ rows }: Order, index: number): number {
  return rows === undefined ? index : rows[index]!;
}

/**
 * There are few files: rows are first grouped by file, and within a file they are nearly always in line order
 * already.
 */
function sorted(words: Uint32Array, count: number, stride: number, file: number): Uint32Array {
  const line = file + 1;
  let files = 0;
  for (let row = 0; row < count; row++) files = Math.max(files, words[row * stride + file]! + 1);
  const ends = new Uint32Array(files);
  for (let row = 0; row < count; row++) ends[words[row * stride + file]!]!++;
  for (let each = 1; each < files; each++) ends[each]! += ends[each - 1]!;
  const order = new Uint32Array(count);
  for (let row = count - 1; row >= 0; row--) order[--ends[words[row * stride + file]!]!] = row;
  // `ends` now contains the position where the rows of each file begin.
  for (let each = 0; each < files; each++) {
    const rows = order.subarray(ends[each], each + 1 < files ? ends[each + 1] : count);
    const isRising = rows.every((row, at) =>
      at === 0 || words[row * stride + line]! >= words[rows[at - 1]! * stride + line]!
    );
    if (isRising) continue;
    rows.sort((left, right) => words[left * stride + line]! - words[right * stride + line]! || left - right);
  }
  return order;
}

/** The file of the position after the last row. */
const NO_FILE = 0x7fff_ffff;

/** Iterates over rows in order of file and line. */
export class Rows {
  readonly #words: Uint32Array;
  readonly #stride: number;
  readonly #order: Order;
  #index = 0;
  /** Index of the first word of the row. */
  at = 0;
  /** File of the row; `NO_FILE` after the last one. */
  file = NO_FILE;
  /** Line of the row. */
  line = 0;

  /** Starts at the first row. */
  constructor({ words }: KeyedRows, stride: number, order: Order) {
    this.#words = words;
    this.#stride = stride;
    this.#order = order;
    this.#look();
  }

  /** Moves to the next row. */
  next(): void {
    this.#index++;
    this.#look();
  }

  #look(): void {
    if (this.#index === this.#order.length) {
      this.file = NO_FILE;
      return;
    }
    this.at = rowAt(this.#order, this.#index) * this.#stride;
    this.file = this.#words[this.at]!;
    this.line = this.#words[this.at + 1]!;
  }
}
