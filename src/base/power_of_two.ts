/**
 * Sizes of tables whose slots are found by the lower bits of a hash.
 * @module
 */

/** The smallest power of two that is not less than a positive number; 0 for 0. */
export function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}
