/**
 * Stores each distinct trace entry of a file once, under a number. A long trace repeats a small set of
 * entries, so it can be stored as a list of these numbers.
 * @module
 */

import { COVERAGE_LIMITS } from "./limits.ts";
import type { Arena } from "../../memory/arena.ts";
import { sharedKernels } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { EntryCounts, Row, Slot, State, Stop } from "./entry_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./entries.wasm.ts";

/** Shared between traces, because a campaign opens thousands of small traces in one arena. */
const kernelsOf = sharedKernels<Kernels>(WASM_BASE64);

/**
 * Maximum number of distinct entries. A program has one per few bytes of code, so more means damage or an
 * attack, and would leave too little memory for the derived tables.
 */
const MOST_ENTRIES = COVERAGE_LIMITS.entries.most;

const FIRST_SLOTS = 1024;

/** Interns entries from the bytes of a file in the arena. */
export class EntryDictionary {
  readonly #arena: Arena;
  readonly #kernels: Kernels;
  readonly #wide: boolean;
  readonly #bigEndian: boolean;
  readonly #most: number;
  readonly #state: KernelState<State>;
  #slots = 0;
  #slotCount = 0;
  #rows = 0;
  #rowCapacity = 0;
  #stats = 0;
  #statCapacity = 0;
  #lastEpoch = 1;

  /** `pcSize` and `bigEndian` come from the section header. */
  constructor(arena: Arena, pcSize: number, bigEndian: boolean, most: number = MOST_ENTRIES) {
    this.#most = most;
    this.#arena = arena;
    this.#kernels = kernelsOf(arena);
    this.#wide = pcSize === 8;
    this.#bigEndian = bigEndian;
    this.#state = new KernelState(arena, State.Bytes);
    this.#state.set(State.Epoch, 1);
    this.#state.set(State.NextRecord, 1);
    const random = crypto.getRandomValues(new BigUint64Array(2));
    this.#state.setWide(State.PcFactor, random[0]! | 1n);
    this.#state.setWide(State.RestFactor, random[1]! | 1n);
    // Always a power of two: the kernel takes the slot from the upper bits of the hash.
    this.#grow(FIRST_SLOTS);
  }

  /** Size of an entry in the file, in bytes. */
  get entryBytes(): number {
    return this.#wide ? 16 : 8;
  }

  /** Number of distinct entries. */
  get size(): number {
    return this.#state.word(State.RowCount);
  }

  /** Number of the next entry in the file, from 1. */
  get nextRecord(): number {
    return this.#state.word(State.NextRecord);
  }

  /** Why the last `decode` stopped: a `Stop`. */
  get stop(): Stop {
    return this.#state.word(State.Stopped);
  }

  /**
   * Converts up to `count` complete entries at arena address `at` into codes at `codes`, and returns how many
   * it converted. With `accept`, the first one is converted even if it looks like the header of another
   * trace.
   */
  decode(at: number, count: number, codes: number, accept = false): number {
    const { decode8, decode16 } = this.#kernels;
    const step = this.entryBytes;
    let done = 0;
    while (true) {
      const take = (this.#wide ? decode16 : decode8)(
        at + done * step,
        count - done,
        codes + done * 4,
        this.#state.pointer,
        accept && done === 0 ? 1 : 0,
      );
      done += take;
      if (this.stop !== Stop.Full || this.isFull) return done;
      this.#grow(this.#slotCount * 2);
    }
  }

  /** Whether the dictionary has reached its maximum size. */
  get isFull(): boolean {
    return this.size >= this.#most;
  }

