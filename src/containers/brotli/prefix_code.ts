/**
 * Prefix codes: RFC 7932, section 3. A code is a lookup table by the next eight bits, with secondary tables
 * for longer code words.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { BitInput } from "./bit_input.ts";
import { BrotliError } from "./brotli_error.ts";

/** Length of the longest code word, in bits. */
const MOST_BITS = 15;
/** Bits that index the first table. */
const ROOT_BITS = 8;
const ROOT_SIZE = 1 << ROOT_BITS;
/** Entries of at least this value refer to a secondary table. */
export const LONG_ENTRY: number = (ROOT_BITS + 1) << 16;
/** Number of entries by which the list grows. */
const MORE_ENTRIES = 1 << 12;

/** Order in which the lengths of the code length code are stored. */
const LENGTH_ORDER = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** Indexed by four bits: the number of bits of a length in the code length code, and the length itself. */
const LENGTH_BITS = [2, 2, 2, 3, 2, 2, 2, 4, 2, 2, 2, 3, 2, 2, 2, 4];
const LENGTH_VALUES = [0, 4, 3, 2, 0, 4, 3, 1, 0, 4, 3, 2, 0, 4, 3, 5];
/** Code lengths of at least this value repeat a length. */
const REPEAT_LAST = 16;

/** The tables of all codes in sequence; a code is identified by the offset of its table. */
export class PrefixCodes {
  readonly #lengths = new Uint8Array(1 << 11);
  #used = 0;

  /**
   * An entry contains the length of a code word in its upper bits, and below it the symbol or the offset of a
   * secondary table.
   */
  entries: Int32Array = new Int32Array(1 << 14);

  /** Drops all codes. */
  clear(): void {
    this.#used = 0;
  }

  /** Reads the next symbol of a code. */
  read(input: BitInput, code: number): number {
    const word = input.peek();
    let entry = this.entries[code + (word & (ROOT_SIZE - 1))]!;
    if (entry >= LONG_ENTRY) entry = this.longer(code, entry, word);
    input.at += entry >>> 16;
    return entry & 0xffff;
  }

  /** The entry in the secondary table that an entry of the first table refers to. */
  longer(code: number, entry: number, word: number): number {
    const mask = (1 << ((entry >>> 16) - ROOT_BITS)) - 1;
    return this.entries[code + (entry & 0xffff) + ((word >>> ROOT_BITS) & mask)]!;
  }

  /** Reads the definition of a code with `size` symbols and returns the offset of its table. */
  define(input: BitInput, size: number): number {
    const lengths = this.#lengths.fill(0, 0, size);
    const skip = input.read(2);
    const single = skip === 1 ? readSimple(input, size, lengths) : this.#readLengths(input, size, skip);
    return this.#build(lengths, size, single);
  }

