/**
 * Writes the blocks of an index, one after another, each with a checksum.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import type { PackedBytes } from "../memory/block_store.ts";

/** Position and checksum of a block in an index file. */
export interface BlockPosition {
  readonly offset: number;
  readonly checksum: number;
}

/** Receives blocks, and the data that follows them. */
export interface BlockTarget {
  /** Takes the bytes of a block, unless it already has them. */
  put(packed: PackedBytes): Promise<void>;
  /** Waits until all blocks are written, after which they may be freed. */
  flush(): Promise<void>;
  /** The position of a block that was put, once all are written. */
  placeOf(packed: PackedBytes): BlockPosition;
  /** Bytes of all blocks. */
  readonly offset: number;
  /** Writes the data that follows the blocks, after these are written. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Writes blocks on this thread. */
export class PlainBlocks implements BlockTarget {
  offset = 0;
  readonly #places = new Map<PackedBytes, BlockPosition>();
  /** Writes bytes; the buffer may be reused after the promise has resolved. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Blocks may move while they are written, so they are copied first. */
  #copy = new Uint8Array(1 << 19);

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.write = write;
  }

  async put(packed: PackedBytes): Promise<void> {
    if (this.#places.has(packed)) return;
    const { bytes, owner } = packed;
    if (bytes > this.#copy.length) this.#copy = new Uint8Array(bytes);
    const pointer = owner.store.pin(packed);
    this.#copy.set(owner.u8.subarray(pointer, pointer + bytes));
    owner.store.unpin(packed);
    const piece = this.#copy.subarray(0, bytes);
    this.#places.set(packed, { offset: this.offset, checksum: crc32(piece) });
    this.offset += bytes;
    await this.write(piece);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  placeOf(packed: PackedBytes): BlockPosition {
    return this.#places.get(packed)!;
  }
}
