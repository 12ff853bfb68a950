/**
 * The lists of a JSON object that are most of its bytes, read from these: no value is made for each number. What is not as
 * plain as tools write it is left to whoever builds values.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { endOfText } from "./whole_values.ts";

const QUOTE = 34,
  COMMA = 44,
  ZERO = 48,
  COLON = 58,
  LIST = 91,
  BACKSLASH = 92,
  END = 93,
  OPEN = 123,
  CLOSE = 125;
const BLANK = 32;
/** More digits may be none that a double has. */
const SAFE_DIGITS = 15;
/** Digits of a line. */
const LINE_DIGITS = 9;
const TRUE_BYTES = 4, FALSE_BYTES = 5;

/** What stands for the truths among numbers, none of which is below zero. */
export const YES = -1;
/** False. */
export const NO = -2;

/** Reads a value from where it begins; the place behind it, or 0 where it is not plain. */
export interface BulkReader {
  /** Reads `bytes[at..end)` as far as the value goes. */
  read(bytes: Uint8Array, at: number, end: number): number;
}

/** Rows of numbers and truths: `[[1,2,true],…]`. */
export class NumberRows implements BulkReader {
  /** All cells, one row behind the other. */
  cells: Float64Array = new Float64Array(1024);
  /** Where the cells of each row begin, and where those of the last one end. */
  starts: Uint32Array = new Uint32Array(256);
  /** Number of rows. */
  count = 0;

  /** Reads a list of lists. */
  read(bytes: Uint8Array, at: number, end: number): number {
    this.count = 0;
    let length = 0;
    if (bytes[at] !== LIST) return 0;
    at = behindBlanks(bytes, at + 1, end);
    if (bytes[at] === END) return at + 1;
    while (bytes[at] === LIST) {
      do {
        at = behindBlanks(bytes, at + 1, end);
        let cell = 0;
        const from = at;
        for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) {
          cell = 10 * cell + digit;
        }
        if (at === from) {
          const isTrue = isWord(TRUE, bytes, at);
          if (!isTrue && !isWord(FALSE, bytes, at)) return 0;
          cell = isTrue ? YES : NO;
          at += isTrue ? TRUE_BYTES : FALSE_BYTES;
        } else if (at - from > SAFE_DIGITS || (bytes[from] === ZERO && at - from > 1)) return 0;
        if (length === this.cells.length) this.cells = grown(this.cells, 2 * length);
        this.cells[length++] = cell;
        at = behindBlanks(bytes, at, end);
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

/** Texts by line, lines in rising order: `{"1":["a","b"],…}`. */
export class LineTexts implements BulkReader {
  readonly #code: (bytes: Uint8Array, from: number, to: number) => number;
  /** A line and the code of a text, one pair behind the other. */
  pairs: Uint32Array = new Uint32Array(1024);
  /** Words of the pairs. */
  length = 0;

  /** `code` gives the number of a text. */
  constructor(code: (bytes: Uint8Array, from: number, to: number) => number) {
    this.#code = code;
  }

  /** Reads an object of lists. */
  read(bytes: Uint8Array, at: number, end: number): number {
    this.length = 0;
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
      if (this.length + 2 > this.pairs.length) this.pairs = grown(this.pairs, 2 * this.pairs.length);
      this.pairs[this.length] = line;
      this.pairs[this.length + 1] = this.#code(bytes, from, at);
      this.length += 2;
      at = behindBlanks(bytes, at + 1, end);
      if (bytes[at] === END) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = behindBlanks(bytes, at + 1, end);
    }
    return 0;
  }
}

/**
 * The object `bytes[at..stop)` without the values of some of its keys, which readers have read: zeros stand there. Undefined
 * where one of them is not plain, or not there, or there twice.
 */
export function withoutBulk(
  bytes: Uint8Array,
  at: number,
  stop: number,
  readers: ReadonlyMap<string, BulkReader>,
): Uint8Array | undefined {
  const rest = new Uint8Array(stop - at);
  let length = 0, kept = at, found = 0, depth = 0;
  for (let place = at; place < stop; place++) {
    const byte = bytes[place]!;
    if (byte === OPEN || byte === LIST) depth++;
    else if (byte === CLOSE || byte === END) depth--;
    if (byte !== QUOTE) continue;
    const end = endOfText(bytes, place + 1, stop);
    if (end < 0) return undefined;
    const from = place + 1;
    place = end;
    const reader = depth === 1 ? readerOf(readers, bytes, from, end) : undefined;
    if (reader === undefined) continue;
    const colon = behindBlanks(bytes, end + 1, stop);
    if (bytes[colon] !== COLON) continue;
    const value = behindBlanks(bytes, colon + 1, stop);
    const next = reader.read(bytes, value, stop);
    if (next === 0 || next > stop) return undefined;
    found++;
    rest.set(bytes.subarray(kept, value), length);
    length += value - kept;
    rest[length++] = ZERO;
    kept = next;
    place = next - 1;
  }
  if (found !== readers.size) return undefined;
  rest.set(bytes.subarray(kept, stop), length);
  return rest.subarray(0, length + stop - kept);
}

function readerOf(
  readers: ReadonlyMap<string, BulkReader>,
  bytes: Uint8Array,
  from: number,
  to: number,
): BulkReader | undefined {
  for (const [key, reader] of readers) {
    if (key.length === to - from && isWord(key, bytes, from)) return reader;
  }
  return undefined;
}

const TRUE = "true", FALSE = "false";

function isWord(word: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

function behindBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && (bytes[at] === BLANK || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9)) at++;
  return at;
}
