/**
 * What a row needs to know of the block it is about: when it was allocated, and where it lay before.
 * @module
 */

/** Start event and address by life. */
export class BlocksInUse {
  readonly #born: Float64Array;
  readonly #addrs: BigUint64Array;

  /** `count` lives, numbered by the column `alloc`. */
  constructor(count: number) {
    this.#born = new Float64Array(count + 1);
    this.#addrs = new BigUint64Array(count + 1);
  }

  /** An alloc: the first one of a life counts for its length, even when old libraries use an index again. */
  begin(life: number, event: number, addr: bigint): void {
    if (this.#born[life] === 0) this.#born[life] = event;
    this.#addrs[life] = addr;
  }

  /** A realloc: the address that the block had so far. */
  move(life: number, addr: bigint): bigint {
    const before = this.#addrs[life]!;
    this.#addrs[life] = addr;
    return before;
  }

  /** Events since the alloc. */
  age(life: number, event: number): number {
    return event - this.#born[life]!;
  }
}
