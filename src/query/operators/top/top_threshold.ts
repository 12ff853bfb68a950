/**
 * Finds the first rows by one number: stores a threshold that enough rows reach, skips blocks beyond it by
 * zone maps, and compares the values of other blocks with it, packed or computed, on any thread.
 * @module
 */

import { threadSettings } from "../../../memory/threads.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import { eachBlock } from "../../execution/each_block.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import {
  BITMAP_BYTES,
  type BlockRows,
  type Part,
  type Piece,
  pieceOf,
  pieces,
  readPiece,
  selectedBlocks,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import type { WorkNeeds } from "../../execution/shared_work.ts";
import { writeBits } from "../../execution/test_blocks.ts";
import { KeyRange, LAST_KEY } from "./key_range.ts";
import type { Steps } from "../operator.ts";
import { type OrderKey, toSortKeys } from "../sort/sort_keys.ts";

/** Blocks that one thread reads before others may help. */
const BLOCKS_AHEAD = 8;
/** Nanoseconds of work that justify waking another thread. */
const MUCH = 2e6;
/** Beyond this limit, the threshold of one block says little about that of all blocks. */
const FEW_WANTED = 1024;

/** Receives the number of blocks tested, and of those skipped. */
export type CountBlocks = (looked: number, skipped: number) => void;

/** Rows that include the first ones, in order. */
interface FirstRows {
  /** Row numbers, which the caller frees. */
  readonly pointer: number;
  readonly count: number;
  /** The key at the threshold if too many rows have it; then none of these is included. */
  readonly tied?: bigint;
}

/** Result of examining one block in advance. */
interface Ahead {
  /** Index of the block; -1 if none. */
  readonly best: number;
  /** The threshold: keys up to this are kept. */
  readonly bound: bigint;
}

/** Finds the first rows of a part by one key. */
export class TopThreshold {
  readonly #work: Workspace;
  readonly #part: Part;
  readonly #key: OrderKey;
  readonly #limit: number;
  readonly #range: KeyRange;
  readonly #hasMoreKeys: boolean;
  /**
   * Whether all rows whose key equals the threshold are kept, because further keys order them; otherwise only
   * the first of them are kept.
   */
  #keepsTies = false;
  #capacity: number;
  #keys: number;
  #rows: number;
  #kept = 0;
  /** From this many kept rows on, lowering the threshold pays. */
  #enough = 0;
  /** The threshold: keys up to this are kept. */
  #bound = LAST_KEY;
  #skipped = 0;

  /** Equal rows keep their order, unless there are `more` keys. */
  constructor(work: Workspace, part: Part, key: OrderKey, limit: number, more: boolean) {
    [this.#work, this.#part, this.#key, this.#limit, this.#hasMoreKeys] = [work, part, key, limit, more];
    this.#range = new KeyRange(work, part, key);
    this.#capacity = 2 * BLOCK_ROWS + 2 * limit;
    this.#keys = work.take(this.#capacity * 8);
    this.#rows = work.take(this.#capacity * 4);
  }

  /** Finds the rows; undefined if they include nulls. */
  *find(countBlocks: CountBlocks): Steps<FirstRows | undefined> {
    this.#begin(LAST_KEY);
    if (this.#range.isStored && this.#part.selection.kind !== "list") yield* this.#addBlocks(countBlocks);
    else yield* this.#addComputed();
    const found = this.#kept >= this.#limit ? this.#first() : undefined;
    this.#work.give(this.#keys, this.#rows);
    return found;
  }

  #begin(bound: bigint): void {
    [this.#kept, this.#skipped, this.#keepsTies] = [0, 0, this.#hasMoreKeys];
    this.#enough = this.#limit - 1;
    this.#lower(bound);
  }

  /** The kept rows, without those of the last key if not all of these were kept. */
  #first(): FirstRows {
    const work = this.#work;
    const pointer = work.take(this.#kept * 4 + 4);
    if (this.#keepsTies || !this.#hasMoreKeys) {
      work.arena.u8.copyWithin(pointer, this.#rows, this.#rows + 4 * this.#kept);
      return { pointer, count: this.#kept };
    }
    const tied = this.#last();
    const { group } = kernelsOf(work.arena);
    const count = tied === 0n
      ? 0
      : group.keysAtMost(this.#keys, this.#kept, tied - 1n, this.#rows, 0, this.#keys, pointer);
    return { pointer, count, tied };
  }

  /** Adds packed blocks. */
  *#addBlocks(countBlocks: CountBlocks): Steps<void> {
    const blocks = [...selectedBlocks(this.#part)];
    const { best, bound } = yield* this.#lookAhead(blocks);
    this.#begin(bound);
    for (const [from, to] of [[0, best + 1], [best + 1, blocks.length]] as const) {
      // Later rows cannot replace rows of that block with an equal key.
      if (from > 0 && !this.#keepsTies && this.#bound === bound) this.#lowerBelow(bound);
      // The first blocks show whether too many rows have the same key.
      const first = this.#keepsTies && !threadSettings().always ? Math.min(BLOCKS_AHEAD, to - from) : 0;
      if (first > 0) yield* this.#add(blocks, from, from + first, bound, false);
      // After some blocks, the threshold excludes most others.
      for (let at = from + first, wave = BLOCKS_AHEAD; at < to; at += wave, wave *= 2) {
        yield* this.#add(blocks, at, Math.min(to, at + wave), bound, true);
      }
    }
    countBlocks(blocks.length, this.#skipped);
  }

  /** Adds rows of a list, and computed keys. */
  *#addComputed(): Steps<void> {
    const { selection, rowCount } = this.#part;
    if (selection.kind === "list") {
      for (const piece of pieces(this.#work, this.#part)) {
        if (this.#range.hasEnded) break;
        yield;
        this.#addPiece(piece);
      }
      return;
    }
    const blocks = [...selectedBlocks(this.#part)];
    yield* this.#add(blocks, 0, 1, LAST_KEY, false);
    // Other threads compute whole blocks, so most rows must be selected.
    const mayShare = selectedRows(this.#part) * 2 >= rowCount &&
      blocks.every(({ block }) => this.#range.canDefer(block));
    yield* this.#add(blocks, 1, blocks.length, LAST_KEY, mayShare);
  }

  /**
   * Adds a range of blocks. If a thread fails, one thread starts over with the first block and the initial
   * `bound`.
   */
  #add(
    blocks: readonly BlockRows[],
    from: number,
    to: number,
    bound: bigint,
    mayShare: boolean,
  ): Steps<void> {
    const work = this.#work;
    let hasBegun = false;
    const left = blocks.slice(from, to).filter((each) => !this.#isBeyond(each));
    this.#skipped += to - from - left.length;
    const needs = this.#needs(left);
    return eachBlock(work, needs, mayShare && this.#isMuchWork(needs), (crew) => {
      const { calls } = crew;
      if (hasBegun) this.#begin(bound);
      const wanted = hasBegun ? blocks.slice(0, to) : left;
      hasBegun = true;
      return {
        blocks: wanted,
        // For each row up to the threshold: keep its key, and lower the threshold once there are enough.
        write: (each: BlockRows, counted: number) => {
          if (this.#isBeyond(each)) {
            this.#skipped++;
            return undefined;
          }
          if (!crew.later && !this.#range.isStored) {
            // Computed on this thread, so it is kept at once.
            const list = each.bits ? work.take(BLOCK_ROWS * 4) : 0;
            this.#addPiece(pieceOf(work, this.#part, each, list));
            work.give(list);
            return undefined;
          }
          const { block, rows } = each;
          const bits = work.take(BITMAP_BYTES);
          writeBits(each, bits, calls);
          if (this.#range.narrow(block, rows, bits, calls) === "none") {
            work.give(bits);
            return undefined;
          }
          calls.count(bits, rows, counted);
          return () => {
            const count = work.arena.u32[counted >>> 2]!;
            if (count > 0 && !crew.hasFailed) this.#take({ block, rows, bits, count });
            work.give(bits);
          };
        },
        end() {},
      };
    });
  }

  #isBeyond({ block }: BlockRows): boolean {
    return this.#range.isStored
      ? this.#range.isBeyond(this.#key.column.stored(block)!)
      : this.#range.hasEnded;
  }

  #needs(blocks: readonly BlockRows[]): WorkNeeds {
    const rows = blocks.reduce((sum, each) => sum + each.rows, 0);
    const { bitmaps, own, cost } = this.#range;
    return { cost: cost * rows / 1000, bitmaps, own, pieces: blocks.length, each: 4 };
  }

  /**
   * Whether other threads may help: recorded calls use the threshold of the time when they are recorded, so
   * with a large limit too many rows are selected.
   */
  #isMuchWork({ cost }: WorkNeeds): boolean {
    if (this.#limit > FEW_WANTED || this.#bound === LAST_KEY) return false;
    return cost >= MUCH || threadSettings().always;
  }

  /** Computes a threshold from a single block: of those with enough rows, the one whose zone map has the first key. */
  *#lookAhead(blocks: readonly BlockRows[]): Steps<Ahead> {
    const { column, descending } = this.#key;
    let best = -1, first = 0n;
    blocks.forEach(({ block, count }, at) => {
      const { min, max } = column.stored(block)!;
      const own = descending ? max : min;
      if (count < this.#limit || (best >= 0 && (descending ? own <= first : own >= first))) return;
      [best, first] = [at, own];
    });
    // All rows of the block are stored for now, so that the threshold is computed once.
    this.#enough = Infinity;
    if (best >= 0) yield* this.#add(blocks, best, best + 1, LAST_KEY, false);
    return this.#kept >= this.#limit ? { best, bound: this.#last() } : { best: -1, bound: LAST_KEY };
  }

  /** Keeps the rows of a block that passed. */
  #take(passed: BlockRows): void {
    this.#keep(this.#read(passed));
  }

  /** Reads the keys of a block's rows after those kept; returns their number. */
  #read({ block, rows, bits, count }: BlockRows): number {
    const work = this.#work;
    const [keys, numbers] = this.#end;
    kernelsOf(work.arena).select.bitsToRows(bits, rows, block * BLOCK_ROWS, numbers);
    const nulls = work.take(count);
    this.#key.column.gather(numbers, count, keys, nulls);
    toSortKeys(work, this.#key, keys, 0, count);
    work.give(nulls);
    return count;
  }

  #addPiece(piece: Piece): void {
    const work = this.#work;
    const { select, group } = kernelsOf(work.arena);
    const { count, rows, base } = piece;
    const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
    const bits = work.take(BITMAP_BYTES), places = work.take(BLOCK_ROWS * 4);
    const nullsAt = readPiece(this.#key.column, piece, values, nulls);
    this.#range.selectValues(values, nullsAt, count, bits);
    const passed = select.bitsToRows(bits, count, 0, places);
    const [keys, numbers] = this.#end;
    group.permute(values, places, passed, keys);
    if (rows) group.permute32(rows, places, passed, numbers);
    else select.bitsToRows(bits, count, base, numbers);
    work.give(values, nulls, bits, places);
    toSortKeys(work, this.#key, keys, 0, passed);
    this.#keep(passed);
  }

  /** Addresses for the key and row number of the next row. */
  get #end(): [keys: number, rows: number] {
    return [this.#keys + 8 * this.#kept, this.#rows + 4 * this.#kept];
  }

  /** Keeps the new rows that are within the threshold; lowers it if many rows are kept. */
  #keep(more: number): void {
    const { group } = kernelsOf(this.#work.arena);
    const [keys, rows] = this.#end;
    this.#kept += this.#bound === LAST_KEY
      ? more
      : group.keysAtMost(keys, more, this.#bound, rows, 0, keys, rows);
    if (this.#kept > this.#enough) this.#compact();
    if (this.#kept > Math.max(8 * this.#limit, BLOCK_ROWS)) {
      // This many rows have equal keys: keep only the first of them, and let further keys decide later.
      this.#keepsTies = false;
      this.#compact();
    }
    if (this.#kept + BLOCK_ROWS > this.#capacity) this.#grow();
  }

  /** Lowers the threshold to the last key needed, and drops keys beyond it. */
  #compact(): void {
    const { group } = kernelsOf(this.#work.arena);
    const last = this.#last();
    this.#kept = group.keysAtMost(this.#keys, this.#kept, last, this.#rows, 0, this.#keys, this.#rows);
    if (!this.#keepsTies) this.#dropTies(last);
    this.#enough = 2 * Math.max(this.#kept, this.#limit);
    if (this.#keepsTies) return this.#lower(last);
    // Later rows cannot replace equal ones.
    this.#lowerBelow(last);
  }

  #lowerBelow(key: bigint): void {
    if (key === 0n) this.#range.end();
    else this.#lower(key - 1n);
  }

  #lower(bound: bigint): void {
    this.#bound = bound;
    this.#range.upTo(bound);
  }

  /** The key of the last row wanted. */
  #last(): bigint {
    const work = this.#work;
    const scratch = work.take(this.#kept * 8), counts = work.take(8192);
    const { group } = kernelsOf(work.arena);
    const last = BigInt.asUintN(64, group.nthWord(this.#keys, this.#kept, this.#limit - 1, scratch, counts));
    work.give(scratch, counts);
    return last;
  }

  /** Keeps only as many rows with the last key as are needed, the first ones. */
  #dropTies(last: bigint): void {
    const { u64, u32 } = this.#work.arena;
    const [keys, rows] = [this.#keys >>> 3, this.#rows >>> 2];
    let ties = this.#limit;
    for (let at = 0; at < this.#kept; at++) if (u64[keys + at]! < last) ties--;
    let count = 0;
    for (let at = 0; at < this.#kept; at++) {
      const key = u64[keys + at]!;
      if (key === last && ties-- <= 0) continue;
      u64[keys + count] = key;
      u32[rows + count++] = u32[rows + at]!;
    }
    this.#kept = count;
  }

  #grow(): void {
    const work = this.#work;
    const capacity = this.#capacity * 2;
    const keys = work.take(capacity * 8), rows = work.take(capacity * 4);
    work.arena.u8.copyWithin(keys, this.#keys, this.#keys + 8 * this.#kept);
    work.arena.u8.copyWithin(rows, this.#rows, this.#rows + 4 * this.#kept);
    work.give(this.#keys, this.#rows);
    [this.#keys, this.#rows, this.#capacity] = [keys, rows, capacity];
  }
}
