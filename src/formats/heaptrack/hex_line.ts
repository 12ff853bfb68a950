/**
 * Reads the hexadecimal numbers of a line, which are separated by single blanks.
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
  /** Low half of the last number. */
  low = 0;
  /** High half of the last number. */
  high = 0;
  /** Whether any number had more than 64 bits; such a number is read as the largest one. */
  overflow = false;

  /** Digits must be lower-case unless `upper` is set; then both cases are accepted. */
  constructor(upper = false) {
    this.#upper = upper;
  }

  /** Position where the next number would begin. */
  get at(): number {
    return this.#at;
  }

  /** Whether the line has been read to its end. */
  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Starts a line, given its bytes after the first letter. */
  begin(bytes: Uint8Array, at: number, end: number): void {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
    this.overflow = false;
  }

  /** Reads the next number; returns false if there is none. */
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

  /** Reads a number below 2^32; returns -1 if there is none or it is larger. */
  index(): number {
    return this.next() && this.high === 0 ? this.low : -1;
  }
}
