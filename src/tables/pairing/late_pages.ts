/**
 * Pages of lives that are spilled to disk while a trace is read. A life may end long after it began, so a
 * page is never final; values that arrive later are stored in order of arrival, packed like a column, and
 * merged into the pages at the end, or when a followed trace is copied. A later value replaces an earlier one.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { type Block, BLOCK_ROWS, blockKernels, freeBlock, NullMode, sealBlock, withBlock } from "../block.ts";
import { ColumnTail } from "../column_tail.ts";
import type { StoredColumn } from "../stored_column.ts";

/** Pages of one kind that are merged at a time take at most this fraction (1/8) of the budget. */
const SHARE = 8;
const PAGE_BYTES = BLOCK_ROWS * 4;

/** Up to this many blocks of late values, runs of changed pages are merged one by one. */
const FEW_BLOCKS = 2;

/** Pages with one number per life; the first of them are spilled. */
export class LatePages {
  readonly #arena: Arena;
  readonly #shown: (page: Block) => Block;
  /** The spilled pages, with the numbers that were stored. */
  readonly #pages: Block[] = [];
  /** These pages as blocks of a column, made by `shown`. */
  readonly #columnPages: Block[] = [];
  #life: ColumnTail;
  #value: ColumnTail;

  /** Starts with no page spilled. `shown` returns a page as a column shows it, over the same bytes. */
  constructor(arena: Arena, shown: (page: Block) => Block = (page) => page) {
    this.#arena = arena;
    this.#shown = shown;
    [this.#life, this.#value] = this.#tails();
  }

  #tails(): [life: ColumnTail, value: ColumnTail] {
    return [new ColumnTail("life", this.#arena), new ColumnTail("value", this.#arena)];
  }

  /** Number of spilled pages. */
  get count(): number {
    return this.#pages.length;
  }

  /** Spills the next page; the caller keeps its memory. */
  spill(pointer: number): void {
    this.#put(this.count, pointer);
  }

  #put(page: number, pointer: number): void {
    const block = sealBlock(this.#arena, { pointer, rows: BLOCK_ROWS, nulls: 0, form: "text" });
    this.#pages[page] = block;
    this.#columnPages[page] = this.#shown(block);
  }

  /** Stores a value for a life in a spilled page. */
  note(life: number, value: number): void {
    this.#life.push(life);
    this.#value.push(value);
  }

  /** Copies the pages of `other` into this empty object. Later changes in `other` do not affect them. */
  copyFrom(other: LatePages): void {
    // Merge before copying, so that not every copy has to.
    other.#merge();
    for (const [page, block] of other.#pages.entries()) {
      this.#pages.push(block);
      this.#columnPages.push(other.#columnPages[page]!);
      if (block.packed) this.#arena.borrowBlock(block.packed);
    }
  }

  /** Calls `take` with the block of each page in order, as a column shows it. */
  finish(take: (block: Block) => void): void {
    this.#merge();
    for (const block of this.#columnPages) take(block);
  }

  /** Writes the late values into their pages. */
  #merge(): void {
    const lives = this.#life.finish();
    const values = this.#value.finish();
    if (lives.blockCount === 0) return;
    const most = Math.max(1, Math.floor(this.#arena.heap.budget / SHARE / PAGE_BYTES));
    this.#arena.withScratch((scratch) => {
      const changed = changedPages(scratch, lives, this.count);
      for (let first = changed.indexOf(1); first >= 0; first = changed.indexOf(1, first)) {
        const next = changed.indexOf(0, first);
        // With many values, passing over them takes longer than passing over unchanged pages.
        const run = lives.blockCount > FEW_BLOCKS || next < 0 ? this.count : next;
        const end = Math.min(first + most, run, changed.lastIndexOf(1) + 1);
        const room = scratch.alloc((end - first) * PAGE_BYTES);
        const roomOf = (page: number): number => room + (page - first) * PAGE_BYTES;
        for (let page = first; page < end; page++) if (changed[page]) this.#unpack(page, roomOf(page));
        putValues(scratch, lives, values, first * BLOCK_ROWS, end * BLOCK_ROWS, room);
        for (let page = first; page < end; page++) {
          if (!changed[page]) continue;
          freeBlock(this.#arena, this.#pages[page]!);
          this.#put(page, roomOf(page));
        }
        scratch.free(room);
        first = end;
      }
    });
    // If memory runs out before this, the values are merged again later.
    [this.#life, this.#value] = this.#tails();
    lives.free();
    values.free();
  }

  #unpack(page: number, to: number): void {
    const block = this.#pages[page]!;
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

/** Returns a byte for each page, 1 if it has one of these lives. */
function changedPages(scratch: Arena, lives: StoredColumn, count: number): Uint8Array {
  const changed = new Uint8Array(count);
  const life = scratch.alloc(BLOCK_ROWS * 8);
  for (let block = 0; block < lives.blockCount; block++) {
    const { rows } = lives.stored(block)!;
    lives.decode(block, rows, life, 0);
    const { u32 } = scratch;
    for (let row = 0, at = life >>> 2; row < rows; row++, at += 2) changed[u32[at]! >>> 16] = 1;
  }
  scratch.free(life);
  return changed;
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
