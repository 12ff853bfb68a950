/**
 * A column that is kept as packed blocks, in memory or out of it.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { type Block, blockBytes, blockKernels, freeBlock, unpackBlock, writeDescriptor } from "./block.ts";
import { Descriptor } from "./kernels/block_layout.ts";
import { Column, type ColumnInfo } from "./column.ts";
import { gatherBlocks } from "./gather_blocks.ts";

/** Blocks that are not made yet. */
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

  /** Blocks that are made on demand for the first one: most columns of a saved index are asked for nothing. */
  fillLater(later: Later): void {
    this.#later = later;
  }

  #wake(): void {
    const later = this.#later;
    if (!later) return;
    this.#later = undefined;
    for (const block of later.blocks()) this.push(block);
  }

  /** Adds the next block. Only the last block may have less than 65536 rows. */
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

  /** Puts another block in place of one, and frees that. */
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

  /** Where a block lies that is out, is written by whoever looks at it. */
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
