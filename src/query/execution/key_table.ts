/**
 * Gives single-word keys ids in order of first appearance: by a direct table with a slot per key if keys lie
 * close together, otherwise by a hash table.
 * @module
 */

import type { RecordedKernels } from "../../memory/kernel_table.ts";
import { kernelsOf } from "./kernels.ts";
import type { Exports as KeyedKernels } from "./kernels/keyed.wasm.ts";
import { KeyState } from "./kernels/keyed_layout.ts";
import type { Workspace } from "./relation.ts";
import { rowRanges } from "./row_ranges.ts";

/** A range of keys, starting at `low`, each with its own slot. */
export interface DirectKeys {
  readonly low: bigint;
  readonly size: number;
}

/** Calls that add rows of keys, run at once or recorded. */
type RowAdding<R> = {
  readonly [name in "addKeysShared" | "addDirectKeysShared"]: (...args: Parameters<KeyedKernels[name]>) => R;
};

/** Rows to add to a table, by their keys. */
interface KeyRows {
  /** Address of row numbers (u32); 0: `base` and the numbers after it. */
  readonly rows: number;
  readonly base: number;
  /** If false, unknown keys get no id. */
  readonly add: boolean;
  /** Null gets no id when keys are added. */
  readonly nullsAreNone?: boolean;
}

const FEW_KEYS = 1024;
/** Initial number of slots, as a power of two. */
const FEW_BITS = 11;
/** Bytes per key: a word for the key, and 32 bits for its first row. */
const BYTES_OF_KEY = 12;
/** Larger tables double instead of growing fourfold, so that they do not stay mostly empty. */
const LARGE_BITS = 20;

/** Maps keys to ids. */
export class KeyTable {
  readonly #work: Workspace;
  readonly #direct: DirectKeys | undefined;
  readonly #state: number;
  #bits = FEW_BITS;
  #table: number;
  /** Capacity of `keys` and `firsts`, in ids. */
  #capacity = FEW_KEYS;
  #keys: number;
  #firsts: number;

