/**
 * Tracks what rows need to know about live blocks: when each was allocated, and its previous address.
 * @module
 */

import { REALLOC_VERSION } from "../../formats/mtrc/header.ts";
import type { Trace } from "../../tables/trace.ts";

const FIRST_SLOTS = 1 << 12;
/** Factor of a multiplicative hash for lives, which are consecutive numbers. */
const SPREAD = 0x9e37_79b1;

/**
 * Start event and address of each live block: an open-addressing hash table that grows with the live blocks,
 * not with the trace.
 */
export class BlocksInUse {
  /** Whether a free ends the life of a block; before realloc records existed, the block could continue. */
  readonly #isFreeTheEnd: boolean;
  #count = 0;
  #shift = 32 - Math.log2(FIRST_SLOTS);
  /** Life + 1; 0 for an empty slot. */
  #keys = new Uint32Array(FIRST_SLOTS);
  #born = new Float64Array(FIRST_SLOTS);
  #addrs = new BigUint64Array(FIRST_SLOTS);

  constructor(trace: Trace) {
    const version = trace.tags.find(({ name }) => name === "version")?.value ?? "0";
    this.#isFreeTheEnd = BigInt(version) >= BigInt(REALLOC_VERSION);
  }

  /**
   * Records an allocation: only the first one of a life counts for its duration, because old libraries reuse
   * indices.
   */
  begin(life: number, event: number, addr: bigint): void {
    let slot = this.#slotOf(life);
    if (this.#keys[slot] === 0) {
      if (2 * ++this.#count > this.#keys.length) {
        this.#grow();
        slot = this.#slotOf(life);
      }
      this.#keys[slot] = life + 1;
      this.#born[slot] = event;
    }
    this.#addrs[slot] = addr;
  }

  /** Records a realloc; returns the previous address of the block. */
  move(life: number, addr: bigint): bigint {
    const slot = this.#slotOf(life);
    const before = this.#addrs[slot]!;
    this.#addrs[slot] = addr;
    return before;
  }

  /** Records a free; returns the number of events since the alloc. */
  end(life: number, event: number): number {
    const slot = this.#slotOf(life);
    const age = event - this.#born[slot]!;
    if (this.#isFreeTheEnd && this.#keys[slot] !== 0) this.#remove(slot);
    return age;
  }

  /** The slot of a life, or the slot to insert it at. */
  #slotOf(life: number): number {
    const mask = this.#keys.length - 1;
    let slot = this.#homeOf(life + 1);
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== life + 1) slot = (slot + 1) & mask;
    return slot;
  }

  #homeOf(key: number): number {
    return Math.imul(key, SPREAD) >>> this.#shift;
  }

  /** Empties a slot and moves up the entries displaced by it. */
  #remove(gone: number): void {
    const mask = this.#keys.length - 1;
    this.#count--;
    let hole = gone;
    for (let slot = (gone + 1) & mask; this.#keys[slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.#homeOf(this.#keys[slot]!);
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.#keys[hole] = this.#keys[slot]!;
      this.#born[hole] = this.#born[slot]!;
      this.#addrs[hole] = this.#addrs[slot]!;
      hole = slot;
    }
    this.#keys[hole] = 0;
    this.#born[hole] = 0;
    this.#addrs[hole] = 0n;
  }

  #grow(): void {
    const keys = this.#keys, born = this.#born, addrs = this.#addrs;
    this.#shift--;
    this.#keys = new Uint32Array(2 * keys.length);
    this.#born = new Float64Array(2 * keys.length);
    this.#addrs = new BigUint64Array(2 * keys.length);
    for (const [from, key] of keys.entries()) {
      if (key === 0) continue;
      const slot = this.#slotOf(key - 1);
      this.#keys[slot] = key;
      this.#born[slot] = born[from]!;
      this.#addrs[slot] = addrs[from]!;
    }
  }
}
