/**
 * Binary search.
 * @module
 */

/**
 * Returns the first of `count` positions at which a condition is true, provided that it is also true at all
 * later positions. Returns `count` if it is never true.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const starts = [10n, 20n, 30n];
 * assertEquals(binarySearch(starts.length, (at) => starts[at]! > 20n), 2);
 * ```
 */
export function binarySearch(count: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
