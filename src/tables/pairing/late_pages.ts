/**
 * Pages of lives that are spilled to disk while a trace is read. A life may end long after it began, so a
 * page is never final; values that arrive later are stored in order of arrival, packed like a column, and
 * merged into the pages at the end. A later value replaces an earlier one.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { BLOCK_ROWS, blockKernels, NullMode, sealBlock, withBlock } from "../block.ts";
import { ColumnTail } from "../column_tail.ts";
import { StoredColumn } from "../stored_column.ts";

/** Pages of one kind that are merged at a time take at most this fraction (1/8) of the budget. */
const SHARE = 8;
const PAGE_BYTES = BLOCK_ROWS * 4;

/** Pages with one number per life; the first of them are spilled. */
export class LatePages {
  readonly #arena: Arena;
  readonly #pages: StoredColumn;
  readonly #life: ColumnTail;
  readonly #value: ColumnTail;

  /** Starts with no page spilled. */
  constructor(name: string, arena: Arena) {
    this.#arena = arena;
    this.#pages = new StoredColumn({ name, type: "u32" }, arena);
    this.#life = new ColumnTail("life", arena);
    this.#value = new ColumnTail("value", arena);
  }

  /** Number of spilled pages. */
  get count(): number {
    return this.#pages.blockCount;
  }

  /** Spills the next page; the caller keeps its memory. */
  leave(pointer: number): void {
    this.#pages.push(sealBlock(this.#arena, { pointer, rows: BLOCK_ROWS, nulls: 0, form: "text" }));
  }

  /** Stores a value for a life in a spilled page. */
  note(life: number, value: number): void {
    this.#life.push(life);
    this.#value.push(value);
  }

  /**
   * Copies the pages and values of `other` into this object, which must be empty. The owner of the blocks
   * must outlive it.
   */
  copyFrom(other: LatePages): void {
    this.#pages.shareBlocks(other.#pages);
    this.#life.copyFrom(other.#life);
    this.#value.copyFrom(other.#value);
  }

  /** Calls `take` with each merged page in order; the address is valid until `take` returns. */
  finish(take: (pointer: number) => void): void {
    const lives = this.#life.finish();
    const values = this.#value.finish();
    const most = Math.max(1, Math.min(this.count, Math.floor(this.#arena.heap.budget / SHARE / PAGE_BYTES)));
    this.#arena.withScratch((scratch) => {
      const room = this.count > 0 ? scratch.alloc(most * PAGE_BYTES) : 0;
      for (let first = 0; first < this.count; first += most) {
        const end = Math.min(this.count, first + most);
        for (let page = first; page < end; page++) this.#unpack(page, room + (page - first) * PAGE_BYTES);
        putValues(scratch, lives, values, first * BLOCK_ROWS, end * BLOCK_ROWS, room);
        for (let page = first; page < end; page++) take(room + (page - first) * PAGE_BYTES);
      }
    });
    this.#pages.free();
    lives.free();
    values.free();
  }

  #unpack(page: number, to: number): void {
    const block = this.#pages.stored(page)!;
    const zeroIsNull = block.nullMode === NullMode.Zero ? 1 : 0;
    if (block.nullMode === NullMode.All) this.#arena.u8.fill(0, to, to + PAGE_BYTES);
    else {
      withBlock(block, (pointer) =>
        blockKernels(this.#arena).unpack32(
          pointer,
          block.width,
          block.rows,
          Number(BigInt.asUintN(32, block.origin)),
          zeroIsNull,
          to,
        ));
    }
  }
}

/** Merges the values of lives `first` to `end` into consecutive pages at `room`. */
function putValues(
  scratch: Arena,
  lives: StoredColumn,
  values: StoredColumn,
  first: number,
  end: number,
  room: number,
): void {
  const life = scratch.alloc(BLOCK_ROWS * 8);
  const value = scratch.alloc(BLOCK_ROWS * 8);
  for (let block = 0; block < lives.blockCount; block++) {
    const { rows, min, max } = lives.stored(block)!;
    if (max < BigInt(first) || min >= BigInt(end)) continue;
    lives.decode(block, rows, life, 0);
    values.decode(block, rows, value, 0);
    blockKernels(scratch).putWithin(value, life, rows, first, end, 4, room);
  }
  scratch.free(life);
  scratch.free(value);
}
