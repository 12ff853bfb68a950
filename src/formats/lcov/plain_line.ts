/**
 * Attributes of an element `line` of Cobertura's, where they are as plain as tools write them: no entities, no apostrophes, small
 * whole numbers. What is not goes another way, and means the same there.
 * @module
 */

const EQUALS = 61, QUOTE = 34, AND = 38, OPEN = 40, SLASH = 47, CLOSE = 41, BLANK = 32, ZERO = 48, NINE = 57;
/** Digits of a plain number. */
const MOST_DIGITS = 9;
/** Bit of a letter that makes it a small one. */
const SMALL = 32;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const NUMBER = bytesOf("number"), HITS = bytesOf("hits"), BRANCH = bytesOf("branch"), TRUE = bytesOf("true");
const COVERAGE = bytesOf("condition-coverage");

function isWord(word: Uint8Array, bytes: Uint8Array, from: number, to: number, bits = 0): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++) if (word[at] !== (bytes[from + at]! | bits)) return false;
  return true;
}

/** A line that was just read. */
export class PlainLine {
  /** Its number. */
  line = 0;
  /** Where its count stands. */
  hitsFrom = 0;
  /** Where that ends. */
  hitsTo = 0;
  /** Outcomes of its branches; -1 where it has none. */
  valid = -1;
  /** Those that were taken. */
  covered = 0;
  /** Behind the last number. */
  #end = 0;

  /** Reads the attributes `bytes[from..to)`; false where they are not plain. */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    this.line = 0;
    this.hitsFrom = this.hitsTo = 0;
    this.valid = -1;
    let isBranch = false, coverageFrom = 0, coverageTo = 0;
    for (let at = from;;) {
      if (at < to && bytes[at]! > BLANK) return false;
      while (at < to && bytes[at]! <= BLANK) at++;
      if (at >= to) break;
      const name = at;
      while (at < to && bytes[at] !== EQUALS && bytes[at]! > BLANK) at++;
      const nameEnd = at;
      if (bytes[at] !== EQUALS || bytes[at + 1] !== QUOTE) return false;
      const value = at += 2;
      while (at < to && bytes[at] !== QUOTE) if (bytes[at++] === AND) return false;
      if (at >= to) return false;
      // Of two attributes with one name the first counts, in the other way.
      if (isWord(NUMBER, bytes, name, nameEnd)) {
        if (this.line !== 0) return false;
        this.line = this.#number(bytes, value, at);
        if (this.line <= 0 || this.#end !== at) return false;
      } else if (isWord(HITS, bytes, name, nameEnd)) {
        if (this.hitsTo !== 0) return false;
        this.hitsFrom = value;
        this.hitsTo = at;
      } else if (isWord(BRANCH, bytes, name, nameEnd)) {
        isBranch = isWord(TRUE, bytes, value, at, SMALL);
      } else if (isWord(COVERAGE, bytes, name, nameEnd)) {
        coverageFrom = value;
        coverageTo = at;
      }
      at++;
    }
    if (this.line === 0) return false;
    return !isBranch || coverageTo === 0 || this.#readSums(bytes, coverageFrom, coverageTo);
  }

  /** `50% (1/2)`. */
  #readSums(bytes: Uint8Array, from: number, to: number): boolean {
    let at = from;
    while (at < to && bytes[at] !== OPEN) at++;
    this.covered = this.#number(bytes, at + 1, to);
    if (this.covered < 0 || bytes[this.#end] !== SLASH) return false;
    this.valid = this.#number(bytes, this.#end + 1, to);
    return this.valid >= 0 && bytes[this.#end] === CLOSE && this.#end < to;
  }

  /** A number from `at` on; -1 where there is none, or a larger one. */
  #number(bytes: Uint8Array, at: number, to: number): number {
    const from = at;
    let number = 0;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (byte < ZERO || byte > NINE) break;
      number = 10 * number + byte - ZERO;
    }
    this.#end = at;
    return at === from || at - from > MOST_DIGITS ? -1 : number;
  }
}
