/**
 * A column that contains only the few rows that a query reads.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { BLOCK_ROWS } from "../tables/block.ts";
import { Column } from "../tables/column.ts";

/** A column that is null except for a few rows. */
export class FewRowsColumn extends Column {
  readonly #arena: Arena;
  readonly #rows: readonly number[];
  readonly #places: ReadonlyMap<number, number>;
  readonly #values: Column;

  /** Row `rows[n]` has the value of row n of `values`; `rows` is ascending. This column owns the values. */
  constructor(
    arena: Arena,
    rows: readonly number[],
    values: Column,
  ) {
    super(values);
    this.#arena = arena;
    this.#rows = rows;
    this.#places = new Map(rows.map((row, at) => [row, at]));
    this.#values = values;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const places = this.#arena.alloc(4 * count);
    const words = this.#arena.u32;
    const missing: number[] = [];
    for (let at = 0; at < count; at++) {
      const place = this.#places.get(words[(rows >>> 2) + at]!);
      words[(places >>> 2) + at] = place ?? 0;
      if (place === undefined) missing.push(at);
    }
    let nullCount = missing.length < count ? this.#values.gather(places, count, values, nulls) : 0;
    this.#arena.free(places);
    if (missing.length === 0) return nullCount;
    const { u8, u64 } = this.#arena;
    if (nullCount === 0) u8.fill(0, nulls, nulls + count);
    for (const at of missing) {
      if (u8[nulls + at] === 0) nullCount++;
      u8[nulls + at] = 1;
      u64[(values >>> 3) + at] = 0n;
    }
    return nullCount;
  }

  override get acceptsNoRow(): boolean {
    return true;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const { u64, u8 } = this.#arena;
    u64.fill(0n, values >>> 3, (values >>> 3) + count);
    u8.fill(1, nulls, nulls + count);
    const own = this.#arena.alloc(16);
    const base = block * BLOCK_ROWS;
    let known = 0;
    for (const row of this.#rows) {
      if (row < base || row >= base + count) continue;
      this.#arena.u32[own >>> 2] = row;
      if (this.gather(own, 1, values + 8 * (row - base), nulls + row - base) === 0) {
        this.#arena.u8[nulls + row - base] = 0;
        known++;
      }
    }
    this.#arena.free(own);
    return known < count;
  }

  override get bytes(): number {
    return this.#values.bytes;
  }

  override free(): void {
    this.#values.free();
  }
}
