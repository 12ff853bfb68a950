/**
 * The frame lists of a store of backtraces, in a memory of their own that the kernel works on; see
 * stacks.as.ts.
 * @module
 */

import { powerOfTwo } from "../base/power_of_two.ts";
import { Arena, ArenaFullError } from "../memory/arena.ts";
import { KernelState } from "../memory/kernel_state.ts";
import { instantiate } from "../memory/wasm_module.ts";
import { StackEntry, StackStoreState } from "./stack_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./stacks.wasm.ts";

/** Bytes of the first page of lists; each page is four times as long as the one before, up to a maximum. */
const FIRST_PIECE = 1 << 14;
const FULL_PIECE = 1 << 22;
/** Initial capacity in stacks. */
const FIRST_ROOM = 1 << 8;
/** Initial capacity, in words, for lists passed to the kernel. */
const FIRST_LISTS = 1 << 8;
/** Maximum lists passed to the kernel at once; each comes with its depth and receives its id. */
export const LISTS_PER_BATCH = 1 << 12;

/** Lists are not compacted while unused lists take at most this many bytes. */
const LITTLE_WASTE = 1 << 16;

/** Entries, lists and hash table of all stacks, in the memory of the kernel. */
export class StackMemory {
  readonly #need: (more: number) => void;
  readonly #arena = new Arena("backtraces");
  readonly #kernel = instantiate<Kernels>(WASM_BASE64, this.#arena);
  readonly #state: KernelState<StackStoreState> = new KernelState(this.#arena, StackStoreState.Bytes);
  /** Lists that are passed to the kernel, with room for this many words, followed by their depths and ids. */
  #lists = this.#arena.alloc(4 * FIRST_LISTS);
  #listsRoom = FIRST_LISTS;
  readonly #depths = this.#arena.alloc(4 * LISTS_PER_BATCH);
  readonly #ids = this.#arena.alloc(4 * LISTS_PER_BATCH);
  /** Pages of lists, and the number of bytes that lists, including unused ones, take in them. */
  #pieces: number[] = [];
  #pieceBytes = 0;
  #listBytes = 0;
  #wasted = 0;

  /** `need` throws if this many more bytes would exceed the limit for backtraces. */
  constructor(need: (more: number) => void) {
    this.#need = need;
    this.#state.setWide(StackStoreState.Seed, crypto.getRandomValues(new BigUint64Array(1))[0]!);
    this.#state.set(StackStoreState.Entries, this.#arena.allocZeroed(FIRST_ROOM * StackEntry.Bytes));
    this.#state.set(StackStoreState.Room, FIRST_ROOM);
    this.#state.set(StackStoreState.Count, 1);
    this.#setSlots(2 * FIRST_ROOM);
  }

  /** Bytes of entries, lists and hash table. */
  get byteLength(): number {
    return StackEntry.Bytes * this.get(StackStoreState.Room) + 4 * (this.get(StackStoreState.Mask) + 1) +
      this.#pieceBytes +
      4 * this.#listsRoom + 8 * LISTS_PER_BATCH;
  }

  /** View of the memory as 16-bit words. */
  get u16(): Uint16Array {
    return this.#arena.u16;
  }

  /** View of the memory as 32-bit words. */
  get u32(): Uint32Array {
    return this.#arena.u32;
  }

  /** Offset of the depths passed to the kernel, in words. */
  get depths(): number {
    return this.#depths >>> 2;
  }

  /** Offset of the ids returned by the kernel, in words. */
  get ids(): number {
    return this.#ids >>> 2;
  }

  /** Returns the offset, in words, of the lists passed to the kernel, with room for this many words. */
  listsFor(words: number): number {
    if (words > this.#listsRoom) {
      const room = powerOfTwo(words);
      this.#need(4 * (room - this.#listsRoom));
      this.#arena.free(this.#lists);
      // If the allocation below fails, there is no buffer.
      this.#lists = this.#listsRoom = 0;
      this.#lists = this.#arena.alloc(4 * room);
      this.#listsRoom = room;
    }
    return this.#lists >>> 2;
  }

