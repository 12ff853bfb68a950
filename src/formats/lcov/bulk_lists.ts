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
  behindTruth,
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
  SAFE_DIGITS,
  ZERO,
} from "./plain_json.ts";

/** What stands for the truths among numbers, none of which is below zero. */
export const YES = -1;
/** False. */
export const NO = -2;

/** Rows of numbers and truths: `[[1,2,true],…]`. */
export class NumberRows implements BulkReader {
  /** All cells, one row behind the other. */
  cells: Float64Array = new Float64Array(1024);
  /** Where the cells of each row begin, and where those of the last one end. */
  starts: Uint32Array = new Uint32Array(256);
  /** Number of rows. */
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Reads a list of lists. */
  read(bytes: Uint8Array, at: number, end: number): number {
    this.count = 0;
    let length = 0, { cells } = this;
    if (bytes[at] !== LIST) return 0;
    at = behindBlanks(bytes, at + 1, end);
    if (bytes[at] === END) return at + 1;
    while (bytes[at] === LIST && at < end) {
      do {
        if (bytes[++at]! <= BLANK) at = behindBlanks(bytes, at, end);
        let cell = 0;
        const from = at;
        for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) {
          cell = 10 * cell + digit;
        }
        if (at === from) {
          const behind = behindTruth(bytes, at);
          if (behind === 0) return 0;
          cell = behind - at === 4 ? YES : NO;
          at = behind;
        } else if (at - from > SAFE_DIGITS || (bytes[from] === ZERO && at - from > 1)) return 0;
        if (length === cells.length) this.cells = cells = grown(cells, 2 * length);
        cells[length++] = cell;
        if (bytes[at]! <= BLANK) at = behindBlanks(bytes, at, end);
      } while (bytes[at] === COMMA && at < end);
      if (bytes[at] !== END) return 0;
      if (this.count + 2 > this.starts.length) this.starts = grown(this.starts, 2 * this.starts.length);
      this.starts[++this.count] = length;
      at = behindBlanks(bytes, at + 1, end);
      if (bytes[at] === END) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = behindBlanks(bytes, at + 1, end);
    }
    return 0;
  }

  /** A cell of a row; NaN where the row has none there. */
  cell(row: number, at: number): number {
    const place = this.starts[row]! + at;
    return place < this.starts[row + 1]! ? this.cells[place]! : NaN;
  }

  /** Whether all rows have numbers at these places. */
  hasNumbers(...places: readonly number[]): boolean {
    for (let row = 0; row < this.count; row++) {
      for (const place of places) if (!(this.cell(row, place) >= 0)) return false;
    }
    return true;
  }
}

/** Texts that are compared before they are looked up. */
const KNOWN_TEXTS = 64;

/** Texts by line, lines in rising order: `{"1":["a","b"],…}`. */
export class LineTexts implements BulkReader {
  readonly #code: (bytes: Uint8Array, from: number, to: number) => number;
  /** A line and the code of a text, one pair behind the other. */
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
