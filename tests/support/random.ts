/**
 * Random-looking numbers that can be reproduced by their seed.
 * @module
 */

/** A small generator (xorshift over 32 bits). */
export class Random {
  #state: number;

  /** Starts a sequence; a seed always gives the same numbers. */
  constructor(seed: number) {
    this.#state = (seed * 2654435761) | 1;
    for (let warm = 0; warm < 8; warm++) this.u32();
  }

  /** A number of 32 bits. */
  u32(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return x >>> 0;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return this.u32() % limit;
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of the choices. */
  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** A 64-bit number with evenly distributed lengths: small ones are as likely as huge ones. */
  u64(): bigint {
    const bits = BigInt(this.below(65));
    const raw = (BigInt(this.u32()) << 32n) | BigInt(this.u32());
    return bits === 0n ? 0n : raw & ((1n << bits) - 1n);
  }
}
