/**
 * Reads the attributes of a Cobertura `line` element in the form that tools write: no entities, no
 * apostrophes, small integers. Other elements are read by the general parser, with equal results.
 * @module
 */

import { bytesEqual } from "./bytes_equal.ts";

const EQUALS = 61,
  GREATER = 62,
  MINUS = 45,
  LETTER_A = 97,
  LETTER_Z = 122,
  QUOTE = 34,
  AND = 38,
  OPEN = 40,
  SLASH = 47,
  CLOSE = 41,
  BLANK = 32,
  ZERO = 48,
  NINE = 57;
/** Maximum digits of a plain number. */
const MOST_DIGITS = 9;
/** Counts with up to this many digits are exact as a double. */
const SAFE_DIGITS = 15;
/** The bit that makes a letter lower-case. */
const SMALL = 32;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const NUMBER = bytesOf("number"), HITS = bytesOf("hits"), BRANCH = bytesOf("branch"), TRUE = bytesOf("true");
const COVERAGE = bytesOf("condition-coverage");

/** The last line that was read. */
export class PlainLine {
  /** Source line number, from the attribute `number`; 0 until it has been read. */
  line = 0;
  /** Execution count of the line. */
  hits = 0;
  /** Number of branch outcomes; -1 if the line has no branches. */
  valid = -1;
  /** Number of outcomes that were taken. */
  covered = 0;
  /** Position after the last number. */
  #end = 0;

  /**
   * Reads the attributes at `at`. Returns where `>` or `/>` ends them, or 0 if they are not plain or not
   * complete.
   */
  read(bytes: Uint8Array, at: number, to: number): number {
    this.line = 0;
    this.hits = -1;
    this.valid = -1;
    let isBranch = false, coverageFrom = 0, coverageTo = 0;
    while (true) {
      const before = at;
      while (at < to && bytes[at]! <= BLANK) at++;
      if (at >= to) return 0;
      const byte = bytes[at]!;
      if (byte === GREATER || (byte === SLASH && at + 1 < to && bytes[at + 1] === GREATER)) break;
      if (at === before) return 0;
      const name = at;
      while (at < to && (bytes[at]! >= LETTER_A && bytes[at]! <= LETTER_Z || bytes[at] === MINUS)) at++;
      const nameEnd = at;
      if (at + 1 >= to || bytes[at] !== EQUALS || bytes[at + 1] !== QUOTE) return 0;
      const value = at += 2;
      const isNumber = bytesEqual(NUMBER, bytes, name, nameEnd);
      if (isNumber || bytesEqual(HITS, bytes, name, nameEnd)) {
        // Leave a repeated attribute to the general parser, where the first value counts.
        if (isNumber ? this.line !== 0 : this.hits >= 0) return 0;
        const number = this.#number(bytes, value, to, isNumber ? MOST_DIGITS : SAFE_DIGITS);
        at = this.#end;
        if (number < 0 || at >= to || bytes[at] !== QUOTE) return 0;
        if (isNumber) this.line = number;
        else this.hits = number;
      } else {
        while (at < to && bytes[at] !== QUOTE) if (bytes[at++] === AND) return 0;
        if (at >= to) return 0;
        if (bytesEqual(BRANCH, bytes, name, nameEnd)) isBranch = bytesEqual(TRUE, bytes, value, at, SMALL);
        else if (bytesEqual(COVERAGE, bytes, name, nameEnd)) {
          coverageFrom = value;
          coverageTo = at;
        }
      }
      at++;
    }
    if (this.line === 0 || this.hits < 0) return 0;
    return !isBranch || coverageTo === 0 || this.#readSums(bytes, coverageFrom, coverageTo) ? at : 0;
  }

  /** Reads branch totals: `50% (1/2)`. */
  #readSums(bytes: Uint8Array, from: number, to: number): boolean {
    let at = from;
    while (at < to && bytes[at] !== OPEN) at++;
    this.covered = this.#number(bytes, at + 1, to, MOST_DIGITS);
    if (this.covered < 0 || bytes[this.#end] !== SLASH) return false;
    this.valid = this.#number(bytes, this.#end + 1, to, MOST_DIGITS);
    return this.valid >= 0 && bytes[this.#end] === CLOSE && this.#end < to;
  }

  /** Reads a number of at most `most` digits; returns -1 if there is none or it is longer. */
  #number(bytes: Uint8Array, at: number, to: number, most: number): number {
    const from = at;
    let number = 0;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (byte < ZERO || byte > NINE) break;
      number = 10 * number + byte - ZERO;
    }
    this.#end = at;
    return at === from || at - from > most ? -1 : number;
  }
}
