/**
 * Pairs of insert and copy lengths: RFC 7932, section 5. One symbol encodes both, followed by extra bits.
 * @module
 */

import type { BitInput } from "./bit_input.ts";

/** Base insert and copy lengths by code, with the number of extra bits. */
// deno-fmt-ignore
const INSERT_BASES = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 322, 578, 1090, 2114, 6210, 22594,
];
const INSERT_BITS = [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24];
// deno-fmt-ignore
const COPY_BASES = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 22, 30, 38, 54, 70, 102, 134, 198, 326, 582, 1094, 2118,
];
const COPY_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24];
/**
 * First insert and copy code for each group of 64 length pairs; the first two groups reuse the last distance.
 */
const INSERT_STARTS = [0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16];
const COPY_STARTS = [0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16];

/** Returns whether the copy reuses the last distance, which is then not stored. */
export function usesLastDistance(pair: number): boolean {
  return pair < 128;
}

/** Number of literals of a pair; reads its extra bits, which come first. */
export function insertLength(pair: number, input: BitInput): number {
  const code = INSERT_STARTS[pair >> 6]! + ((pair >> 3) & 7);
  return INSERT_BASES[code]! + input.read(INSERT_BITS[code]!);
}

/** Number of bytes that a pair copies; reads its extra bits. */
export function copyLength(pair: number, input: BitInput): number {
  const code = COPY_STARTS[pair >> 6]! + (pair & 7);
  return COPY_BASES[code]! + input.read(COPY_BITS[code]!);
}
