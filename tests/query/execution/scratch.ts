/** Random numbers in the arena, for kernels. */

import type { Arena } from "../../../src/memory/arena.ts";
import { type Kernels, kernelsOf } from "../../../src/query/execution/kernels.ts";
import { newPools } from "../../support/pools.ts";
import { Random } from "../../support/random.ts";

/** Extreme numbers. */
export const EXTREMES: readonly bigint[] = [
  0n,
  1n,
  255n,
  256n,
  65535n,
  65536n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
];

/** Bytes that a stored number may take. */
export type Width = 1 | 2 | 4 | 8;
/** All widths. */
export const WIDTHS: readonly Width[] = [1, 2, 4, 8];

/** A random 64-bit number: small, of any length, or an extreme. */
export function anyWord(random: Random): bigint {
  if (random.oneIn(4)) return random.pick(EXTREMES);
  return random.oneIn(3) ? BigInt(random.below(8)) : random.u64();
}

/** The word as a signed number. */
export function signed(word: bigint): bigint {
  return BigInt.asIntN(64, word);
}

/** Kernels, and memory for their input and output, which is freed together. */
export class Scratch {
  readonly arena: Arena = newPools().arena;
  readonly kernels: Kernels = kernelsOf(this.arena);
  #taken: number[] = [];

  /** Allocates some bytes, filled with a pattern, so that unset cells are noticed. */
  take(bytes: number): number {
    const pointer = this.arena.alloc(bytes + 64);
    this.#taken.push(pointer);
    this.arena.u8.fill(0xa5, pointer, pointer + bytes + 64);
    return pointer;
  }

  /** Frees all memory. */
  clear(): void {
    for (const pointer of this.#taken) this.arena.free(pointer);
    this.#taken = [];
  }

  /** Allocates 64-bit words with these values. */
  words(values: readonly bigint[]): number {
    const pointer = this.take(values.length * 8);
    values.forEach((value, at) => this.arena.u64[(pointer >>> 3) + at] = BigInt.asUintN(64, value));
    return pointer;
  }

  /** Allocates doubles with these values. */
  doubles(values: readonly number[]): number {
    const pointer = this.take(values.length * 8);
    values.forEach((value, at) => this.arena.f64[(pointer >>> 3) + at] = value);
    return pointer;
  }

  /** Allocates 32-bit numbers with these values. */
  rows(values: readonly number[]): number {
    const pointer = this.take(values.length * 4);
    values.forEach((value, at) => this.arena.u32[(pointer >>> 2) + at] = value);
    return pointer;
  }

  /** Allocates numbers of some width, as blocks store them. */
  stored(values: readonly bigint[], width: Width): number {
    const pointer = this.take(values.length * width);
    const { u8, u16, u32, u64 } = this.arena;
    values.forEach((value, at) => {
      if (width === 1) u8[pointer + at] = Number(value);
      else if (width === 2) u16[(pointer >>> 1) + at] = Number(value);
      else if (width === 4) u32[(pointer >>> 2) + at] = Number(value);
      else u64[(pointer >>> 3) + at] = value;
    });
    return pointer;
  }

  /** Allocates a byte per row, 1 if it is true; 0 (no bytes) if none is. */
  flags(values: readonly boolean[]): number {
    if (!values.includes(true)) return 0;
    const pointer = this.take(values.length);
    values.forEach((value, at) => this.arena.u8[pointer + at] = value ? 1 : 0);
    return pointer;
  }

  /** Allocates zeroed cells of 32 bytes. */
  cells(count: number): number {
    const pointer = this.take(count * 32);
    this.arena.u8.fill(0, pointer, pointer + count * 32);
    return pointer;
  }

  /** Allocates a selection of some rows as bits. */
  bits(rows: number, selected: (row: number) => boolean): number {
    const pointer = this.take(8192);
    this.arena.u8.fill(0, pointer, pointer + 8192);
    for (let row = 0; row < rows; row++) {
      if (selected(row)) this.arena.u8[pointer + (row >>> 3)]! |= 1 << (row & 7);
    }
    return pointer;
  }

  /** The rows of a selection; bits after the last row must not be set. */
  selected(bits: number, rows: number): number[] {
    const found: number[] = [];
    for (let row = 0; row < 65536; row++) {
      if ((this.arena.u8[bits + (row >>> 3)]! >>> (row & 7)) & 1) found.push(row);
      else if (row % 64 === 0 && row > rows && this.arena.u64[(bits + (row >>> 3)) >>> 3] === 0n) row += 63;
    }
    return found;
  }

  /** Reads words. */
  readWords(pointer: number, count: number): bigint[] {
    return Array.from(this.arena.u64.subarray(pointer >>> 3, (pointer >>> 3) + count));
  }

  /** Reads doubles. */
  readDoubles(pointer: number, count: number): number[] {
    return Array.from(this.arena.f64.subarray(pointer >>> 3, (pointer >>> 3) + count));
  }

  /** Reads 32-bit numbers. */
  readRows(pointer: number, count: number): number[] {
    return Array.from(this.arena.u32.subarray(pointer >>> 2, (pointer >>> 2) + count));
  }

  /** Reads bytes. */
  readBytes(pointer: number, count: number): number[] {
    return Array.from(this.arena.u8.subarray(pointer, pointer + count));
  }
}

/** Runs a test with many seeds, each time with its own memory. */
export function withSeeds(
  count: number,
  test: (random: Random, scratch: Scratch, label: string) => void,
): void {
  const scratch = new Scratch();
  for (let seed = 1; seed <= count; seed++) {
    test(new Random(seed), scratch, `seed ${seed}`);
    scratch.clear();
  }
}

/** True in some rows, in none, or in all; sometimes only in a range of them, or in very few. */
export function someFlags(random: Random, rows: number): boolean[] {
  const density = random.pick([0, 1, 30, 300, 1000]);
  const [from, to] = random.oneIn(3) ? [random.below(rows), random.below(rows)] : [0, rows];
  return Array.from({ length: rows }, (_, row) => row >= from && row < to && random.below(1000) < density);
}
