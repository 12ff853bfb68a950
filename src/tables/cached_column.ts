/**
 * A column that is computed block by block, each on first access, and kept packed.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import { type Block, BLOCK_ROWS, sealBlock, type SealOptions } from "./block.ts";
import { Column, type ColumnInfo, gatherOrNull } from "./column.ts";
import { blocksOfRows } from "./gather_blocks.ts";
import type { DeferredNames } from "./deferred_names.ts";
import { StoredColumn } from "./stored_column.ts";

/** Writes the values of a block as u64 words to `values`, and null bytes (zeroed beforehand) to `nulls`. */
type FillBlock = (block: number, rows: number, values: number, nulls: number) => void;

/** If at most this many rows are read, they are computed one by one rather than by whole blocks. */
const FEW_ROWS = 1024;

/** Row numbers have 32 bits, so there are at most this many blocks. */
const BLOCK_NUMBERS = 1 << 16;

/** A column whose blocks are computed once. */
export class CachedColumn extends Column {
  readonly #arena: Arena;
  readonly #rows: (block: number) => number;
  readonly #fill: FillBlock;
  readonly #stored: StoredColumn;
  readonly #form: SealOptions["form"];
  readonly #few: Column | undefined;
  /**
   * Number of rows that are still computed one by one. When they are used up, lists of rows cause blocks to be built,
   * and blocks count as stored.
   */
  #untilKept: number;
  #made = new Set<number>();
  /** Whether the values are final; until then nothing is stored. */
  readonly #isFinal: () => boolean;

  /**
   * `fill` computes one block. `few` computes a few rows without a block; it also computes longer lists of
   * rows until `untilKept` rows have been read, because building blocks does not pay off for a single query
   * if the rows are far apart. Before `isFinal` returns true, all rows come from `few`.
   */
  constructor(
    info: ColumnInfo,
    arena: Arena,
    rows: (block: number) => number,
    fill: FillBlock,
    few?: Column,
    untilKept = 0,
    isFinal = (): boolean => true,
  ) {
    super(info);
    this.#few = few;
    this.#isFinal = isFinal;
    this.#untilKept = few ? untilKept : 0;
    this.#arena = arena;
    this.#rows = rows;
    this.#fill = fill;
    this.#stored = new StoredColumn(info, arena);
    this.#form = info.type === "i64" ? "i64" : info.type === "f64" ? "f64" : "u64";
  }

  /** The column that returns the same values without caching them. */
  get behind(): Column | undefined {
    return this.#few;
  }

  /** Whether a block has been computed. */
  isMade(block: number): boolean {
    return this.#made.has(block);
  }

  /** A block, if it has been computed. */
  made(block: number): Block | undefined {
    return this.#made.has(block) ? this.#stored.stored(block) : undefined;
  }

  override stored(block: number): Block | undefined {
    // Callers that ask for the first block then assume that all blocks are stored.
    if (this.#untilKept > 0 || !this.#isFinal()) return undefined;
    this.#make(block);
    return this.#stored.stored(block);
  }

  /** Works backwards from the last block: once the first block is stored, all are. */
  override prepare(block: number): boolean {
    if (this.#made.has(block) || !this.#isFinal()) return false;
    this.#make(block);
    if (block === 0) this.#untilKept = 0;
    return true;
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    if (this.#few && (count <= FEW_ROWS || this.#untilKept > 0 || !this.#isFinal())) {
      if (count > FEW_ROWS && this.#isFinal()) this.#untilKept -= count;
      return gatherOrNull(this.#arena, this.#few, rows, count, values, nulls);
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

  /** The stored column if all blocks have been computed, otherwise undefined. */
  get whole(): StoredColumn | undefined {
    return this.#isWhole ? this.#stored : undefined;
  }

  /** Computes all missing blocks, looking up names for them, and returns the stored column. */
  finish(): StoredColumn {
    this.later?.finish();
    for (let block = 0; this.#rows(block) > 0; block++) this.#make(block);
    return this.#stored;
  }

  /** Whether all blocks have been computed. */
  get #isWhole(): boolean {
    const { blockCount } = this.#stored;
    return this.#made.size === blockCount && this.#rows(blockCount) === 0;
  }

  /** Computes and keeps a block that is about to be read completely. Returns whether it was missing. */
  keep(block: number): boolean {
    if (this.#made.has(block) || !this.#isFinal()) return false;
    if (this.#untilKept > 0) this.#untilKept -= this.#rows(block);
    this.#make(block);
    return true;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    if (!this.#isFinal()) return this.#few!.decode(block, count, values, nulls);
    this.keep(block);
    return this.#stored.decode(block, count, values, nulls);
  }

  override get later(): DeferredNames | undefined {
    return this.#few?.later;
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
    // An empty table has no block, even if a caller asks how the first block is stored.
    if (rows === 0) return;
    const arena = this.#arena;
    // Missing blocks before this one get a placeholder of one null row; they are computed on first access.
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