  /** Reads lengths, which are encoded with a code of their own. Returns the symbol if there is only one. */
  #readLengths(input: BitInput, size: number, skip: number): number {
    const own = new Uint8Array(LENGTH_ORDER.length);
    let space = 32;
    let count = 0;
    let single = -1;
    for (let at = skip; at < own.length && space > 0; at++) {
      const bits = input.peek() & 15;
      input.at += LENGTH_BITS[bits]!;
      const length = LENGTH_VALUES[bits]!;
      if (length === 0) continue;
      own[LENGTH_ORDER[at]!] = length;
      space -= 32 >> length;
      count++;
      single = LENGTH_ORDER[at]!;
    }
    if (count !== 1 && space !== 0) throw new BrotliError("A prefix code has no codes for its lengths");
    const mark = this.#used;
    const code = this.#build(own, own.length, count === 1 ? single : -1);
    this.#unpackLengths(input, code, size);
    this.#used = mark;
    return -1;
  }

  #unpackLengths(input: BitInput, code: number, size: number): void {
    const lengths = this.#lengths;
    let space = 1 << MOST_BITS;
    let last = 8;
    let repeated = 0;
    let times = 0;
    for (let symbol = 0; symbol < size && space > 0;) {
      const read = this.read(input, code);
      if (read < REPEAT_LAST) {
        times = 0;
        lengths[symbol++] = read;
        if (read === 0) continue;
        last = read;
        space -= (1 << MOST_BITS) >> read;
        continue;
      }
      const bits = read - 14;
      const length = read === REPEAT_LAST ? last : 0;
      if (length !== repeated) times = 0;
      repeated = length;
      const before = times;
      // Consecutive repeat codes form the digits of one number.
      if (times > 0) times = (times - 2) * (1 << bits);
      times += input.read(bits) + 3;
      const more = times - before;
      if (symbol + more > size) throw new BrotliError("A prefix code has more lengths than symbols");
      lengths.fill(length, symbol, symbol + more);
      symbol += more;
      if (length > 0) space -= more << (MOST_BITS - length);
    }
    if (space !== 0) throw new BrotliError("A prefix code has too many or too few code words");
  }

  /** Fills a table; `single` is the only symbol of a code with empty code words, otherwise -1. */
  #build(lengths: Uint8Array, size: number, single: number): number {
    const code = this.#used;
    this.#used += ROOT_SIZE;
    this.#reserve();
    const { entries } = this;
    if (single >= 0) {
      entries.fill(single, code, code + ROOT_SIZE);
      return code;
    }
    const symbols = sortedSymbols(lengths, size);
    const words = wordsOf(lengths, symbols);
    // Code words with the same first bits share a secondary table, sized for the longest of them.
    const longest = new Uint8Array(ROOT_SIZE);
    symbols.forEach((symbol, at) => {
      const root = words[at]! & (ROOT_SIZE - 1);
      if (lengths[symbol]! > ROOT_BITS) longest[root] = Math.max(longest[root]!, lengths[symbol]!);
    });
    for (let root = 0; root < ROOT_SIZE; root++) {
      if (longest[root] === 0) continue;
      entries[code + root] = (longest[root]! << 16) | (this.#used - code);
      this.#used += 1 << (longest[root]! - ROOT_BITS);
    }
    this.#reserve();
    symbols.forEach((symbol, at) => this.#enter(code, lengths[symbol]!, words[at]!, symbol, longest));
    return code;
  }

  #enter(code: number, length: number, word: number, symbol: number, longest: Uint8Array): void {
    const { entries } = this;
    const entry = (length << 16) | symbol;
    if (length <= ROOT_BITS) {
      for (let at = word; at < ROOT_SIZE; at += 1 << length) entries[code + at] = entry;
      return;
    }
    const root = word & (ROOT_SIZE - 1);
    const table = code + (entries[code + root]! & 0xffff);
    const size = 1 << (longest[root]! - ROOT_BITS);
    for (let at = word >>> ROOT_BITS; at < size; at += 1 << (length - ROOT_BITS)) entries[table + at] = entry;
  }

  #reserve(): void {
    if (this.#used <= this.entries.length) return;
    this.entries = growArray(this.entries, 2 * this.#used + MORE_ENTRIES);
  }
}

/** Reads a simple code, which lists its few symbols. Returns the symbol if there is only one. */
function readSimple(input: BitInput, size: number, lengths: Uint8Array): number {
  const bits = 32 - Math.clz32(size - 1);
  const symbols = Array.from({ length: input.read(2) + 1 }, () => input.read(bits));
  if (new Set(symbols).size < symbols.length) throw new BrotliError("A prefix code lists a symbol twice");
  if (symbols.some((symbol) => symbol >= size)) {
    throw new BrotliError("A prefix code lists an unknown symbol");
  }
  if (symbols.length === 1) return symbols[0]!;
  const forms = [[1, 1], [1, 2, 2], input.peek() & 1 ? [1, 2, 3, 3] : [2, 2, 2, 2]];
  const form = forms[symbols.length - 2]!;
  if (symbols.length === 4) input.at++;
  symbols.forEach((symbol, at) => lengths[symbol] = form[at]!);
  return -1;
}

/** Symbols that have code words, shorter ones first. */
function sortedSymbols(lengths: Uint8Array, size: number): Uint16Array {
  const starts = new Uint16Array(MOST_BITS + 2);
  for (let symbol = 0; symbol < size; symbol++) starts[lengths[symbol]! + 1]!++;
  starts[1] = 0;
  for (let length = 1; length <= MOST_BITS; length++) starts[length + 1]! += starts[length]!;
  const sorted = new Uint16Array(starts[MOST_BITS + 1]!);
  for (let symbol = 0; symbol < size; symbol++) {
    const length = lengths[symbol]!;
    if (length > 0) sorted[starts[length]!++] = symbol;
  }
  return sorted;
}

/** Code words of the symbols in that order, first bit lowest. */
function wordsOf(lengths: Uint8Array, symbols: Uint16Array): Uint16Array {
  const words = new Uint16Array(symbols.length);
  let next = 0;
  let before = 0;
  for (let at = 0; at < symbols.length; at++) {
    const length = lengths[symbols[at]!]!;
    next <<= length - before;
    before = length;
    let word = 0;
    for (let bit = 0; bit < length; bit++) word |= ((next >>> bit) & 1) << (length - 1 - bit);
    words[at] = word;
    next++;
  }
  return words;
}
