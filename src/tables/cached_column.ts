/**
 * A column that is computed a block at a time, on the first access to the block, and kept packed.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { type Block, BLOCK_ROWS, sealBlock, type SealOptions } from "./block.ts";
import { Column, type ColumnInfo, gatherKnown } from "./column.ts";
import { blocksOfRows } from "./gather_blocks.ts";
import { StoredColumn } from "./stored_column.ts";

/** Writes the values of a block to u64 words at `values` and null bytes (zeroed before) at `nulls`. */
type FillBlock = (block: number, rows: number, values: number, nulls: number) => void;

/** Rows that are not worth their blocks. */
const FEW_ROWS = 1024;

/** Rows are numbers of 32 bits. */
const BLOCK_NUMBERS = 1 << 16;

/** Computed once per block. */
export class CachedColumn extends Column {
  readonly #arena: Arena;
  readonly #rows: (block: number) => number;
  readonly #fill: FillBlock;
  readonly #stored: StoredColumn;
  readonly #form: SealOptions["form"];
  readonly #few: Column | undefined;
  /** This many rows more are read before blocks are made for lists of rows, or said to be packed. */
  #untilKept: number;
  #made = new Set<number>();

  /**
   * `fill` computes one block; `few` gives the values of few rows without that, and of longer lists of rows until as many rows
   * have been read as `untilKept` says: the blocks of rows that lie far apart are not worth making for one query.
   */
  constructor(
    info: ColumnInfo,
    arena: Arena,
    rows: (block: number) => number,
    fill: FillBlock,
    few?: Column,
    untilKept = 0,
  ) {
    super(info);
    this.#few = few;
    this.#untilKept = few ? untilKept : 0;
    this.#arena = arena;
    this.#rows = rows;
    this.#fill = fill;
    this.#stored = new StoredColumn(info, arena);
    this.#form = info.type === "i64" ? "i64" : info.type === "f64" ? "f64" : "u64";
  }

  /** The column that gives the same values without keeping them. */
  get behind(): Column | undefined {
    return this.#few;
  }

  /** Whether a block is there already. */
  isMade(block: number): boolean {
    return this.#made.has(block);
  }

  /** A block that is there. */
  made(block: number): Block | undefined {
    return this.#made.has(block) ? this.#stored.stored(block) : undefined;
  }

  override stored(block: number): Block | undefined {
    // From then on all blocks are there, for who has asked about the first one.
    if (this.#untilKept > 0) return undefined;
    this.#make(block);
    return this.#stored.stored(block);
  }

  /** From the last block on, so that the first one says whether all are there. */
  override prepare(block: number): boolean {
    if (this.#made.has(block)) return false;
    this.#make(block);
    if (block === 0) this.#untilKept = 0;
    return true;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    if (this.#few && (count <= FEW_ROWS || this.#untilKept > 0)) {
      if (count > FEW_ROWS) this.#untilKept -= count;
      return gatherKnown(this.#arena, this.#few, rows, count, values, nulls);
    }
    if (!this.#isWhole) {
      for (const block of blocksOfRows(this.#arena, BLOCK_NUMBERS, rows, count)) this.#make(block);
    }
    if (this.#made.size === 0) {
      this.#arena.u8.fill(1, nulls, nulls + count);
      this.#arena.u64.fill(0n, values >>> 3, (values >>> 3) + count);
      return count;
    }
    return this.#stored.gather(rows, count, values, nulls);
  }

  /** Whether all blocks are there. */
  get #isWhole(): boolean {
    const { blockCount } = this.#stored;
    return this.#made.size === blockCount && this.#rows(blockCount) === 0;
  }

  /** Makes a block all rows of which are about to be read; whether it was not there. */
  keep(block: number): boolean {
    if (this.#made.has(block)) return false;
    if (this.#untilKept > 0) this.#untilKept -= this.#rows(block);
    this.#make(block);
    return true;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    this.keep(block);
    return this.#stored.decode(block, count, values, nulls);
  }

  override get acceptsNoRow(): boolean {
    return true;
  }

  override get origin(): Column {
    return this.#few?.origin ?? this;
  }

  override get bytes(): number {
    return this.#stored.bytes;
  }

  override free(): void {
    this.#stored.free();
    this.#made.clear();
  }

  #make(block: number): void {
    if (this.#made.has(block)) return;
    const rows = this.#rows(block);
    // An empty table has no block, also on demand how the first one is stored.
    if (rows === 0) return;
    const arena = this.#arena;
    // Blocks before this one get a place of one null row; they are computed on first access.
    while (this.#stored.blockCount <= block) this.#stored.push(PLACE);
    arena.withScratch((scratch) => {
      const values = scratch.alloc(BLOCK_ROWS * 8);
      const nulls = scratch.allocZeroed(BLOCK_ROWS);
      this.#fill(block, rows, values, nulls);
      this.#stored.replace(block, sealBlock(arena, { pointer: values, rows, nulls, form: this.#form }));
    });
    this.#made.add(block);
  }
}

const PLACE: Block = {
  rows: 0,
  width: 0,
  packed: undefined,
  origin: 0n,
  nullMode: 2,
  nullCount: 0,
  min: 0n,
  max: 0n,
};
