/**
 * 64-bit unsigned numbers without doubles: two u32 halves while decoding, a bigint at the edges.
 * @module
 */

/** Largest unsigned 64-bit number. */
export const U64_MAX = 0xffff_ffff_ffff_ffffn;
/** Largest unsigned 32-bit number. */
export const U32_MAX = 0xffff_ffffn;
/** Smallest signed 64-bit number. */
export const I64_MIN: bigint = -(1n << 63n);
/** Largest signed 64-bit number. */
export const I64_MAX: bigint = (1n << 63n) - 1n;

/** Joins two 32-bit halves, signed or unsigned, into one number. */
export function joinHalves(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** The low half of a 64-bit number, as an unsigned 32-bit number. */
export function lowHalf(value: bigint): number {
  return Number(value & 0xffff_ffffn);
}

/** The high half of a 64-bit number, as an unsigned 32-bit number. */
export function highHalf(value: bigint): number {
  return Number((value >> 32n) & 0xffff_ffffn);
}

/** Formats a number as `0x` and lower-case digits without leading zeros, with the sign first. */
export function hex(value: bigint | number): string {
  return value < 0 ? "-0x" + (-value).toString(16) : "0x" + value.toString(16);
}

/** True if a double can represent a 64-bit number exactly. */
export function isSafe(value: bigint): boolean {
  return value <= 0x1f_ffff_ffff_ffffn && value >= -0x1f_ffff_ffff_ffffn;
}

/** Compares two numbers, for sorting. */
export function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
