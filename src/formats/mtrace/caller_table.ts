/**
 * Numbers the distinct callers of a trace by their text, in memory shared with the kernel; see callers.part.as.ts.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { Caller, CallerTable, Slot } from "./decoder_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";

/** Initial number of slots of the hash table. */
const FIRST_SLOTS = 1 << 11;
/** Size in bytes of the first piece of memory for texts; each further piece is twice as large, up to `FULL_PIECE`. */
const FIRST_PIECE = 1 << 16;
const FULL_PIECE = 1 << 22;

/** Numbers callers from 1 on. */
export class CallerNumbering {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #state: KernelState<CallerTable>;
  #pieces: number[] = [];

  /** Creates an empty table in the arena. */
  constructor(arena: Arena, kernel: Kernels) {
    this.#arena = arena;
    this.#kernel = kernel;
    this.#state = new KernelState(arena, CallerTable.Bytes);
    this.#state.setWide(CallerTable.Seed, crypto.getRandomValues(new BigUint64Array(1))[0]!);
    this.#state.set(CallerTable.Count, 1);
    this.#setSlots(FIRST_SLOTS);
  }

  /** Address of the table in the arena. */
  get pointer(): number {
    return this.#state.pointer;
  }

  /** The largest number plus one. */
  get count(): number {
    return this.#state.word(CallerTable.Count);
  }

  /** The number of the caller whose text is at an address of the arena. */
  numberOf(text: number, length: number): number {
    const number = this.#kernel.numberOf(this.pointer, text, length);
    if (number !== 0) return number;
    this.makeRoom(length);
    return this.#kernel.numberOf(this.pointer, text, length);
  }

  /** Address of the text of a caller in the arena. */
  textOf(number: number): number {
    return this.#callerAt(number) + Caller.Bytes;
  }

  /** Length of the text of a caller. */
  lengthOf(number: number): number {
    return this.#arena.u32[(this.#callerAt(number) + Caller.Length) >>> 2]!;
  }

  /** Grows whatever is full (hash table or text memory), so that a caller with a text of this length fits. */
  makeRoom(length: number): void {
    if (2 * this.count > this.#state.word(CallerTable.Mask)) this.#growSlots();
    const bytes = Caller.Bytes + 8 * Math.ceil(length / 8);
    if (this.#state.word(CallerTable.End) - this.#state.word(CallerTable.Next) < bytes) this.#addPiece(bytes);
  }

  /** Frees the memory. */
  close(): void {
    for (const each of this.#pieces) this.#arena.free(each);
    this.#arena.free(this.#state.word(CallerTable.Slots));
    this.#arena.free(this.#state.word(CallerTable.Callers));
    this.#state.close();
  }

  #callerAt(number: number): number {
    return this.#arena.u32[(this.#state.word(CallerTable.Callers) >>> 2) + number]!;
  }

  #addPiece(least: number): void {
    const bytes = Math.max(least, Math.min(FULL_PIECE, FIRST_PIECE * 2 ** this.#pieces.length));
    const piece = this.#arena.alloc(bytes);
    this.#pieces.push(piece);
    this.#state.set(CallerTable.Next, piece);
    this.#state.set(CallerTable.End, piece + bytes);
  }

  /** Doubles the hash table, and the list of callers with it. */
  #growSlots(): void {
    const slots = this.#state.word(CallerTable.Slots), callers = this.#state.word(CallerTable.Callers);
    const count = this.#state.word(CallerTable.Mask) + 1;
    this.#setSlots(2 * count);
    this.#kernel.moveSlots(this.pointer, slots, count);
    this.#arena.u8.copyWithin(this.#state.word(CallerTable.Callers), callers, callers + 4 * this.count);
    this.#arena.free(slots);
    this.#arena.free(callers);
  }

  #setSlots(count: number): void {
    const slots = this.#arena.allocZeroed(Slot.Bytes * count), callers = this.#arena.alloc(4 * count / 2);
    this.#state.set(CallerTable.Slots, slots);
    this.#state.set(CallerTable.Mask, count - 1);
    this.#state.set(CallerTable.Callers, callers);
  }
}