  /** Returns a field of the store. */
  get(field: StackStoreState): number {
    return this.#state.word(field);
  }

  /** Returns a field of a stack. */
  entry(id: number, field: StackEntry): number {
    return this.#arena.u32[(this.get(StackStoreState.Entries) + id * StackEntry.Bytes + field) >>> 2]!;
  }

  /** Finds or adds this many lists. Throws `ReadingFullError`. */
  intern(count: number): void {
    let done = 0, lists = this.#lists;
    while (done < count) {
      const next = this.get(StackStoreState.Next);
      const depths = this.#depths + 4 * done, ids = this.#ids + 4 * done;
      const end = done + this.#kernel.intern(this.#state.pointer, lists, depths, count - done, ids);
      this.#listBytes += this.get(StackStoreState.Next) - next;
      for (; done < end; done++) lists += 4 * this.u32[this.depths + done]!;
      if (done < count) this.#makeRoom(this.u32[this.depths + done]!);
    }
  }

  /** Adds an owner to a stack. */
  hold(id: number): void {
    this.#setEntry(id, StackEntry.Holders, this.entry(id, StackEntry.Holders) + 1);
  }

  /** Implements `StackStore.releaseAll`. */
  releaseAll(ids: readonly number[]): void {
    const gone = ids.filter((id) => {
      const holders = this.entry(id, StackEntry.Holders) - 1;
      this.#setEntry(id, StackEntry.Holders, holders);
      return holders === 0;
    });
    const inUse = this.get(StackStoreState.InUse);
    // When a trace with a million stacks is closed, most stacks disappear at once; the others are then
    // inserted into an empty table.
    const isMost = 2 * gone.length > inUse;
    for (const id of gone) {
      if (!isMost) this.#unlink(id);
      this.#wasted += this.#bytesOf(id);
      this.#setEntry(id, StackEntry.Depth, 0);
      this.#setEntry(id, StackEntry.Place, this.get(StackStoreState.Free));
      this.#state.set(StackStoreState.Free, id);
    }
    this.#state.set(StackStoreState.InUse, inUse - gone.length);
    if (isMost) this.#rehashFew();
    if (this.#wasted > LITTLE_WASTE && this.#wasted > this.#listBytes >>> 1) this.#compact();
  }

  /** Makes room, wherever it is missing, for a list of this many frames. Throws `ReadingFullError`. */
  #makeRoom(depth: number): void {
    const bytes = 4 * depth + 8;
    if (this.get(StackStoreState.End) - this.get(StackStoreState.Next) < bytes) this.#addPiece(bytes);
    const room = this.get(StackStoreState.Room), slots = this.get(StackStoreState.Mask) + 1;
    if (this.get(StackStoreState.Free) === 0 && this.get(StackStoreState.Count) === room) {
      this.#need(StackEntry.Bytes * room);
      const before = this.get(StackStoreState.Entries);
      if (!this.#arena.extend(before, 2 * StackEntry.Bytes * room)) {
        const entries = this.#arena.alloc(2 * StackEntry.Bytes * room);
        this.#arena.u8.copyWithin(entries, before, before + StackEntry.Bytes * room);
        this.#state.set(StackStoreState.Entries, entries);
        this.#arena.free(before);
      }
      const entries = this.get(StackStoreState.Entries);
      this.#arena.u8.fill(0, entries + StackEntry.Bytes * room, entries + 2 * StackEntry.Bytes * room);
      this.#state.set(StackStoreState.Room, 2 * room);
    }
    if (2 * (this.get(StackStoreState.InUse) + 1) >= slots) this.#rehash(2 * slots);
  }

