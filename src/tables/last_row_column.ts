/**
 * The last record that set the address and size of a block: its allocation, or its last resize.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { blockKernels, NullMode } from "./block.ts";
import { Column } from "./column.ts";
import type { BlockLives } from "./pairing/lives.ts";
import type { StoredColumn } from "./stored_column.ts";

/** Returns the rows of the last records of lives. */
export function lastRowColumn(arena: Arena, lives: BlockLives): Column {
  return lives.recordCount === 0 ? lives.rows : new LastRowColumn(arena, lives);
}

class LastRowColumn extends Column {
  readonly #arena: Arena;
  readonly #lives: BlockLives;
  /** Cache of the block decoded last: address and size of a block are usually read one after another. */
  #block = -1;
  #rows = new Uint8Array(0);

  constructor(arena: Arena, lives: BlockLives) {
    super({ name: "last", type: "u32" });
    [this.#arena, this.#lives] = [arena, lives];
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const nullCount = this.#lives.rows.gather(rows, count, values, nulls);
    overlay(this.#arena, this.#lives, this.#lives.records.last, rows, count, values);
    return nullCount;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const { rows, records } = this.#lives;
    if (this.#block === block && this.#rows.length === count * 8) {
      this.#arena.u8.set(this.#rows, values);
      return false;
    }
    const hasNulls = rows.decode(block, count, values, nulls);
    overlayBlock(this.#arena, this.#lives, records.last, block, count, values);
    if (hasNulls) return true;
    if (this.#rows.length !== count * 8) this.#rows = new Uint8Array(count * 8);
    this.#rows.set(this.#arena.u8.subarray(values, values + count * 8));
    this.#block = block;
    return false;
  }
}

/** Replaces the values of resized lives by those of their resize records. */
export function overlay(
  arena: Arena,
  lives: BlockLives,
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

/** Replaces the values of resized lives in a block of lives. */
export function overlayBlock(
  arena: Arena,
  { resized }: BlockLives,
  from: StoredColumn,
  block: number,
  count: number,
  values: number,
): void {
  if (resized.stored(block)?.nullMode === NullMode.All) return;
  arena.withScratch((scratch) => {
    const ids = scratch.alloc(count * 8), idNulls = scratch.alloc(count);
    if (!resized.decode(block, count, ids, idNulls)) scratch.u8.fill(0, idNulls, idNulls + count);
    replace(arena, from, ids, idNulls, count, values);
  });
}

/** Replaces values where `ids` has a record number; most lives have none. */
function replace(
  arena: Arena,
  from: StoredColumn,
  ids: number,
  idNulls: number,
  count: number,
  values: number,
): void {
  arena.withScratch((scratch) => {
    const kernels = blockKernels(arena);
    const places = scratch.alloc(count * 4), keys = scratch.alloc(count * 4);
    const known = kernels.knownRows(ids, idNulls, count, places, keys);
    if (known === 0) return;
    const found = scratch.alloc(known * 8), nulls = scratch.alloc(known);
    from.gather(keys, known, found, nulls);
    kernels.putAt(found, places, known, values);
  });
}
