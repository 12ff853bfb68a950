/**
 * Where the blocks of an index go: each after the one before, with a checksum.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import type { PackedBytes } from "../memory/block_store.ts";

/** Where the bytes of a block lie in an index, and what they sum up to. */
export interface BlockPlace {
  readonly offset: number;
  readonly checksum: number;
}

/** Takes blocks, and what follows them. */
export interface BlockTarget {
  /** Takes the bytes of a block, unless it has them. */
  put(packed: PackedBytes): Promise<void>;
  /** Waits until all blocks are written: they may be given back then. */
  flush(): Promise<void>;
  /** Where a block lies that was put, when all are written. */
  placeOf(packed: PackedBytes): BlockPlace;
  /** Bytes of all blocks. */
  readonly offset: number;
  /** Writes what follows the blocks, when these are written. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Blocks that this thread writes. */
export class PlainBlocks implements BlockTarget {
  offset = 0;
  readonly #places = new Map<PackedBytes, BlockPlace>();
  /** Takes bytes, which may be used again when it is done. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Blocks may move while they are written. */
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

  placeOf(packed: PackedBytes): BlockPlace {
    return this.#places.get(packed)!;
  }
}
