/**
 * Values of a pickle while it is read: a kind and two words each, in growing lists, so that nothing is an object.
 * @module
 */

import { grown } from "../../base/grown.ts";

/** What a value is, and what its two words are. */
export enum Kind {
  /** Nobody wants to know: a float, bytes, a set, a longer tuple. */
  Other = 0,
  /** Python's None. */
  None,
  /** Truth: 0 or 1. */
  Bool,
  /** Whole number from 0 to 2^64 - 1: its halves. */
  Number,
  /** Whole number below 0: the halves of its two's complement. */
  Negative,
  /** Whole number of more than 64 bits. */
  Huge,
  /** Text: its code in the pool, and the number of the key that it is. */
  Text,
  /** Pair of small numbers. */
  Pair,
  /** List: its record, and its role. */
  List,
  /** Dictionary: its record, and its role. */
  Dict,
  /** Where the items of a list or dictionary begin. */
  Mark,
}

/** A growing list of values. */
export class Values {
  kinds: Uint8Array = new Uint8Array(256);
  low: Uint32Array = new Uint32Array(256);
  high: Uint32Array = new Uint32Array(256);
  /** How many there are. */
  length = 0;

  /** Adds one. */
  push(kind: Kind, low: number, high: number): void {
    const at = this.length++;
    if (at === this.kinds.length) this.#grow(2 * at);
    this.kinds[at] = kind;
    this.low[at] = low;
    this.high[at] = high;
  }

  /** Puts one at a place, which may be new; places between are of kind `Other`. */
  put(place: number, kind: Kind, low: number, high: number): void {
    if (place >= this.kinds.length) this.#grow(Math.max(2 * this.kinds.length, place + 1));
    if (place >= this.length) this.length = place + 1;
    this.kinds[place] = kind;
    this.low[place] = low;
    this.high[place] = high;
  }

  #grow(length: number): void {
    this.kinds = grown(this.kinds, length);
    this.low = grown(this.low, length);
    this.high = grown(this.high, length);
  }
}
