/**
 * Distances of copies: RFC 7932, section 4. A distance is relative to one of the last four, has a symbol of
 * its own, or has extra bits.
 * @module
 */

import type { BitInput } from "./bit_input.ts";
import type { MetaBlock } from "./meta_block.ts";

/** Symbols that refer to one of the last distances. */
const NEAR = 16;
/** Which of the last distances a symbol refers to; an offset is added to it. */
const LAST_PLACES = [0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
const LAST_OFFSETS = [0, 0, 0, 0, -1, 1, -2, 2, -3, 3, -1, 1, -2, 2, -3, 3];

/** The last four distances of a stream. */
export class Distances {
  readonly #input: BitInput;
  readonly #meta: MetaBlock;
  // The most recent distance comes first; these are separate fields rather than a list, because every copy
  // updates them.
  #last0 = 4;
  #last1 = 11;
  #last2 = 15;
  #last3 = 16;

  /** Starts with the initial distances of every stream. */
  constructor(input: BitInput, meta: MetaBlock) {
    this.#input = input;
    this.#meta = meta;
  }

  /** The distance for a symbol; reads its extra bits. */
  read(symbol: number): number {
    if (symbol === 0) return this.#last0;
    return symbol < NEAR ? this.#near(symbol) : this.#far(symbol - NEAR);
  }

  /** Records a distance that neither repeats the last one nor refers to the dictionary. */
  push(distance: number): void {
    this.#last3 = this.#last2;
    this.#last2 = this.#last1;
    this.#last1 = this.#last0;
    this.#last0 = distance;
  }

  #near(symbol: number): number {
    const last = [this.#last0, this.#last1, this.#last2, this.#last3];
    return last[LAST_PLACES[symbol]!]! + LAST_OFFSETS[symbol]!;
  }

  /** A distance with a symbol of its own, or with extra bits. */
  #far(symbol: number): number {
    const { direct, postfix } = this.#meta;
    if (symbol < direct) return symbol + 1;
    const far = symbol - direct;
    const high = far >> postfix;
    const bits = 1 + (high >> 1);
    const base = ((2 + (high & 1)) * 2 ** bits) - 4;
    const low = far & ((1 << postfix) - 1);
    return (base + this.#input.read(bits)) * 2 ** postfix + low + direct + 1;
  }
}
