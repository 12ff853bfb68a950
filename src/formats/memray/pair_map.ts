/**
 * Numbers by two other numbers, for millions of them.
 * @module
 */

/** Words of a slot: both keys, and the number plus one (0 = empty). */
const SLOT = 3;

/** A hash table with open addressing. Nothing is ever removed. */
export class PairMap {
  #slots = new Uint32Array(SLOT * 1024);
  #mask = 1023;
  #count = 0;
  /** Odd, and another one in each process: nobody can write a file in which keys meet. */
  readonly #factor = crypto.getRandomValues(new Uint32Array(1))[0]! | 1;

  /** The number of a pair; -1 where it has none. */
  get(first: number, second: number): number {
    return this.#slots[this.#find(first, second) + 2]! - 1;
  }

  /** Gives a pair a number. */
  set(first: number, second: number, value: number): void {
    let at = this.#find(first, second);
    if (this.#slots[at + 2] === 0) {
      if (2 * ++this.#count > this.#mask) {
        this.#grow();
        at = this.#find(first, second);
      }
      this.#slots[at] = first;
      this.#slots[at + 1] = second;
    }
    this.#slots[at + 2] = value + 1;
  }

  #find(first: number, second: number): number {
    const slots = this.#slots, mask = this.#mask;
    first >>>= 0;
    second >>>= 0;
    let hash = Math.imul(first ^ Math.imul(second, 0x85eb_ca6b), this.#factor);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & mask;; slot = (slot + 1) & mask) {
      const at = slot * SLOT;
      if (slots[at + 2] === 0 || (slots[at] === first && slots[at + 1] === second)) return at;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    this.#mask = 2 * this.#mask + 1;
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 2] === 0) continue;
      const to = this.#find(before[at]!, before[at + 1]!);
      for (let word = 0; word < SLOT; word++) this.#slots[to + word] = before[at + word]!;
    }
  }
}
