/**
 * Records of resized lives. Those of live blocks lie where pairing changes them. When its block is freed, a
 * record is finished: it is kept in order of completion, packed, and sorted by record number at the end.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { BLOCK_ROWS, blockKernels, rowsToAllocate, sealBlock } from "../block.ts";
import { ColumnTail } from "../column_tail.ts";
import { StoredColumn } from "../stored_column.ts";
import type { BlockLives } from "./lives.ts";
import { ResizeRecord } from "./pair_layout.ts";

/** Records that are sorted at a time take at most this fraction (1/8) of the budget. */
const SHARE = 8;
/** The fraction is taken of at most this many bytes, however large the budget is. */
const MUCH = 1 << 25;
/** Fields of a record with their sizes in bytes. */
const FIELDS = [["largest", 8], ["count", 4], ["moves", 4], ["last", 4]] as const;
/** Bytes of a record while it is being sorted. */
const ORDERED_BYTES = FIELDS.reduce((sum, [, bytes]) => sum + bytes, 0);

/** Finished records, in any order. */
export class ResizeRecords {
  readonly #arena: Arena;
  readonly #id: ColumnTail;
  readonly #largest: ColumnTail;
  readonly #count: ColumnTail;
  readonly #moves: ColumnTail;
  readonly #last: ColumnTail;

  /** Starts without finished records. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#id = new ColumnTail("record", arena);
    this.#largest = new ColumnTail("max_size", arena, "u64");
    this.#count = new ColumnTail("resizes", arena);
    this.#moves = new ColumnTail("moves", arena);
    this.#last = new ColumnTail("last", arena);
  }

  /**
   * Copies the records of `other` into this empty object. Packed blocks are shared, so the owner of `other` must
   * outlive it.
   */
  copyFrom(other: ResizeRecords): void {
    this.#id.copyFrom(other.#id);
    this.#largest.copyFrom(other.#largest);
    this.#count.copyFrom(other.#count);
    this.#moves.copyFrom(other.#moves);
    this.#last.copyFrom(other.#last);
  }

  /** Adds consecutive records. */
  take(pointer: number, count: number): void {
    const { u32 } = this.#arena;
    const field = (column: ColumnTail, place: ResizeRecord): void =>
      column.pushField(u32, (pointer + place) >>> 2, ResizeRecord.Bytes >>> 2, count);
    field(this.#id, ResizeRecord.Number);
    field(this.#largest, ResizeRecord.Largest);
    field(this.#count, ResizeRecord.Count);
    field(this.#moves, ResizeRecord.Moves);
    field(this.#last, ResizeRecord.LastRow);
  }

  /** Adds the records of live blocks. Slots without a record have number 0. */
  takeLive(pointer: number, places: number): void {
    const { u32 } = this.#arena;
    for (let at = pointer, place = 0; place < places; place++, at += ResizeRecord.Bytes) {
      if (u32[(at + ResizeRecord.Number) >>> 2] !== 0) this.take(at, 1);
    }
  }

  /**
   * Returns columns by record number, from 1 to `count`. Row 0 is unused, because record number 0 means "never
   * resized".
   */
  finish(count: number): BlockLives["records"] {
    const arena = this.#arena;
    const from = {
      id: this.#id.finish(),
      largest: this.#largest.finish(),
      count: this.#count.finish(),
      moves: this.#moves.finish(),
      last: this.#last.finish(),
    };
    const column = (name: string, type: "u32" | "u64"): StoredColumn =>
      new StoredColumn({ name, type }, arena);
    const made = {
      largest: column("max_size", "u64"),
      count: column("resizes", "u32"),
      moves: column("moves", "u32"),
      last: column("last", "u32"),
    };
    const most = Math.min(MUCH, arena.heap.budget) / SHARE;
    const piece = Math.max(1, Math.floor(most / (ORDERED_BYTES * BLOCK_ROWS))) * BLOCK_ROWS;
    for (let first = 0; first <= count; first += piece) {
      const rows = Math.min(piece, count + 1 - first);
      order(arena, from, made, first, rows);
    }
    for (const each of Object.values(from)) each.free();
    return made;
  }
}

type Values = Readonly<Record<keyof BlockLives["records"], StoredColumn>>;

/** Appends the values of records `first` to `first + rows` to columns. */
function order(
  arena: Arena,
  from: Values & { readonly id: StoredColumn },
  to: Values,
  first: number,
  rows: number,
): void {
  arena.withScratch((scratch) => {
    const rooms = FIELDS.map(([, bytes]) => scratch.allocZeroed(rows * bytes));
    const longest = rowsToAllocate(from.id.stored(0)?.rows ?? 0);
    const id = scratch.alloc(longest * 8);
    const value = scratch.alloc(longest * 8);
    const kernels = blockKernels(arena);
    for (let block = 0; block < from.id.blockCount; block++) {
      const { rows: length, min, max } = from.id.stored(block)!;
      if (max < BigInt(first) || min >= BigInt(first + rows)) continue;
      from.id.decode(block, length, id, 0);
      FIELDS.forEach(([field, bytes], each) => {
        from[field].decode(block, length, value, 0);
        kernels.putWithin(value, id, length, first, first + rows, bytes, rooms[each]!);
      });
    }
    // These blocks belong to the owner of the column and outlive this scratch memory.
    FIELDS.forEach(([field, bytes], each) => {
      for (let at = 0; at < rows; at += BLOCK_ROWS) {
        const pointer = rooms[each]! + at * bytes;
        const form = bytes === 8 ? "u64" : "u32";
        to[field].push(
          sealBlock(arena, { pointer, rows: Math.min(BLOCK_ROWS, rows - at), nulls: 0, form }),
        );
      }
    });
  });
}
