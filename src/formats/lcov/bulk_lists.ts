/**
 * The lists of a JSON object that are most of its bytes, read from these: no value is made for each number. What is not as
 * plain as tools write it is left to whoever builds values.
 * @module
 */

import { grown } from "../../base/grown.ts";
import type { BulkReader } from "./bulk_reader.ts";
import {
  BACKSLASH,
  behindBlanks,
  behindPlainNumber,
  BLANK,
  CLOSE,
  COLON,
  COMMA,
  END,
  endOfPlainText,
  LINE_DIGITS,
  LIST,
  OPEN,
  QUOTE,
  ZERO,
} from "./plain_json.ts";

/** Texts that are compared before they are looked up. */
const KNOWN_TEXTS = 64;

/** Texts by line, lines in rising order: `{"1":["a","b"],…}`. */
export class LineTexts implements BulkReader {
  readonly #code: (bytes: Uint8Array, from: number, to: number) => number;
  /** A line and the code of a text, one pair after the other. */
  pairs: Uint32Array = new Uint32Array(1024);
  /** Words of the pairs. */
  length = 0;
  /** Of some texts of the object: where one begins and ends, and its code. */
  readonly #known = new Uint32Array(3 * KNOWN_TEXTS);

  /** `code` gives the number of a text. */
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
    at = behindBlanks(bytes, at + 1, end);
    if (bytes[at] === CLOSE) return at + 1;
    while (bytes[at] === QUOTE) {
      const from = ++at;
      let line = 0;
      for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) {
        line = 10 * line + digit;
      }
      // Of objects keys that are numbers come in the order of these, each once.
      if (bytes[at] !== QUOTE || line <= last || bytes[from] === ZERO || at - from > LINE_DIGITS) return 0;
      last = line;
      at = behindBlanks(bytes, at + 1, end);
      if (bytes[at] !== COLON) return 0;
      at = behindBlanks(bytes, at + 1, end);
      if (bytes[at] !== LIST) return 0;
      at = this.#texts(bytes, line, behindBlanks(bytes, at + 1, end), end);
      if (at === 0) return 0;
      at = behindBlanks(bytes, at, end);
      if (bytes[at] === CLOSE) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = behindBlanks(bytes, at + 1, end);
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
      if (this.length + 2 > this.pairs.length) this.pairs = grown(this.pairs, 2 * this.pairs.length);
      this.pairs[this.length] = line;
      this.pairs[this.length + 1] = code;
      this.length += 2;
      at = behindBlanks(bytes, at + 1, end);
      if (bytes[at] === END) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = behindBlanks(bytes, at + 1, end);
    }
    return 0;
  }

  /** Tests that reach a line reach lines near it, too: to compare a text is less than to look it up. */
  #codeOf(bytes: Uint8Array, from: number, to: number): number {
    const known = this.#known;
    // Names of tests differ near their ends.
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

/** A whole number. */
export class PlainNumber implements BulkReader {
  /** It; -1 where there is none. */
  value = -1;

  clear(): void {
    this.value = -1;
  }

  read(bytes: Uint8Array, at: number, end: number): number {
    const stop = behindPlainNumber(bytes, at, end);
    this.value = 0;
    for (let each = at; each < stop; each++) this.value = 10 * this.value + bytes[each]! - ZERO;
    return stop;
  }
}

/** A text of ASCII, or the first of a list of texts. */
export class FirstText implements BulkReader {
  readonly #isList: boolean;
  /** Where it begins; 0 where there is none. */
  from = 0;
  /** Where it ends. */
  to = 0;

  /** Reads a list of texts, or one text. */
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
      at = behindBlanks(bytes, at + 1, end);
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
      at = behindBlanks(bytes, at + 1, end);
      if (bytes[at] === END) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = behindBlanks(bytes, at + 1, end);
    }
    return 0;
  }
}
