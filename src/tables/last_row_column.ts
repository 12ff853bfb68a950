/**
 * The last record that gave a block its place and size: the one that allocated it, or that of its last resize.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { Column } from "./column.ts";
import type { Lives } from "./pairing/lives.ts";
import type { StoredColumn } from "./stored_column.ts";

/** Rows of the last records of lives. */
export function lastRowColumn(arena: Arena, lives: Lives): Column {
  return lives.recordCount === 0 ? lives.rows : new LastRowColumn(arena, lives);
}

class LastRowColumn extends Column {
  readonly #arena: Arena;
  readonly #lives: Lives;
  /** Rows of the block that was decoded last: place and size of a block are mostly wanted one after the other. */
  #block = -1;
  #rows = new Uint8Array(0);

  constructor(arena: Arena, lives: Lives) {
    super({ name: "last", type: "u32" });
    [this.#arena, this.#lives] = [arena, lives];
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const nullCount = this.#lives.rows.gather(rows, count, values, nulls);
    overlay(this.#arena, this.#lives, this.#lives.records.last, rows, count, values);
    return nullCount;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const { rows, resized, records } = this.#lives;
    if (this.#block === block && this.#rows.length === count * 8) {
      this.#arena.u8.set(this.#rows, values);
      return false;
    }
    const hasNulls = rows.decode(block, count, values, nulls);
    this.#arena.withScratch((scratch) => {
      const ids = scratch.alloc(count * 8), idNulls = scratch.alloc(count);
      const someAre = resized.decode(block, count, ids, idNulls);
      if (!someAre) scratch.u8.fill(0, idNulls, idNulls + count);
      replace(this.#arena, records.last, ids, idNulls, count, values);
    });
    if (hasNulls) return true;
    if (this.#rows.length !== count * 8) this.#rows = new Uint8Array(count * 8);
    this.#rows.set(this.#arena.u8.subarray(values, values + count * 8));
    this.#block = block;
    return false;
  }
}

/** Replaces the values of resized lives by what their record says. */
export function overlay(
  arena: Arena,
  lives: Lives,
  from: StoredColumn,
  rows: number,
  count: number,
  values: number,
): void {
  arena.withScratch((scratch) => {
    const ids = scratch.alloc(count * 8), idNulls = scratch.alloc(count);
    const nullCount = lives.resized.gather(rows, count, ids, idNulls);
    if (nullCount < count) replace(arena, from, ids, idNulls, count, values);
  });
}

/** The same where the numbers of the records stand at `ids`: most lives have none. */
function replace(
  arena: Arena,
  from: StoredColumn,
  ids: number,
  idNulls: number,
  count: number,
  values: number,
): void {
  arena.withScratch((scratch) => {
    const keys = scratch.alloc(count * 4), found = scratch.alloc(count * 8), nulls = scratch.alloc(count);
    const places = scratch.alloc(count * 4);
    const { u32 } = scratch;
    const missing = scratch.u8.subarray(idNulls, idNulls + count);
    let known = 0;
    // A search for the next zero is quicker than a look at each.
    for (let at = missing.indexOf(0); at >= 0; at = missing.indexOf(0, at + 1)) {
      u32[(places >>> 2) + known] = at;
      u32[(keys >>> 2) + known++] = u32[(ids >>> 2) + 2 * at]!;
    }
    from.gather(keys, known, found, nulls);
    for (let at = 0; at < known; at++) {
      // Halves of words: no bigint for each row.
      const to = (values >>> 2) + 2 * u32[(places >>> 2) + at]!;
      u32[to] = u32[(found >>> 2) + 2 * at]!;
      u32[to + 1] = u32[(found >>> 2) + 2 * at + 1]!;
    }
  });
}
