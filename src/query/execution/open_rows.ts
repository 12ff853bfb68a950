/**
 * Rows that are still undecided, and where their results go: a later operand is asked about these only, so that what is
 * ruled out is not computed and cannot fail.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import type { Column } from "../../tables/column.ts";

/** Row numbers, the places of their results, and room for what a column says of them. */
export class OpenRows {
  readonly #arena: Arena;
  readonly #rows: number;
  readonly #places: number;
  /** Values of the rows, after `read`. */
  readonly values: number;
  /** Their null bytes. */
  readonly nulls: number;
  #count = 0;

  /** Room for `most` rows. */
  constructor(arena: Arena, most: number) {
    this.#arena = arena;
    this.#rows = arena.alloc(most * 4);
    this.#places = arena.alloc(most * 4);
    this.values = arena.alloc(most * 8);
    this.nulls = arena.alloc(most);
  }

  /** Begins with rows whose results go to the places 0, 1, 2 and so on. */
  all(rows: number, count: number): void {
    const { u32 } = this.#arena;
    u32.copyWithin(this.#rows >>> 2, rows >>> 2, (rows >>> 2) + count);
    for (let at = 0; at < count; at++) u32[(this.#places >>> 2) + at] = at;
    this.#count = count;
  }

  /** Begins with those of some rows that have a mark. */
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

  /** What a column has in these rows, to `values` and `nulls`; every null byte is written. */
  read(column: Column): void {
    if (this.#count === 0) return;
    const nullCount = column.gather(this.#rows, this.#count, this.values, this.nulls);
    if (nullCount === 0) this.#arena.u8.fill(0, this.nulls, this.nulls + this.#count);
  }

  /** Goes through the rows that were read; those for which `decide` says no stay. */
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

  /** Gives the room back. */
  close(): void {
    for (const pointer of [this.#rows, this.#places, this.values, this.nulls]) this.#arena.free(pointer);
  }
}
