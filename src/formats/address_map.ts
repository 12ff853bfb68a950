/**
 * Numbers by device and address, or by any three words, for millions of them.
 * @module
 */

/** Words of a slot: address, device plus one (0 = empty), number. */
const SLOT = 4;

/** A hash table with open addressing; a device is less than 2^32 - 1. Nothing is removed but everything at once. */
export class AddressMap {
  /** Signed, as engines have such numbers at hand without memory for each. */
  #slots = new Int32Array(SLOT * 1024);
  #count = 0;
  /** Odd, and another one in each process: nobody can write a file in which addresses meet. */
  readonly #factor = crypto.getRandomValues(new Uint32Array(1))[0]! | 1;

  /** Forgets all addresses, and keeps the memory for others. */
  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  /** The number of an address; -1 where it has none. */
  get(device: number, low: number, high: number): number {
    const at = this.#find(device + 1 | 0, low | 0, high | 0);
    return this.#slots[at + 2] === 0 ? -1 : this.#slots[at + 3]! >>> 0;
  }

  /** Gives an address a number. */
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

  /** The slot of three words, of which the first is not 0. */
  #find(owner: number, low: number, high: number): number {
    const slots = this.#slots, mask = slots.length / SLOT - 1;
    // Addresses are multiples of 512: their lowest bits say nothing, and a product alone leaves its lowest bits so too.
    let hash = Math.imul(
      low ^ Math.imul(high, 0x9e37_79b1) ^ Math.imul(owner, 0x85eb_ca6b),
      this.#factor,
    );
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & mask;; slot = (slot + 1) & mask) {
      const at = slot * SLOT;
      const there = slots[at + 2]!;
      if (there === 0 || (there === owner && slots[at] === low && slots[at + 1] === high)) return at;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 2] === 0) continue;
      const to = this.#find(before[at + 2]!, before[at]!, before[at + 1]!);
      for (let word = 0; word < SLOT; word++) this.#slots[to + word] = before[at + word]!;
    }
  }
}
