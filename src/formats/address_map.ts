/**
 * A hash map from a device and an address, or from any three words, to a number; it holds millions of
 * entries.
 * @module
 */

/** Layout of a slot in 32-bit words: address (two words), device plus one (0 = empty), number. */
const SLOT = 4;

/**
 * A hash table with open addressing. A device is less than 2^32 - 1. Entries cannot be removed one by one;
 * setting an entry to the number `gone` frees it.
 */
export class AddressMap {
  /** Signed, because V8 stores small signed integers without an allocation for each. */
  #slots = new Int32Array(SLOT * 1024);
  #count = 0;
  /** Odd and random for each process, so nobody can craft a file whose addresses collide. */
  readonly #factor = crypto.getRandomValues(new Uint32Array(1))[0]! | 1;
  readonly #gone: number | undefined;

  /** Creates an empty map. */
  constructor(gone?: number) {
    this.#gone = gone;
  }

  /** Bytes of memory that the map takes. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** Removes all entries and keeps the memory for new ones. */
  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  /** Returns the number stored for an address, or -1 if there is none. */
  get(device: number, low: number, high: number): number {
    const at = this.#find(device + 1 | 0, low | 0, high | 0);
    return this.#slots[at + 2] === 0 ? -1 : this.#slots[at + 3]! >>> 0;
  }

  /** Stores a number for an address. */
  set(device: number, low: number, high: number, value: number): void {
    const owner = device + 1 | 0;
    let at = this.#find(owner, low | 0, high | 0);
    if (this.#slots[at + 2] === 0) {
      if (2 * SLOT * ++this.#count > this.#slots.length) {
        this.#grow();
        at = this.#find(owner, low | 0, high | 0);
      }
      this.#slots[at] = low;
      this.#slots[at + 1] = high;
      this.#slots[at + 2] = owner;
    }
    this.#slots[at + 3] = value;
  }

  /** Finds the slot of these three words, or the empty slot for them; `owner` must not be 0. */
  #find(owner: number, low: number, high: number): number {
    const slots = this.#slots, mask = slots.length / SLOT - 1;
    for (let slot = this.#hash(owner, low, high) & mask;; slot = (slot + 1) & mask) {
      const at = slot * SLOT;
      const there = slots[at + 2]!;
      if (there === 0 || (there === owner && slots[at] === low && slots[at + 1] === high)) return at;
    }
  }

  #hash(owner: number, low: number, high: number): number {
    // Addresses are multiples of 512: their low bits are all equal, and a multiplication alone would not mix
    // them.
    let hash = Math.imul(
      low ^ Math.imul(high, 0x9e37_79b1) ^ Math.imul(owner, 0x85eb_ca6b),
      this.#factor,
    );
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    return hash ^ (hash >>> 13);
  }

  /** Makes room for more entries. */
  #grow(): void {
    const before = this.#slots;
    let kept = 1;
    for (let at = 0; at < before.length; at += SLOT) if (before[at + 2] !== 0 && !this.#isGone(at)) kept++;
    this.#count = kept;
    // If most entries stay, a table of the same size would soon be full again.
    if (4 * SLOT * kept <= before.length) return this.#removeGone();
    this.#slots = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 2] === 0 || before[at + 3] === this.#gone) continue;
      const to = this.#find(before[at + 2]!, before[at]!, before[at + 1]!);
      for (let word = 0; word < SLOT; word++) this.#slots[to + word] = before[at + word]!;
    }
  }

  #isGone(at: number): boolean {
    return this.#slots[at + 3] === this.#gone && this.#slots[at + 2] !== 0;
  }

  /** Removes entries in place: tables that are replaced again and again are garbage that takes long to be freed. */
  #removeGone(): void {
    const slots = this.#slots, mask = slots.length / SLOT - 1;
    for (let slot = 0; slot <= mask; slot++) {
      while (this.#isGone(slot * SLOT)) this.#remove(slot, mask);
    }
  }

  /** Empties a slot, and moves entries after it into the gap that a search could no longer reach. */
  #remove(slot: number, mask: number): void {
    const slots = this.#slots;
    let empty = slot;
    for (let next = (slot + 1) & mask; slots[next * SLOT + 2] !== 0; next = (next + 1) & mask) {
      const at = next * SLOT;
      const home = this.#hash(slots[at + 2]!, slots[at]!, slots[at + 1]!) & mask;
      // A search for an entry begins at its home slot, so the entry must not move before that.
      if (((next - home) & mask) < ((next - empty) & mask)) continue;
      slots.copyWithin(empty * SLOT, at, at + SLOT);
      empty = next;
    }
    slots[empty * SLOT + 2] = 0;
  }
}
