/**
 * Working memory of the Parquet page kernel: one column of a row group at a time.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { sharedKernels } from "../memory/wasm_module.ts";
import type { Cells } from "../engine/row_batches.ts";
import { type Exports as PageKernels, WASM_BASE64 } from "./kernels/pages.wasm.ts";
import { Delta } from "./kernels/pages_layout.ts";

const kernelsOf = sharedKernels<PageKernels>(WASM_BASE64);
/**
 * Room for the first bytes of the differences, and for bytes that the kernel writes beyond the end of its
 * output.
 */
const MARGIN = 64;

/** Cells in the arena: their words, and a byte per cell that is 1 for a missing value. */
export interface CellAddresses {
  readonly words: number;
  /** Address of these bytes, whose contents are undefined if no value is missing. */
  readonly nulls: number;
}

/** Arena allocations large enough for the longest column so far. */
export class PageMemory {
  readonly arena: Arena;
  readonly kernels: PageKernels;
  /** Number of words, without those of missing values. */
  present = 0;
  /** Dictionary indices of values, four bytes each. */
  numbers = 0;
  /** Output of the kernel. */
  out = 0;
  #words = 0;
  #nulls = 0;
  #room = 0;

  constructor(arena: Arena) {
    this.arena = arena;
    this.kernels = kernelsOf(arena);
  }

  /**
   * Makes room for the pages of some cells and returns where the cells are; cells outside the arena are
   * copied.
   */
  put(cells: Cells): CellAddresses {
    const { nulls, nullCount, lengths, place } = cells;
    // Lists have at most one more level than entries, for an empty list.
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

  /** A view of the kernel's output, valid until its next call. */
  packed(bytes: number): Uint8Array {
    return this.bytesAt(this.out, bytes);
  }

  bytesAt(pointer: number, bytes: number): Uint8Array {
    return this.arena.u8.subarray(pointer, pointer + bytes);
  }
}
