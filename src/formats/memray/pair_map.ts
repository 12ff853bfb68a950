/**
 * A map from pairs of numbers to numbers, for millions of entries.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { Pair } from "./call_layout.ts";

/** Number of words in a slot. */
const SLOT = Pair.Bytes / 4;
const VALUE = Pair.Value / 4;
const FIRST_SLOTS = 1024;

/** A hash table with open addressing, in memory shared with kernels. Entries are never removed. */
export class PairMap {
  readonly #arena: Arena;
  #pointer: number;
  #mask = FIRST_SLOTS - 1;
  #count = 0;
  /** An odd hash factor, random per process, so that no file can be crafted to make keys collide. */
  readonly factor: number = (crypto.getRandomValues(new Uint32Array(1))[0]! | 1) >>> 0;

  /** Creates an empty map. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#pointer = arena.allocZeroed(FIRST_SLOTS * Pair.Bytes);
  }

  /** Address of the slots; `set` may move them. */
  get pointer(): number {
    return this.#pointer;
  }

  /** Number of slots minus one. */
  get mask(): number {
    return this.#mask;
  }

  /** The number stored for a pair; -1 if there is none. */
  get(first: number, second: number): number {
    const { u32 } = this.#arena;
    return u32[this.#find(u32, first, second) + VALUE]! - 1;
  }

  /** Stores a number for a pair. */
  set(first: number, second: number, value: number): void {
    let { u32 } = this.#arena;
    let at = this.#find(u32, first, second);
    if (u32[at + VALUE] === 0) {
      if (2 * ++this.#count > this.#mask) {
        this.#grow();
        ({ u32 } = this.#arena);
        at = this.#find(u32, first, second);
      }
      u32[at] = first;
      u32[at + 1] = second;
    }
    u32[at + VALUE] = value + 1;
  }

  /** Frees the slots. */
  close(): void {
    this.#arena.free(this.#pointer);
    this.#pointer = 0;
  }

  /** Word index of the slot that holds a pair, or of the free slot where it belongs. */
  #find(u32: Uint32Array, first: number, second: number): number {
    const base = this.#pointer >>> 2, mask = this.#mask;
    first >>>= 0;
    second >>>= 0;
    let hash = Math.imul(first ^ Math.imul(second, 0x85eb_ca6b), this.factor);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & mask;; slot = (slot + 1) & mask) {
      const at = base + slot * SLOT;
      if (u32[at + VALUE] === 0 || (u32[at] === first && u32[at + 1] === second)) return at;
    }
  }

  #grow(): void {
    const before = this.#pointer, count = this.#mask + 1;
    this.#pointer = this.#arena.allocZeroed(2 * count * Pair.Bytes);
    this.#mask = 2 * count - 1;
    const { u32 } = this.#arena;
    const end = (before >>> 2) + count * SLOT;
    for (let at = before >>> 2; at < end; at += SLOT) {
      if (u32[at + VALUE] === 0) continue;
      u32.copyWithin(this.#find(u32, u32[at]!, u32[at + 1]!), at, at + SLOT);
    }
    this.#arena.free(before);
  }
}
