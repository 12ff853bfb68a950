/**
 * Reads the list `lines` of a source file in gcov's JSON from bytes into columns, without an object for each
 * line or outcome. This list is most of the file. Values that are not in gcov's usual form are left to the
 * code that builds values.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { BulkReader } from "./bulk_reader.ts";
import { Flag } from "./coverage_model.ts";
import {
  CLOSE,
  COLON,
  COMMA,
  END,
  endOfBoolean,
  endOfPlainNumber,
  endOfPlainText,
  endOfPlainValue,
  isWordAt,
  LIST,
  OPEN,
  QUOTE,
  skipBlanks,
  ZERO,
} from "./plain_json.ts";

/** Marks a missing number. */
const NONE = -1;

/** Lines with their branch outcomes, in columns. */
export class GcovLines implements BulkReader {
  /** Line numbers of the file. */
  lines: Float64Array = new Float64Array(256);
  /** Execution counts of the lines. */
  counts: Float64Array = new Float64Array(256);
  /**
   * Index of the first outcome of each line; an additional entry marks the end of the last line's outcomes.
   */
  starts: Uint32Array = new Uint32Array(257);
  /** Counts of the outcomes. */
  taken: Float64Array = new Float64Array(256);
  /** Flags of the outcomes. */
  flags: Uint8Array = new Uint8Array(256);
  /** Number of lines. */
  count = 0;
  #outcomes = 0;
  // The number that was read last, and the flags of the last outcome.
  #number = 0;
  #flag = 0;

  clear(): void {
    this.count = 0;
    this.#outcomes = 0;
  }

  /** Reads a list of lines. */
  read(bytes: Uint8Array, at: number, end: number): number {
    this.clear();
    if (bytes[at] !== LIST) return 0;
    at = skipBlanks(bytes, at + 1, end);
    if (bytes[at] === END) return at + 1;
    while (bytes[at] === OPEN && at < end) {
      at = this.#line(bytes, at, end);
      if (at === 0) return 0;
      at = skipBlanks(bytes, at, end);
      if (bytes[at] === END) return at < end ? at + 1 : 0;
      if (bytes[at] !== COMMA) return 0;
      at = skipBlanks(bytes, at + 1, end);
    }
    return 0;
  }

  #line(bytes: Uint8Array, at: number, end: number): number {
    const first = this.#outcomes;
    let line = NONE, count = NONE;
    do {
      const from = skipBlanks(bytes, at + 1, end) + 1;
      const stop = bytes[from - 1] === QUOTE ? endOfPlainText(bytes, from, end) : -1;
      if (stop < 0) return 0;
      at = valueAt(bytes, stop, end);
      if (at === 0) return 0;
      const length = stop - from;
      if (length === 5 && isWordAt("count", bytes, from)) {
        at = this.#readNumber(bytes, at, end);
        count = this.#number;
      } else if (length === 11 && isWordAt("line_number", bytes, from)) {
        at = this.#readNumber(bytes, at, end);
        line = this.#number;
      } else if (length === 8 && isWordAt("branches", bytes, from)) {
        // If a line has two lists of branches, the last one counts.
        this.#outcomes = first;
        at = this.#branches(bytes, at, end);
      } else at = bytes[at] === LIST ? endOfNumbers(bytes, at, end) : endOfPlainValue(bytes, at, end);
      if (at === 0) return 0;
      at = skipBlanks(bytes, at, end);
    } while (bytes[at] === COMMA && at < end);
    if (bytes[at] !== CLOSE || line < 0 || count < 0) return 0;
    if (this.count === this.lines.length) {
      this.lines = growArray(this.lines, 2 * this.count);
      this.counts = growArray(this.counts, 2 * this.count);
      this.starts = growArray(this.starts, 2 * this.count + 1);
    }
    this.lines[this.count] = line;
    this.counts[this.count] = count;
    this.starts[++this.count] = this.#outcomes;
    return at + 1;
  }

  #branches(bytes: Uint8Array, at: number, end: number): number {
    if (bytes[at] !== LIST) return 0;
    at = skipBlanks(bytes, at + 1, end);
    if (bytes[at] === END) return at + 1;
    while (bytes[at] === OPEN && at < end) {
      at = this.#branch(bytes, at, end);
      if (at === 0) return 0;
      if (this.#outcomes === this.taken.length) {
        this.taken = growArray(this.taken, 2 * this.#outcomes);
        this.flags = growArray(this.flags, 2 * this.#outcomes);
      }
      this.taken[this.#outcomes] = this.#number;
      this.flags[this.#outcomes++] = this.#flag;
      at = skipBlanks(bytes, at, end);
      if (bytes[at] === END) return at + 1;
      if (bytes[at] !== COMMA) return 0;
      at = skipBlanks(bytes, at + 1, end);
    }
    return 0;
  }

  /** Reads a branch outcome into `#number` and `#flag`. */
  #branch(bytes: Uint8Array, at: number, end: number): number {
    let count = NONE, throws = false, falls = false;
    do {
      const from = skipBlanks(bytes, at + 1, end) + 1;
      const stop = bytes[from - 1] === QUOTE ? endOfPlainText(bytes, from, end) : -1;
      if (stop < 0) return 0;
      at = valueAt(bytes, stop, end);
      if (at === 0) return 0;
      const length = stop - from;
      if (length === 5 && isWordAt("count", bytes, from)) {
        at = this.#readNumber(bytes, at, end);
        count = this.#number;
      } else {
        const behind = endOfBoolean(bytes, at);
        const isTrue = behind - at === 4;
        if (length === 5 && isWordAt("throw", bytes, from)) throws = isTrue;
        else if (length === 11 && isWordAt("fallthrough", bytes, from)) falls = isTrue;
        at = behind || endOfPlainValue(bytes, at, end);
      }
      if (at === 0) return 0;
      at = skipBlanks(bytes, at, end);
    } while (bytes[at] === COMMA && at < end);
    if (bytes[at] !== CLOSE || count < 0) return 0;
    this.#number = count;
    this.#flag = throws ? Flag.Exception : falls ? Flag.FallThrough : 0;
    return at + 1;
  }

  #readNumber(bytes: Uint8Array, at: number, end: number): number {
    const stop = endOfPlainNumber(bytes, at, end);
    let number = 0;
    for (let each = at; each < stop; each++) number = 10 * number + bytes[each]! - ZERO;
    this.#number = number;
    return stop;
  }
}

/** Returns where the value of a key begins, given the key's closing quote; 0 if there is no colon. */
function valueAt(bytes: Uint8Array, quote: number, end: number): number {
  const colon = skipBlanks(bytes, quote + 1, end);
  return bytes[colon] === COLON ? skipBlanks(bytes, colon + 1, end) : 0;
}

/**
 * Returns where a list of plain numbers ends, such as a list of blocks or calls; 0 if it contains anything
 * else.
 */
function endOfNumbers(bytes: Uint8Array, at: number, end: number): number {
  at = skipBlanks(bytes, at + 1, end);
  if (bytes[at] === END) return at + 1;
  while (at < end) {
    at = endOfPlainNumber(bytes, at, end);
    if (at === 0) return 0;
    at = skipBlanks(bytes, at, end);
    if (bytes[at] === END) return at + 1;
    if (bytes[at] !== COMMA) return 0;
    at = skipBlanks(bytes, at + 1, end);
  }
  return 0;
}
