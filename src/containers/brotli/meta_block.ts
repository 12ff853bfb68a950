/**
 * The head of a compressed meta-block: RFC 7932, section 9.2. It says how literals, lengths and distances are written
 * until the next head.
 * @module
 */

import type { BitInput } from "./bit_input.ts";
import { BrotliError } from "./brotli_error.ts";
import type { PrefixCodes } from "./prefix_code.ts";

/** Symbols of literals, and of pairs of an insert and a copy length. */
const LITERALS = 256;
const LENGTH_PAIRS = 704;
/** Contexts of a literal, and of a distance. */
const LITERAL_CONTEXTS = 64;
const DISTANCE_CONTEXTS = 4;
/** A block that is the only one of its kind never ends. */
const ENDLESS = 1 << 24;

/** Least length of a block by its symbol, and bits that are added. */
// deno-fmt-ignore
const COUNT_BASES = [
  1, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 145, 177, 209, 241, 305, 369, 497, 753, 1265, 2289, 4337, 8433,
  16625,
];
const COUNT_BITS = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24];

/** Blocks of one kind: which type the present one has, and how many symbols of it are left. */
class Blocks {
  readonly #input: BitInput;
  readonly #codes: PrefixCodes;
  #typeCode = 0;
  #countCode = 0;
  #before = 1;

  /** Number of types. */
  types = 1;
  /** Type of the present block. */
  type = 0;
  /** Symbols of the block that are left. */
  left = ENDLESS;

  /** One block without an end. */
  constructor(input: BitInput, codes: PrefixCodes) {
    this.#input = input;
    this.#codes = codes;
  }

  /** Reads how blocks of this kind follow each other. */
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

  /** Goes to the next block. */
  next(): void {
    if (this.types < 2) throw new BrotliError("A block that is the only one ends");
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

/** What the head of a meta-block says. */
export class MetaBlock {
  readonly #input: BitInput;
  /** The codes of this meta-block. */
  readonly codes: PrefixCodes;
  readonly literals: Blocks;
  /** Blocks of length pairs. */
  readonly pairs: Blocks;
  readonly distances: Blocks;
  /** Which bits of the last two bytes are the context, by type of literal block. */
  modes = new Uint8Array(1);
  /** Code by type and context of a literal. */
  literalCodes = new Int32Array(0);
  /** Code by type of a length pair. */
  pairCodes = new Int32Array(0);
  /** Code by type and context of a distance. */
  distanceCodes = new Int32Array(0);
  /** Low bits of a distance that are written as they are. */
  postfix = 0;
  /** Distances that have symbols of their own. */
  direct = 0;

  /** Says nothing before `begin`. */
  constructor(input: BitInput, codes: PrefixCodes) {
    this.#input = input;
    this.codes = codes;
    this.literals = new Blocks(input, codes);
    this.pairs = new Blocks(input, codes);
    this.distances = new Blocks(input, codes);
  }

  /** Reads a head. */
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
      // A head that continues after its end is read again when there is more.
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
        // A run of zeros, or a single one.
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

/** A number from 1 to 256. */
function readCount(input: BitInput): number {
  if (input.read(1) === 0) return 1;
  const bits = input.read(3);
  return (1 << bits) + input.read(bits) + 1;
}

/** Values are places in a list whose used one always goes to the front. */
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
