/**
 * A column that grows by single values.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { BLOCK_ROWS, sealBlock } from "./block.ts";
import { StoredColumn } from "./stored_column.ts";

/** A stored column that grows row by row, for values that are rare. */
export class ColumnTail {
  readonly #arena: Arena;
  readonly #column: StoredColumn;
  readonly #wide: boolean;
  #low = new Uint32Array(256);
  #high = new Uint32Array(0);
  #count = 0;

  /** Starts without rows. */
  constructor(name: string, arena: Arena, type: "u32" | "u64" = "u32") {
    this.#arena = arena;
    this.#wide = type === "u64";
    this.#column = new StoredColumn({ name, type }, arena);
    if (this.#wide) this.#high = new Uint32Array(256);
  }

  /** Appends a value, given as its low and high 32 bits. */
  push(low: number, high = 0): void {
    this.#reserve(1);
    this.#low[this.#count] = low;
    if (this.#wide) this.#high[this.#count] = high;
    if (++this.#count === BLOCK_ROWS) this.#seal();
  }

  /**
   * Appends a field of `count` structures: the word at `at` and every `stride`th after it, each followed by
   * its high half.
   */
  pushField(words: Uint32Array, at: number, stride: number, count: number): void {
    for (let left = count; left > 0;) {
      const rows = Math.min(left, BLOCK_ROWS - this.#count);
      this.#reserve(rows);
      const end = this.#count + rows;
      const low = this.#low;
      for (let row = this.#count, from = at; row < end; row++, from += stride) low[row] = words[from]!;
      if (this.#wide) {
        const high = this.#high;
        for (let row = this.#count, from = at + 1; row < end; row++, from += stride) high[row] = words[from]!;
      }
      at += rows * stride;
      left -= rows;
      this.#count = end;
      if (end === BLOCK_ROWS) this.#seal();
    }
  }

  /**
   * Copies the rows of `other` into this empty tail. Packed blocks are shared, so the owner of `other` must outlive
   * this tail.
   */
  copyFrom(other: ColumnTail): void {
    this.#column.shareBlocks(other.#column);
    this.#low = other.#low.slice();
    this.#high = other.#high.slice();
    this.#count = other.#count;
  }

  /** Packs the remaining rows. */
  finish(): StoredColumn {
    if (this.#count > 0) this.#seal();
    return this.#column;
  }

  /** Makes room for more rows; a tail never contains more than a block. */
  #reserve(rows: number): void {
    const needed = this.#count + rows;
    if (needed <= this.#low.length) return;
    this.#low = larger(this.#low, needed);
    if (this.#wide) this.#high = larger(this.#high, needed);
  }

  #seal(): void {
    const rows = this.#count;
    const bytes = rows * (this.#wide ? 8 : 4);
    const pointer = this.#arena.alloc(bytes);
    const words = this.#arena.u32;
    const from = pointer >>> 2;
    if (this.#wide) {
      for (let row = 0; row < rows; row++) {
        words[from + 2 * row] = this.#low[row]!;
        words[from + 2 * row + 1] = this.#high[row]!;
      }
    } else words.set(this.#low.subarray(0, rows), from);
    this.#column.push(sealBlock(this.#arena, { pointer, rows, nulls: 0, form: this.#wide ? "u64" : "u32" }));
    this.#arena.free(pointer);
    this.#count = 0;
  }
}

function larger(words: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> {
  let length = words.length;
  while (length < needed) length *= 4;
  const room = new Uint32Array(Math.min(BLOCK_ROWS, length));
  room.set(words);
  return room;
}