  /**
   * Adds a special entry, which always gets a row of its own, and returns its code. The dictionary must not
   * be full.
   */
  addSpecial(low: number, high: number, operation: number): number {
    if (this.size === this.#rowCapacity) this.#grow(this.#slotCount * 2);
    const code = this.size;
    // Keep the byte order of the file, so that all rows are read in the same way.
    const swap = this.#bigEndian;
    this.#setField(code, Row.Pc, swap ? swap32(this.#wide ? high : low) : low);
    this.#setField(code, Row.PcHigh, this.#wide ? (swap ? swap32(low) : high) : 0);
    const shown = swap ? ((operation & 0xff) << 8) | (operation >>> 8) : operation;
    this.#setField(code, Row.Rest, shown | 0x800000);
    this.#setField(code, Row.Epoch, 0);
    this.#setField(code, Row.First, this.nextRecord);
    this.#state.set(State.RowCount, code + 1);
    this.#state.set(State.NextRecord, this.nextRecord + 1);
    return code;
  }

  /** Writes a code where `decode` would have written it. */
  putCode(codes: number, code: number): void {
    this.#arena.u32[codes >>> 2] = code;
  }

  /**
   * Starts an epoch: from here on equal entries get new codes, because their addresses now refer to other
   * code.
   */
  nextEpoch(): void {
    this.#state.set(State.Epoch, ++this.#lastEpoch);
  }

  /** Returns to the first epoch, in which addresses mean the same as at the start. */
  firstEpoch(): void {
    this.#state.set(State.Epoch, 1);
  }

  /** Low half of the pc of an entry. */
  pcLow(code: number): number {
    if (!this.#bigEndian) return this.#field(code, Row.Pc);
    return swap32(this.#field(code, this.#wide ? Row.PcHigh : Row.Pc));
  }

  /** High half of the pc of an entry. */
  pcHigh(code: number): number {
    if (!this.#wide) return 0;
    return this.#bigEndian ? swap32(this.#field(code, Row.Pc)) : this.#field(code, Row.PcHigh);
  }

  /** Size field of an entry. */
  sizeOf(code: number): number {
    const word = this.#field(code, Row.Rest);
    return this.#bigEndian ? ((word & 0xff) << 8) | ((word >>> 8) & 0xff) : word & 0xffff;
  }

  /** Op byte of an entry. */
  opOf(code: number): number {
    return (this.#field(code, Row.Rest) >>> 16) & 0xff;
  }

  /** Number of the first entry in the file with this code, from 1. */
  firstOf(code: number): number {
    return this.#field(code, Row.First);
  }

  /** Computes the counts for `countOf` and `lastOf`; call it after the last `decode`. */
  collect(): void {
    this.#arena.free(this.#stats);
    this.#statCapacity = this.#rowCapacity;
    this.#stats = this.#arena.allocZeroed(this.#statCapacity * EntryCounts.Bytes);
    this.#kernels.collect(this.#slots, this.#slotCount, this.#stats);
  }

  /** How often an entry occurs in the file. */
  countOf(code: number): number {
    // `collect` does not count special entries, because they have no slot.
    return this.#arena.u32[(this.#stats + code * EntryCounts.Bytes + EntryCounts.Count) >>> 2]! || 1;
  }

  /** Number of the last entry in the file with this code. */
  lastOf(code: number): number {
    return this.#arena.u32[(this.#stats + code * EntryCounts.Bytes + EntryCounts.Last) >>> 2]! ||
      this.firstOf(code);
  }

  /** Frees the memory. */
  close(): void {
    const arena = this.#arena;
    arena.free(this.#slots);
    arena.free(this.#rows);
    arena.free(this.#stats);
    this.#state.close();
    this.#slots =
      this.#rows =
      this.#stats =
      this.#slotCount =
      this.#rowCapacity =
      this.#statCapacity =
        0;
  }

  #field(code: number, field: Row): number {
    return this.#arena.u32[(this.#rows + code * Row.Bytes + field) >>> 2]!;
  }

  #setField(code: number, field: Row, value: number): void {
    this.#arena.u32[(this.#rows + code * Row.Bytes + field) >>> 2] = value;
  }

  /**
   * Replaces the tables by larger ones. Half of the slots stay empty to keep probing short; there are as many
   * rows as slots in use.
   */
  #grow(slotCount: number): void {
    const arena = this.#arena;
    const rowCapacity = Math.min(slotCount / 2, this.#most);
    const rows = arena.alloc(rowCapacity * Row.Bytes);
    const slots = arena.allocZeroed(slotCount * Slot.Bytes);
    arena.u8.copyWithin(rows, this.#rows, this.#rows + this.size * Row.Bytes);
    const before = this.#slots, countBefore = this.#slotCount;
    this.#state.set(State.Slots, slots);
    this.#state.set(State.Shift, 64 - Math.log2(slotCount));
    this.#state.set(State.Rows, rows);
    this.#state.set(State.RowCapacity, rowCapacity);
    if (before !== 0) this.#kernels.rehash(before, countBefore, this.#state.pointer);
    arena.free(before);
    arena.free(this.#rows);
    this.#slots = slots;
    this.#slotCount = slotCount;
    this.#rows = rows;
    this.#rowCapacity = rowCapacity;
  }
}

/** Reverses the bytes of a word. */
function swap32(word: number): number {
  return ((word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) |
    (word >>> 24)) >>> 0;
}
