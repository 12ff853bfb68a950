/**
 * A column of packed blocks, in memory or spilled.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { type Block, blockBytes, blockKernels, freeBlock, unpackBlock, writeDescriptor } from "./block.ts";
import { Descriptor } from "./kernels/block_layout.ts";
import { Column, type ColumnInfo } from "./column.ts";
import { gatherBlocks } from "./gather_blocks.ts";

/** Blocks that are created later. */
interface Later {
  readonly count: number;
  /** Bytes that the column will occupy. */
  readonly bytes: number;
  blocks(): Iterable<Block>;
}

/** A column of packed blocks. */
export class StoredColumn extends Column {
  readonly #arena: Arena;
  readonly #blocks: Block[] = [];
  #descriptors = 0;
  #capacity = 0;
  #later: Later | undefined;

  /** Starts empty; `push` adds blocks. */
  constructor(info: ColumnInfo, arena: Arena) {
    super(info);
    this.#arena = arena;
  }

  /** Defers creating the blocks until one is used: most columns of a saved index are never read. */
  fillLater(later: Later): void {
    this.#later = later;
  }

  #wake(): void {
    const later = this.#later;
    if (!later) return;
    this.#later = undefined;
    for (const block of later.blocks()) this.push(block);
  }

  /** Appends a block. Only the last block may have fewer than 65536 rows. */
  push(block: Block): void {
    this.#wake();
    if (this.#blocks.length === this.#capacity) {
      const capacity = Math.max(4, this.#capacity * 2);
      const larger = this.#arena.alloc(capacity * Descriptor.Bytes);
      const used = this.#capacity * Descriptor.Bytes;
      this.#arena.u8.copyWithin(larger, this.#descriptors, this.#descriptors + used);
      this.#arena.free(this.#descriptors);
      this.#descriptors = larger;
      this.#capacity = capacity;
    }
    this.#blocks.push(block);
    this.#describe(this.#blocks.length - 1);
  }

  /**
   * Appends the blocks of another column, which still belong to its owner; that owner must outlive this
   * column.
   */
  shareBlocks(other: StoredColumn): void {
    for (let block = 0; block < other.blockCount; block++) this.push(other.stored(block)!);
  }

  /** Replaces a block and frees the old one. */
  replace(index: number, block: Block): void {
    this.#wake();
    freeBlock(this.#arena, this.#blocks[index]!);
    this.#blocks[index] = block;
    this.#describe(index);
  }

  get blockCount(): number {
    return this.#later?.count ?? this.#blocks.length;
  }

  override stored(block: number): Block | undefined {
    this.#wake();
    return this.#blocks[block];
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    this.#wake();
    const kernels = blockKernels(this.#arena);
    if (!this.#arena.store.someOut) return kernels.gather(this.#descriptors, rows, count, values, nulls);
    return gatherBlocks(this.#arena, this.#blocks, this.#descriptors, rows, count, values, nulls);
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    this.#wake();
    const stored = this.#blocks[block];
    if (stored?.rows !== count) {
      throw new RangeError(`Column ${this.name} has ${stored?.rows} rows in block ${block}, not ${count}`);
    }
    return unpackBlock(this.#arena, stored, values, nulls);
  }

  override get acceptsNoRow(): boolean {
    return true;
  }

  override get bytes(): number {
    if (this.#later) return this.#later.bytes;
    let bytes = this.#capacity * Descriptor.Bytes;
    for (const block of this.#blocks) bytes += blockBytes(block);
    return bytes;
  }

  override free(): void {
    this.#later = undefined;
    for (const block of this.#blocks) freeBlock(this.#arena, block);
    this.#blocks.length = 0;
    this.#arena.free(this.#descriptors);
    this.#descriptors = 0;
    this.#capacity = 0;
  }

  /** Writes the descriptor of a block; the address of a spilled block is written when it is loaded. */
  #describe(index: number): void {
    const block = this.#blocks[index]!;
    writeDescriptor(
      this.#arena,
      this.#descriptors + index * Descriptor.Bytes,
      block,
      block.packed?.pointer ?? 0,
    );
  }
}
