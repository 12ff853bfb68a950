/**
 * A column that grows by single numbers.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { BLOCK_ROWS, sealBlock } from "./block.ts";
import { StoredColumn } from "./stored_column.ts";

/** A stored column that grows by single rows: for what is rare. */
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

  /** One more row, in halves. */
  push(low: number, high = 0): void {
    if (this.#count === this.#low.length) {
      const larger = new Uint32Array(Math.min(BLOCK_ROWS, this.#low.length * 4));
      larger.set(this.#low);
      this.#low = larger;
      if (this.#wide) {
        const wider = new Uint32Array(larger.length);
        wider.set(this.#high);
        this.#high = wider;
      }
    }
    this.#low[this.#count] = low;
    if (this.#wide) this.#high[this.#count] = high;
    if (++this.#count === BLOCK_ROWS) this.#seal();
  }

  /** Packs what is left. */
  finish(): StoredColumn {
    if (this.#count > 0) this.#seal();
    return this.#column;
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
