/**
 * Memory in which the kernel of Parquet pages works: one column of a row group at a time.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { sharedKernels } from "../memory/wasm_module.ts";
import type { Cells } from "../engine/row_batches.ts";
import { type Exports as PageKernels, WASM_BASE64 } from "./kernels/pages.wasm.ts";
import { Delta } from "./kernels/pages_layout.ts";

const kernelsOf = sharedKernels<PageKernels>(WASM_BASE64);
/** The first bytes of differences, and what packing writes beyond its end. */
const MARGIN = 64;

/** Cells in the arena: their words, and a byte for each that is 1 where there is no value. */
export interface CellPlace {
  readonly words: number;
  /** Anything where no value is missing. */
  readonly nulls: number;
}

/** Pieces of an arena, with room for the longest column so far. */
export class PageMemory {
  readonly arena: Arena;
  readonly kernels: PageKernels;
  /** Words without those of missing values. */
  present = 0;
  /** Numbers of values in a dictionary, four bytes each. */
  numbers = 0;
  /** What a kernel has packed. */
  out = 0;
  #words = 0;
  #nulls = 0;
  #room = 0;

  constructor(arena: Arena) {
    this.arena = arena;
    this.kernels = kernelsOf(arena);
  }

  /** Makes room for the pages of some cells, and says where the cells are; those that lie elsewhere are copied. */
  put(cells: Cells): CellPlace {
    const { nulls, nullCount, lengths, place } = cells;
    // A list has a level more than entries at most: where it is empty.
    this.#reserve(nulls.length + (lengths?.length ?? 0));
    if (place) return place;
    this.arena.u64.set(cells.words, this.#words >>> 3);
    if (nullCount > 0) this.arena.u8.set(nulls, this.#nulls);
    return { words: this.#words, nulls: this.#nulls };
  }

  #reserve(count: number): void {
    if (count <= this.#room) return;
    const { arena } = this;
    for (const piece of [this.#words, this.#nulls, this.present, this.numbers, this.out]) arena.free(piece);
    const room = this.#room = Math.max(1 << 16, 2 * count);
    this.#words = arena.alloc(room * 8);
    this.#nulls = arena.alloc(room);
    this.present = arena.alloc((room + 1) * 8);
    this.numbers = arena.alloc(room * 4);
    this.out = arena.alloc(Math.ceil(room / Delta.Block) * Delta.BlockBytes + MARGIN);
  }

  /** This many bytes of what a kernel has packed, valid until the next call of one. */
  packed(bytes: number): Uint8Array {
    return this.bytesAt(this.out, bytes);
  }

  bytesAt(pointer: number, bytes: number): Uint8Array {
    return this.arena.u8.subarray(pointer, pointer + bytes);
  }
}
