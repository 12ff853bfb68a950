/**
 * Hexadecimal numbers of a line, one after the other, with single blanks between them.
 * @module
 */

import { readHex, type Word64 } from "../hex_number.ts";

const SPACE = 32;

/** Reads numbers of one line. */
export class HexLine {
  readonly #upper: boolean;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  readonly #number: Word64 = { low: 0, high: 0, overflow: false };
  /** Low half of the number that was read last. */
  low = 0;
  /** High half of it. */
  high = 0;
  /** Whether a number had more than 64 bits: it is the largest then. */
  overflow = false;

  /** Digits are lower-case letters, unless `upper` says that both are taken. */
  constructor(upper = false) {
    this.#upper = upper;
  }

  /** Where the next number would begin. */
  get at(): number {
    return this.#at;
  }

  /** Whether nothing is left. */
  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Begins with the bytes of a line after its letter. */
  begin(bytes: Uint8Array, at: number, end: number): void {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
    this.overflow = false;
  }

  /** Reads the next number; false where there is none. */
  next(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    if (at < end && bytes[at] === SPACE) at++;
    const first = at;
    at = readHex(bytes, at, end, this.#number, this.#upper);
    if (at === first || (at < end && bytes[at] !== SPACE)) return false;
    this.#at = at;
    this.overflow ||= this.#number.overflow;
    this.low = this.#number.low >>> 0;
    this.high = this.#number.high >>> 0;
    return true;
  }

  /** Reads a number that must be below 2^32; -1 where there is none, or a larger one. */
  index(): number {
    return this.next() && this.high === 0 ? this.low : -1;
  }
}
