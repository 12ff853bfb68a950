/**
 * An unpacked column for values that are processed later. Its chunks may spill and are smaller than blocks,
 * so that many columns can be filled at once.
 * @module
 */

import type { PackedBytes } from "../../memory/block_store.ts";
import { BLOCK_ROWS, NO_ROW } from "../../tables/block.ts";
import { Column, type ColumnInfo } from "../../tables/column.ts";
import type { Workspace } from "./relation.ts";

const CHUNK_ROWS = 4096;
/** Bytes of a chunk: words, then null bytes. */
export const CHUNK_BYTES: number = CHUNK_ROWS * 9;

/** A column that is first filled, then read. */
export class ChunkColumn extends Column {
  readonly #work: Workspace;
  readonly #chunks: PackedBytes[] = [];
  #rows = 0;

  /** Creates an empty column in the memory of `work`. */
  constructor(work: Workspace, { name, type, display }: ColumnInfo) {
    super({ name, type, ...(display ? { display } : {}) });
    this.#work = work;
  }

  /** Appends words; `nulls` is the address of null bytes, or 0. */
  add(words: number, nulls: number, count: number): void {
    const { arena } = this.#work;
    for (let from = 0; from < count;) {
      const at = this.#rows % CHUNK_ROWS;
      const n = Math.min(count - from, CHUNK_ROWS - at);
      // The last chunk is pinned until it is full.
      if (at === 0) this.#chunks.push(arena.addBlock(CHUNK_BYTES));
      const { pointer } = this.#chunks.at(-1)!;
      const { u8 } = arena;
      u8.copyWithin(pointer + 8 * at, words + 8 * from, words + 8 * (from + n));
      const to = pointer + 8 * CHUNK_ROWS + at;
      if (nulls) u8.copyWithin(to, nulls + from, nulls + from + n);
      else u8.fill(0, to, to + n);
      this.#rows += n;
      from += n;
      if (this.#rows % CHUNK_ROWS === 0) arena.store.unpin(this.#chunks.at(-1)!);
    }
  }

  /** Ends filling the column. */
  finish(): void {
    if (this.#rows % CHUNK_ROWS > 0) this.#work.arena.store.unpin(this.#chunks.at(-1)!);
  }

  override get acceptsNoRow(): boolean {
    return true;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    for (let done = 0; done < count; done += CHUNK_ROWS) {
      const n = Math.min(CHUNK_ROWS, count - done);
      this.#with((block * BLOCK_ROWS + done) / CHUNK_ROWS, (u8, pointer) => {
        u8.copyWithin(values + 8 * done, pointer, pointer + 8 * n);
        const from = pointer + 8 * CHUNK_ROWS;
        u8.copyWithin(nulls + done, from, from + n);
      });
    }
    return this.#work.arena.u8.subarray(nulls, nulls + count).includes(1);
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const { arena } = this.#work;
    let nullCount = 0;
    for (let at = 0; at < count;) {
      const first = arena.u32[(rows >>> 2) + at]!;
      if (first === NO_ROW) {
        arena.u8[nulls + at++] = 1;
        nullCount++;
        continue;
      }
      const chunk = Math.floor(first / CHUNK_ROWS);
      this.#with(chunk, (u8, pointer) => {
        const { u32, u64 } = arena;
        for (; at < count; at++) {
          const row = u32[(rows >>> 2) + at]! - chunk * CHUNK_ROWS;
          if (row < 0 || row >= CHUNK_ROWS) return;
          u64[(values >>> 3) + at] = u64[(pointer >>> 3) + row]!;
          nullCount += u8[nulls + at] = u8[pointer + 8 * CHUNK_ROWS + row]!;
        }
      });
    }
    return nullCount;
  }

  override free(): void {
    for (const chunk of this.#chunks) this.#work.arena.freeBlock(chunk);
    this.#chunks.length = 0;
  }

  #with(chunk: number, use: (u8: Uint8Array, pointer: number) => void): void {
    const { store } = this.#work.arena;
    const packed = this.#chunks[chunk]!;
    const pointer = store.pin(packed);
    try {
      use(this.#work.arena.u8, pointer);
    } finally {
      store.unpin(packed);
    }
  }
}
