/**
 * Damage independent of formats: bits, bytes, words, cuts, and inserted or removed pieces.
 * @module
 */

import type { Random } from "../support/random.ts";

/** Maximum size of inputs: errors with long inputs also happen with short ones, sooner. */
export const MOST_BYTES = 1 << 16;

/** Numbers at the limits of lengths, counts and ids. */
export const EDGES: readonly bigint[] = [
  ...[0n, 1n, 2n, 3n, 4n, 7n, 8n, 15n, 16n, 31n, 32n, 63n, 64n, 127n, 128n, 255n, 256n],
  ...[4095n, 4096n, 16383n, 16384n, 32767n, 32768n, 65535n, 65536n, 1n << 20n, 1n << 24n],
  ...[(1n << 31n) - 1n, 1n << 31n, (1n << 32n) - 1n, 1n << 32n, 1n << 40n, (1n << 53n) + 1n],
  ...[(1n << 62n) - 1n, (1n << 63n) - 1n, 1n << 63n, (1n << 64n) - 1n],
];

/** A copy with `cut` bytes at `at` replaced. */
export function splice(bytes: Uint8Array, at: number, cut: number, put: ArrayLike<number>): Uint8Array {
  const end = Math.min(bytes.length, at + cut);
  const out = new Uint8Array(at + put.length + bytes.length - end);
  out.set(bytes.subarray(0, at));
  out.set(put, at);
  out.set(bytes.subarray(end), at + put.length);
  return out;
}

/** A number in this many bytes. */
export function fixed(value: bigint, bytes: number, little: boolean): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at++) {
    out[little ? at : bytes - 1 - at] = Number((value >> BigInt(8 * at)) & 255n);
  }
  return out;
}

/** A number in groups of seven bits, the least significant first. */
export function leb(value: bigint): number[] {
  const bytes: number[] = [];
  for (; value >= 128n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
  return [...bytes, Number(value)];
}

/** A copy with one random change. */
export function mutateBytes(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  if (bytes.length === 0) return other.slice(0, random.below(64));
  const at = random.below(bytes.length);
  switch (random.below(10)) {
    case 0:
      return splice(bytes, at, 1, [random.below(256)]);
    case 1:
      return splice(bytes, at, 1, [bytes[at]! ^ (1 << random.below(8))]);
    case 2:
      return bytes.slice(0, at);
    case 3: {
      const size = random.pick([1, 2, 4, 8]);
      return splice(bytes, at - at % size, size, fixed(random.pick(EDGES), size, random.oneIn(2)));
    }
    case 4:
      return splice(bytes, at, random.below(3), leb(random.pick(EDGES)));
    case 5: {
      const from = random.below(bytes.length);
      return splice(bytes, at, 0, bytes.slice(from, from + 1 + random.below(64)));
    }
    case 6:
      return splice(bytes, at, 1 + random.below(20), []);
    case 7: {
      const from = random.below(Math.max(1, other.length));
      return splice(bytes, at, random.below(32), other.slice(from, from + 1 + random.below(64)));
    }
    case 8:
      return splice(bytes, at, 0, new Uint8Array(1 + random.below(24)).fill(random.pick([0, 255, 10, 65])));
    default: {
      const from = random.below(other.length + 1);
      return splice(bytes, at, bytes.length, other.slice(from));
    }
  }
}