  /** Starts without keys. */
  constructor(work: Workspace, direct?: DirectKeys) {
    [this.#work, this.#direct] = [work, direct];
    this.#state = work.takeZeroed(KeyState.Bytes);
    this.#table = work.takeZeroed(direct ? direct.size * 4 : 4 << this.#bits);
    this.#keys = work.take(FEW_KEYS * 8);
    this.#firsts = work.take(FEW_KEYS * 4);
  }

  /** Number of keys with an id, null included. */
  get count(): number {
    return this.#work.arena.u32[(this.#state + KeyState.Count) >>> 2]!;
  }

  /** Arena address of the keys (words) by id. */
  get keys(): number {
    return this.#keys;
  }

  /** Arena address of the first row of each key (u32), by id. */
  get firsts(): number {
    return this.#firsts;
  }

  /** The id of null; -1 if it has none. */
  get nullNumber(): number {
    return this.#work.arena.u32[(this.#state + KeyState.Null) >>> 2]! - 1;
  }

  /** The smallest and largest key as words; undefined if there are none. Null must not have an id. */
  range(): { readonly low: bigint; readonly high: bigint } | undefined {
    const { u64 } = this.#work.arena;
    const { count } = this;
    if (count === 0) return undefined;
    const from = this.#keys >>> 3;
    let low = u64[from]!, high = low;
    for (let at = 1; at < count; at++) {
      this.#work.tick(1);
      const word = u64[from + at]!;
      if (word < low) low = word;
      if (word > high) high = word;
    }
    return { low, high };
  }

  /** Writes the ids of n keys (u32), adding new keys; 0xffffffff means none. */
  assign(words: number, nulls: number, n: number, ids: number, how: KeyRows): void {
    const { keyed } = kernelsOf(this.#work.arena);
    const { rows, base, add, nullsAreNone = false } = how;
    const isAdding = !add ? 0 : nullsAreNone ? 2 : 1;
    for (let done = 0; done < n;) {
      const state = this.#state, keys = this.#keys, firsts = this.#firsts;
      if (this.#direct) {
        const { low, size } = this.#direct;
        done = keyed.directIds(
          ...[words, nulls, done, n, this.#table] as const,
          ...[low, BigInt(size), state, keys, firsts] as const,
          ...[rows, base, isAdding, this.#capacity, ids] as const,
        );
      } else {
        done = keyed.hashIds(
          ...[words, nulls, done, n, this.#table] as const,
          ...[BigInt(64 - this.#bits), state, keys, firsts] as const,
          ...[rows, base, isAdding, this.#capacity, ids] as const,
        );
      }
      if (done < n) this.#grow();
    }
  }

  /**
   * Looks up the ids of n keys, or records the call; 0xffffffff means none. No keys may be added at the same
   * time.
   */
  lookUp(keyed: RecordedKernels<KeyedKernels>, words: number, nulls: number, n: number, ids: number): void {
    const [state, keys, firsts, table] = [this.#state, this.#keys, this.#firsts, this.#table];
    const rest = [0, 0, 0, this.#capacity, ids] as const;
    if (this.#direct) {
      const { low, size } = this.#direct;
      keyed.directIds(words, nulls, 0, n, table, low, BigInt(size), state, keys, firsts, ...rest);
    } else keyed.hashIds(words, nulls, 0, n, table, BigInt(64 - this.#bits), state, keys, firsts, ...rest);
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return 4 * (this.#direct?.size ?? 2 ** this.#bits) + BYTES_OF_KEY * this.#capacity;
  }

  /** Bytes needed for the keys of this many rows after `reserve`. */
  static bytesOfRows(count: number, direct?: DirectKeys): number {
    return direct ? direct.size * 4 : 4 * 2 ** slotBits(count) + 8 * count;
  }

  /** Reserves an empty table for the keys of this many rows; then `addRows` may be called. */
  reserve(count: number): void {
    if (this.#direct) return;
    const work = this.#work;
    work.give(this.#table, this.#keys);
    this.#bits = slotBits(count);
    this.#table = work.takeZeroed(4 * 2 ** this.#bits);
    this.#keys = work.take(Math.max(1, count) * 8);
  }

  /**
   * Adds the keys of n rows, numbered from `first`, and writes their ids to `ids`, or records the call; its
   * result is 1 if a key was already present. The id of a key is the number of a row that has it. Nulls get
   * none. Several threads may run such calls at once.
   */
  addRows<R>(
    keyed: RowAdding<R>,
    words: number,
    nulls: number,
    n: number,
    first: number,
    ids: number,
  ): R {
    if (this.#direct) {
      const { low, size } = this.#direct;
      return keyed.addDirectKeysShared(words, nulls, n, this.#table, low, BigInt(size), first, ids);
    }
    return keyed.addKeysShared(words, nulls, n, this.#table, BigInt(64 - this.#bits), this.#keys, first, ids);
  }

  /**
   * Ends adding by `addRows`: the reserved rows are all present. No keys may be added afterwards; ids that no
   * key got have arbitrary keys.
   */
  setCount(rows: number): void {
    this.#work.arena.u32[(this.#state + KeyState.Count) >>> 2] = rows;
  }

  /** Removes what `addRows` has added. */
  clear(): void {
    const work = this.#work;
    work.give(this.#table, this.#keys);
    this.#bits = FEW_BITS;
    this.#table = work.takeZeroed(this.#direct ? this.#direct.size * 4 : 4 << FEW_BITS);
    this.#keys = work.take(this.#capacity * 8);
  }

  /** Frees the memory. */
  release(): void {
    this.#work.give(this.#state, this.#table, this.#keys, this.#firsts);
  }

  #grow(): void {
    const work = this.#work;
    const wider = !this.#direct && this.#bits < LARGE_BITS ? 4 : 2;
    const capacity = this.#capacity * wider;
    const keys = work.take(capacity * 8), firsts = work.take(capacity * 4);
    const { u8 } = work.arena;
    u8.copyWithin(keys, this.#keys, this.#keys + 8 * this.#capacity);
    u8.copyWithin(firsts, this.#firsts, this.#firsts + 4 * this.#capacity);
    work.give(this.#keys, this.#firsts);
    [this.#keys, this.#firsts, this.#capacity] = [keys, firsts, capacity];
    if (this.#direct) return;
    work.give(this.#table);
    this.#bits += wider === 4 ? 2 : 1;
    this.#table = work.takeZeroed(4 * 2 ** this.#bits);
    const { keyed } = kernelsOf(work.arena);
    for (const [at, n] of rowRanges(work, this.count)) {
      keyed.rehash(keys, at, at + n, this.#state, this.#table, BigInt(64 - this.#bits));
    }
  }
}

/** Number of slots for the keys of this many rows, as a power of two; at least half of them stay free. */
function slotBits(count: number): number {
  return Math.max(FEW_BITS, Math.ceil(Math.log2(count + 1)) + 1);
}

/** Gives pairs of an id and a key ids of their own, in order of first appearance. */
export class PairTable {
  readonly #work: Workspace;
  readonly #keys: KeyTable;
  readonly #pairs: KeyTable;

  /** Starts without pairs. */
  constructor(work: Workspace) {
    this.#work = work;
    this.#keys = new KeyTable(work);
    this.#pairs = new KeyTable(work);
  }

  /** Number of pairs with an id. */
  get count(): number {
    return this.#pairs.count;
  }

  /** Arena address of the first row of each pair (u32). */
  get firsts(): number {
    return this.#pairs.firsts;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#keys.bytes + this.#pairs.bytes;
  }

  /**
   * Replaces the first halves of n pairs (u32) by the ids of the pairs; a missing first half stays missing.
   */
  assign(words: number, nulls: number, n: number, ids: number, how: KeyRows): void {
    const work = this.#work;
    const others = work.take(n * 4), pairs = work.take(n * 8), none = work.take(n);
    this.#keys.assign(words, nulls, n, others, how);
    kernelsOf(work.arena).keyed.pairIds(ids, others, n, pairs, none);
    this.#pairs.assign(pairs, none, n, ids, { ...how, nullsAreNone: true });
    work.give(others, pairs, none);
  }

  /** Frees the memory. */
  release(): void {
    this.#keys.release();
    this.#pairs.release();
  }
}