  /** Adds a page of lists; the first page has this many bytes. */
  #addPiece(bytes: number): void {
    const length = Math.max(
      Math.min(FULL_PIECE, FIRST_PIECE * 4 ** Math.min(this.#pieces.length, 8)),
      8 * Math.ceil(bytes / 8),
    );
    this.#need(length);
    const piece = this.#arena.alloc(length);
    this.#pieces.push(piece);
    this.#pieceBytes += length;
    this.#state.set(StackStoreState.Next, piece);
    this.#state.set(StackStoreState.End, piece + length);
  }

  /** Empties the slot of a stack. */
  #unlink(id: number): void {
    const { u32 } = this;
    const slots = this.get(StackStoreState.Slots) >>> 2, mask = this.get(StackStoreState.Mask);
    let hole = this.entry(id, StackEntry.Hash) & mask;
    while (u32[slots + hole] !== id) hole = (hole + 1) & mask;
    // Move entries after the hole up, so that no search ends too early.
    for (let slot = (hole + 1) & mask; u32[slots + slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.entry(u32[slots + slot]!, StackEntry.Hash) & mask;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      u32[slots + hole] = u32[slots + slot]!;
      hole = slot;
    }
    u32[slots + hole] = 0;
  }

  /** Resizes the hash table to `length` slots and inserts all entries again. Throws `ReadingFullError`. */
  #rehash(length: number): void {
    this.#need(4 * Math.max(0, length - this.get(StackStoreState.Mask) - 1));
    const before = this.get(StackStoreState.Slots);
    this.#setSlots(length);
    this.#arena.free(before);
    this.#kernel.fillSlots(this.#state.pointer);
  }

  /**
   * Inserts the remaining stacks into a smaller table, or into this one if there is no memory for a smaller
   * one.
   */
  #rehashFew(): void {
    const length = this.get(StackStoreState.Mask) + 1;
    try {
      this.#rehash(
        Math.min(length, Math.max(2 * FIRST_ROOM, 4 * powerOfTwo(this.get(StackStoreState.InUse)))),
      );
    } catch (error) {
      if (!(error instanceof ArenaFullError)) throw error;
      const slots = this.get(StackStoreState.Slots) >>> 2;
      this.u32.fill(0, slots, slots + length);
      this.#kernel.fillSlots(this.#state.pointer);
    }
  }

  #setSlots(length: number): void {
    this.#state.set(StackStoreState.Slots, this.#arena.allocZeroed(4 * length));
    this.#state.set(StackStoreState.Mask, length - 1);
  }

  /** Compacts the lists in use; if there is no memory for that, they stay where they are. */
  #compact(): void {
    const before = this.#pieces, bytesBefore = this.#pieceBytes;
    this.#pieces = [];
    this.#state.set(StackStoreState.End, this.get(StackStoreState.Next));
    try {
      for (let id = 1; id < this.get(StackStoreState.Count); id++) this.#move(id);
    } catch (error) {
      if (!(error instanceof ArenaFullError)) throw error;
      this.#pieces.push(...before);
      return;
    }
    for (const piece of before) this.#arena.free(piece);
    this.#pieceBytes -= bytesBefore;
    this.#listBytes -= this.#wasted;
    this.#wasted = 0;
  }

  /** Moves the list of a stack to the end. */
  #move(id: number): void {
    const place = this.entry(id, StackEntry.Place), bytes = this.#bytesOf(id);
    if (bytes === 0) return;
    if (this.get(StackStoreState.End) - this.get(StackStoreState.Next) < bytes) this.#addPiece(bytes);
    const next = this.get(StackStoreState.Next), from = 4 * (place - (place & 1));
    this.#arena.u8.copyWithin(next, from, from + bytes);
    this.#setEntry(id, StackEntry.Place, (next >>> 2) | (place & 1));
    this.#state.set(StackStoreState.Next, next + bytes);
  }

  /** Bytes of the list of a stack; 0 if the id is free. */
  #bytesOf(id: number): number {
    const isWide = (this.entry(id, StackEntry.Place) & 1) !== 0;
    return 8 * Math.ceil(this.entry(id, StackEntry.Depth) / (isWide ? 2 : 4));
  }

  #setEntry(id: number, field: StackEntry, word: number): void {
    this.#arena.u32[(this.get(StackStoreState.Entries) + id * StackEntry.Bytes + field) >>> 2] = word;
  }
}
