/**
 * The header of a compressed meta-block: RFC 7932, section 9.2. It defines how literals, lengths and
 * distances are encoded until the next header.
 * @module
 */

import type { BitInput } from "./bit_input.ts";
import { BrotliError } from "./brotli_error.ts";
import type { PrefixCodes } from "./prefix_code.ts";

/** Number of symbols for literals, and for length pairs. */
const LITERALS = 256;
const LENGTH_PAIRS = 704;
/** Number of contexts of a literal, and of a distance. */
const LITERAL_CONTEXTS = 64;
const DISTANCE_CONTEXTS = 4;
/** Length of a block that is the only one in its category. */
const ENDLESS = 1 << 24;

/** Base length of a block by symbol, with the number of extra bits. */
// deno-fmt-ignore
const COUNT_BASES = [
  1, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 145, 177, 209, 241, 305, 369, 497, 753, 1265, 2289, 4337, 8433,
  16625,
];
const COUNT_BITS = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24];

/** The blocks of one category: the current type, and the symbols left in the current block. */
class Blocks {
  readonly #input: BitInput;
  readonly #codes: PrefixCodes;
  #typeCode = 0;
  #countCode = 0;
  #before = 1;

  /** Number of types. */
  types = 1;
  /** Type of the current block. */
  type = 0;
  /** Symbols left in the current block. */
  left = ENDLESS;

  /** Starts with a single endless block. */
  constructor(input: BitInput, codes: PrefixCodes) {
    this.#input = input;
    this.#codes = codes;
  }

  /** Reads how the blocks of this category are encoded. */
  begin(): void {
    this.types = readCount(this.#input);
    this.type = 0;
    this.#before = 1;
    this.left = ENDLESS;
    if (this.types < 2) return;
    this.#typeCode = this.#codes.define(this.#input, this.types + 2);
    this.#countCode = this.#codes.define(this.#input, COUNT_BASES.length);
    this.left = this.#readLength();
  }

  /** Switches to the next block. */
  next(): void {
    if (this.types < 2) throw new BrotliError("A block ends although it is the only one");
    const symbol = this.#codes.read(this.#input, this.#typeCode);
    const type = symbol === 0 ? this.#before : symbol === 1 ? (this.type + 1) % this.types : symbol - 2;
    this.#before = this.type;
    this.type = type;
    this.left = this.#readLength();
  }

  #readLength(): number {
    const symbol = this.#codes.read(this.#input, this.#countCode);
    return COUNT_BASES[symbol]! + this.#input.read(COUNT_BITS[symbol]!);
  }
}

/** The decoded header of a meta-block. */
export class MetaBlock {
  readonly #input: BitInput;
  /** The codes of this meta-block. */
  readonly codes: PrefixCodes;
  readonly literals: Blocks;
  /** Blocks of length pairs. */
  readonly pairs: Blocks;
  readonly distances: Blocks;
  /** The context mode, by type of literal block. */
  modes = new Uint8Array(1);
  /** Code by type and context of a literal. */
  literalCodes = new Int32Array(0);
  /** Code by type of a length pair. */
  pairCodes = new Int32Array(0);
  /** Code by type and context of a distance. */
  distanceCodes = new Int32Array(0);
  /** Number of low bits of a distance that are stored directly. */
  postfix = 0;
  /** Distances that have symbols of their own. */
  direct = 0;

  /** Empty until `begin` is called. */
  constructor(input: BitInput, codes: PrefixCodes) {
    this.#input = input;
    this.codes = codes;
    this.literals = new Blocks(input, codes);
    this.pairs = new Blocks(input, codes);
    this.distances = new Blocks(input, codes);
  }

  /** Reads a header. */
  begin(): void {
    const input = this.#input;
    this.codes.clear();
    this.literals.begin();
    this.pairs.begin();
    this.distances.begin();
    this.postfix = input.read(2);
    this.direct = input.read(4) << this.postfix;
    this.modes = Uint8Array.from({ length: this.literals.types }, () => input.read(2));
    const literalMap = this.#readMap(LITERAL_CONTEXTS * this.literals.types);
    const distanceMap = this.#readMap(DISTANCE_CONTEXTS * this.distances.types);
    const distanceSymbols = 16 + this.direct + (48 << this.postfix);
    this.literalCodes = this.#defineMapped(literalMap, LITERALS);
    this.pairCodes = this.#define(this.pairs.types, LENGTH_PAIRS);
    this.distanceCodes = this.#defineMapped(distanceMap, distanceSymbols);
  }

  #define(count: number, size: number): Int32Array<ArrayBuffer> {
    return Int32Array.from({ length: count }, () => {
      // A header that extends beyond the available input is read again when there is more.
      return this.#input.isOver ? 0 : this.codes.define(this.#input, size);
    });
  }

  #defineMapped({ trees, map }: ContextMap, size: number): Int32Array<ArrayBuffer> {
    const codes = this.#define(trees, size);
    return Int32Array.from(map, (tree) => codes[tree]!);
  }

  #readMap(size: number): ContextMap {
    const input = this.#input;
    const trees = readCount(input);
    const map = new Uint8Array(size);
    if (trees < 2) return { trees, map };
    const mostZeros = input.read(1) === 0 ? 0 : input.read(4) + 1;
    const code = this.codes.define(input, trees + mostZeros);
    for (let at = 0; at < size;) {
      const symbol = this.codes.read(input, code);
      if (symbol > mostZeros) map[at++] = symbol - mostZeros;
      else {
        // A run of zeros, or a single zero.
        at += symbol === 0 ? 1 : (1 << symbol) + input.read(symbol);
        if (at > size) throw new BrotliError("A context map is longer than there are contexts");
      }
    }
    if (input.read(1) === 1) moveBack(map);
    return { trees, map };
  }
}

interface ContextMap {
  readonly trees: number;
  readonly map: Uint8Array;
}

/** Reads a number from 1 to 256. */
function readCount(input: BitInput): number {
  if (input.read(1) === 0) return 1;
  const bits = input.read(3);
  return (1 << bits) + input.read(bits) + 1;
}

/** Undoes the move-to-front transform. */
function moveBack(map: Uint8Array): void {
  const list = Uint8Array.from({ length: 256 }, (_, value) => value);
  for (let at = 0; at < map.length; at++) {
    const place = map[at]!;
    const value = list[place]!;
    map[at] = value;
    list.copyWithin(1, 0, place);
    list[0] = value;
  }
}
