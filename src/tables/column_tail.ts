/**
 * A column that grows by single numbers.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { BLOCK_ROWS, blockKernels, sealBlock } from "./block.ts";
import { StoredColumn } from "./stored_column.ts";

/** Rows that there is room for at first. */
const FIRST_ROWS = 256;

/** A stored column that grows by single rows: for what is rare. */
export class ColumnTail {
  readonly #arena: Arena;
  readonly #column: StoredColumn;
  /** Bytes of a row. */
  readonly #bytes: 4 | 8;
  #pointer = 0;
  #room = 0;
  #count = 0;

  /** Starts without rows. */
  constructor(name: string, arena: Arena, type: "u32" | "u64" = "u32") {
    this.#arena = arena;
    this.#bytes = type === "u64" ? 8 : 4;
    this.#column = new StoredColumn({ name, type }, arena);
  }

  /** One more row, in halves. */
  push(low: number, high = 0): void {
    this.#reserve(1);
    const { u32 } = this.#arena;
    const at = (this.#pointer + this.#count * this.#bytes) >>> 2;
    u32[at] = low;
    if (this.#bytes === 8) u32[at + 1] = high;
    if (++this.#count === BLOCK_ROWS) this.#seal();
  }

  /** A field of `count` structures of `stride` bytes, the first of which lies at the address `at`. */
  pushField(at: number, stride: number, count: number): void {
    for (let left = count; left > 0;) {
      const rows = Math.min(left, BLOCK_ROWS - this.#count);
      this.#reserve(rows);
      const to = this.#pointer + this.#count * this.#bytes;
      blockKernels(this.#arena).takeField(at, stride, rows, this.#bytes, to);
      at += rows * stride;
      left -= rows;
      this.#count += rows;
      if (this.#count === BLOCK_ROWS) this.#seal();
    }
  }

  /** Packs what is left. */
  finish(): StoredColumn {
    if (this.#count > 0) this.#seal();
    this.#arena.free(this.#pointer);
    this.#pointer = this.#room = 0;
    return this.#column;
  }

  /** Room for so many rows more; a tail has no more than those of a block. */
  #reserve(rows: number): void {
    const needed = this.#count + rows;
    if (needed <= this.#room) return;
    let room = Math.max(FIRST_ROWS, this.#room);
    while (room < needed) room *= 4;
    const pointer = this.#arena.alloc(room * this.#bytes);
    const { u8 } = this.#arena;
    u8.set(u8.subarray(this.#pointer, this.#pointer + this.#count * this.#bytes), pointer);
    this.#arena.free(this.#pointer);
    this.#pointer = pointer;
    this.#room = room;
  }

  #seal(): void {
    const form = this.#bytes === 8 ? "u64" : "u32";
    this.#column.push(
      sealBlock(this.#arena, { pointer: this.#pointer, rows: this.#count, nulls: 0, form }),
    );
    this.#count = 0;
  }
}
