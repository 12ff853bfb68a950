/**
 * Reads the lists that make up most of a JSON file from its bytes, without building a value for each number.
 * Values that are not in the usual form are left to the code that builds values.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { BulkReader } from "./bulk_reader.ts";
import {
  BACKSLASH,
  BLANK,
  CLOSE,
  COLON,
  COMMA,
  END,
  endOfPlainNumber,
  endOfPlainText,
  LINE_DIGITS,
  LIST,
  OPEN,
  QUOTE,
  skipBlanks,
  ZERO,
} from "./plain_json.ts";

/** Size of the cache of recent texts. */
const KNOWN_TEXTS = 64;

/** Reads lists of texts by line number, with line numbers in rising order: `{"1":["a","b"],…}`. */
export class LineTexts implements BulkReader {
  readonly #code: (bytes: Uint8Array, from: number, to: number) => number;
  /** Pairs of a line and the code of a text. */
  pairs: Uint32Array = new Uint32Array(1024);
  /** Number of words in `pairs`. */
  length = 0;
  /** Cache of texts in the object: start, end and code of each. */
  readonly #known = new Uint32Array(3 * KNOWN_TEXTS);

  /** Creates a reader; `code` returns the code of a text. */
  constructor(code: (bytes: Uint8Array, from: number, to: number) => number) {
    this.#code = code;
  }

  clear(): void {
    this.length = 0;
    this.#known.fill(0);
  }

  /** Reads an object of lists. */
  read(bytes: Uint8Array, at: number, end: number): number {
    this.clear();
    if (bytes[at] !== OPEN) return 0;
    let last = 0;
    at = skipBlanks(bytes, at + 1, end);
    if (bytes[at] === CLOSE) return at + 1;
    while (bytes[at] === QUOTE) {
      const from = ++at;
      let line = 0;
      for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) {
        line = 10 * line + digit;
      }
      // Numeric keys of an object come in rising order, each once; anything else is left to the general
      // reader.
      if (bytes[at] !== QUOTE || line <= last || bytes[from] === ZERO || at - from > LINE_DIGITS) return 0;
      last = line;
      at = skipBlanks(bytes, at + 1, end);
      if (bytes[at] !== COLON) return 0;
      at = skipBlanks(bytes, at + 1, end);
      if (bytes[at] !== LIST) return 0;
      at = this.#texts(bytes, line, skipBlanks(bytes, at + 1, end), end);
      if (at === 0) return 0;
      at = skipBlanks(bytes, at, end);
      if (bytes[at] === CLOSE) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = skipBlanks(bytes, at + 1, end);
    }
    return 0;
  }

  #texts(bytes: Uint8Array, line: number, at: number, end: number): number {
    if (bytes[at] === END) return at + 1;
    while (bytes[at] === QUOTE && at < end) {
      const from = ++at;
      while (at < end && bytes[at] !== QUOTE) {
        const byte = bytes[at++]!;
        if (byte < BLANK || byte >= 0x80 || byte === BACKSLASH) return 0;
      }
      if (at >= end) return 0;
      const code = this.#codeOf(bytes, from, at);
      if (this.length + 2 > this.pairs.length) this.pairs = growArray(this.pairs, 2 * this.pairs.length);
      this.pairs[this.length] = line;
      this.pairs[this.length + 1] = code;
      this.length += 2;
      at = skipBlanks(bytes, at + 1, end);
      if (bytes[at] === END) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = skipBlanks(bytes, at + 1, end);
    }
    return 0;
  }

  /**
   * Tests that reach a line also reach lines near it, so a text is compared with its predecessor, which is
   * cheaper than a lookup.
   */
  #codeOf(bytes: Uint8Array, from: number, to: number): number {
    const known = this.#known;
    // Names of tests differ mostly near their ends.
    const mixed = (to - from) * 31 + bytes[to - 1]! + bytes[to - 3]! * 3 + bytes[to - 5]! * 5 +
      bytes[to - 6]! * 7;
    const slot = 3 * (mixed % KNOWN_TEXTS);
    const start = known[slot]!;
    if (start > 0 && known[slot + 1]! - start === to - from) {
      let at = from;
      for (let each = start; at < to && bytes[at] === bytes[each]; each++) at++;
      if (at === to) return known[slot + 2]!;
    }
    known[slot] = from;
    known[slot + 1] = to;
    return known[slot + 2] = this.#code(bytes, from, to);
  }
}

/** Reads a whole number. */
export class PlainNumber implements BulkReader {
  /** The number; -1 if there is none. */
  value = -1;

  clear(): void {
    this.value = -1;
  }

  read(bytes: Uint8Array, at: number, end: number): number {
    const stop = endOfPlainNumber(bytes, at, end);
    this.value = 0;
    for (let each = at; each < stop; each++) this.value = 10 * this.value + bytes[each]! - ZERO;
    return stop;
  }
}

/** Reads an ASCII text, or the first text of a list. */
export class FirstText implements BulkReader {
  readonly #isList: boolean;
  /** Start of the text; 0 if there is none. */
  from = 0;
  /** End of the text. */
  to = 0;

  /** Creates a reader of a text, or with `isList` of the first text in a list. */
  constructor(isList: boolean) {
    this.#isList = isList;
  }

  clear(): void {
    this.from = this.to = 0;
  }

  read(bytes: Uint8Array, at: number, end: number): number {
    this.clear();
    if (this.#isList) {
      if (bytes[at] !== LIST) return 0;
      at = skipBlanks(bytes, at + 1, end);
      if (bytes[at] === END) return at + 1;
    }
    while (bytes[at] === QUOTE && at < end) {
      const from = ++at;
      at = endOfPlainText(bytes, from, end);
      if (at < 0) return 0;
      if (this.from === 0) {
        for (let each = from; each < at; each++) if (bytes[each]! >= 0x80) return 0;
        this.from = from;
        this.to = at;
      }
      if (!this.#isList) return at + 1;
      at = skipBlanks(bytes, at + 1, end);
      if (bytes[at] === END) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = skipBlanks(bytes, at + 1, end);
    }
    return 0;
  }
}
