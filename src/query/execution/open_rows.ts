/**
 * Rows that are still undecided, and the positions of their results. Later operands are evaluated only for
 * these, so that rows already excluded cannot fail.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import type { Column } from "../../tables/column.ts";

/** Row numbers, the places of their results, and memory for the values of a column. */
export class OpenRows {
  readonly #arena: Arena;
  readonly #rows: number;
  readonly #places: number;
  /** Values of the rows, after `read`. */
  readonly values: number;
  /** Null bytes of the rows. */
  readonly nulls: number;
  #count = 0;

  /** Allocates memory for `most` rows. */
  constructor(arena: Arena, most: number) {
    this.#arena = arena;
    this.#rows = arena.alloc(most * 4);
    this.#places = arena.alloc(most * 4);
    this.values = arena.alloc(most * 8);
    this.nulls = arena.alloc(most);
  }

  /** Starts with all rows; their results go to places 0, 1, 2 and so on. */
  all(rows: number, count: number): void {
    const { u32 } = this.#arena;
    u32.copyWithin(this.#rows >>> 2, rows >>> 2, (rows >>> 2) + count);
    for (let at = 0; at < count; at++) u32[(this.#places >>> 2) + at] = at;
    this.#count = count;
  }

  /** Starts with the rows that have a certain mark. */
  marked(rows: number, count: number, marks: number, wanted: number): void {
    const { u32, u8 } = this.#arena;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      if (u8[marks + at] !== wanted) continue;
      u32[(this.#rows >>> 2) + kept] = u32[(rows >>> 2) + at]!;
      u32[(this.#places >>> 2) + kept++] = at;
    }
    this.#count = kept;
  }

  /** Reads a column in these rows to `values` and `nulls`; every null byte is written. */
  read(column: Column): void {
    if (this.#count === 0) return;
    const nullCount = column.gather(this.#rows, this.#count, this.values, this.nulls);
    if (nullCount === 0) this.#arena.u8.fill(0, this.nulls, this.nulls + this.#count);
  }

  /** Visits the rows that were read; keeps those for which `decide` returns false. */
  keepUndecided(decide: (at: number, place: number) => boolean): void {
    const { u32 } = this.#arena;
    const rows = this.#rows >>> 2;
    const places = this.#places >>> 2;
    let kept = 0;
    for (let at = 0; at < this.#count; at++) {
      const place = u32[places + at]!;
      if (decide(at, place)) continue;
      u32[rows + kept] = u32[rows + at]!;
      u32[places + kept++] = place;
    }
    this.#count = kept;
  }

  /** Frees the memory. */
  close(): void {
    for (const pointer of [this.#rows, this.#places, this.values, this.nulls]) this.#arena.free(pointer);
  }
}
