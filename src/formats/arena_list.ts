/**
 * A growing list of fixed-size entries in the arena, which kernels can read and write too.
 * @module
 */

import type { Arena } from "../memory/arena.ts";

const FIRST_ENTRIES = 256;

/** A list whose entries all have one size. */
export class ArenaList {
  readonly #arena: Arena;
  readonly #bytes: number;
  #room = FIRST_ENTRIES;
  #pointer: number;
  /** Number of entries. */
  length = 0;

  /** Creates an empty list. */
  constructor(arena: Arena, bytes: number) {
    this.#arena = arena;
    this.#bytes = bytes;
    this.#pointer = arena.alloc(FIRST_ENTRIES * bytes);
  }

  /** Address of the first entry, which `add` and `reserve` may change. */
  get pointer(): number {
    return this.#pointer;
  }

  /** Capacity in entries. */
  get room(): number {
    return this.#room;
  }

  /**
   * Makes room for this many entries in total. It is for callers that count entries themselves; entries after
   * `length` have undefined content.
   */
  reserve(entries: number): void {
    while (this.#room < entries) this.#grow();
  }

  /** Adds an entry of zeros and returns its number. */
  add(): number {
    this.reserve(this.length + 1);
    const at = this.#pointer + this.length * this.#bytes;
    this.#arena.u8.fill(0, at, at + this.#bytes);
    return this.length++;
  }

  /** Reads a field of an entry; `field` is an offset in bytes. */
  word(entry: number, field: number): number {
    return this.#arena.u32[(this.#pointer + entry * this.#bytes + field) >>> 2]!;
  }

  /** Sets a field of an entry. */
  set(entry: number, field: number, word: number): void {
    this.#arena.u32[(this.#pointer + entry * this.#bytes + field) >>> 2] = word;
  }

  /** Sets a 64-bit field from its low and high half. */
  setHalves(entry: number, field: number, low: number, high: number): void {
    this.set(entry, field, low);
    this.set(entry, field + 4, high);
  }

  /** Frees the memory. */
  close(): void {
    this.#arena.free(this.#pointer);
    this.#pointer = 0;
  }

  #grow(): void {
    const bytes = this.#room * this.#bytes;
    if (!this.#arena.extend(this.#pointer, 2 * bytes)) {
      const pointer = this.#arena.alloc(2 * bytes);
      this.#arena.u8.copyWithin(pointer, this.#pointer, this.#pointer + bytes);
      this.#arena.free(this.#pointer);
      this.#pointer = pointer;
    }
    this.#room *= 2;
  }
}
