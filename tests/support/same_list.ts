/**
 * Long lists: `assertEquals` takes a microsecond and more for each number.
 * @module
 */

import { assertEquals } from "@std/assert";

/** Asserts that two lists of plain values are the same; a failure shows the values around the first difference. */
export function assertSameList(
  found: ArrayLike<unknown>,
  expected: ArrayLike<unknown>,
  message?: string,
): void {
  let at = 0;
  while (at < found.length && at < expected.length && Object.is(found[at], expected[at])) at++;
  if (at === found.length && at === expected.length) return;
  const around = (list: ArrayLike<unknown>): unknown[] =>
    Array.prototype.slice.call(list, Math.max(0, at - 3), at + 5);
  const place = `at ${at} of ${found.length} and ${expected.length}`;
  assertEquals(around(found), around(expected), message === undefined ? place : `${message}, ${place}`);
  throw new Error(`Lists differ ${place}`);
}
