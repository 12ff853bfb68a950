/**
 * Assertions of the standard library, which tests import as `@std/assert`. Its `assertEquals` takes a microsecond and
 * more for each number; here equal values are recognized at once, and only differences are left to the library.
 * @module
 */

import { assertEquals as assertEqualsSlowly } from "@std/assert/original";

// The package has no types: the compiler finds no names after `export *`.
export {
  assert,
  assertAlmostEquals,
  assertArrayIncludes,
  assertExists,
  assertFalse,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertIsError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotInstanceOf,
  assertNotMatch,
  assertNotStrictEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  equal,
  fail,
  unimplemented,
  unreachable,
} from "@std/assert/original";

/** Deeper structures are left to the library, which handles cycles. */
const MOST_DEPTH = 20;

/** Asserts that two values are the same, part by part. */
export function assertEquals(actual: unknown, expected: unknown, message?: string): void {
  if (!isSame(actual, expected, 0)) assertEqualsSlowly(actual, expected, message);
}

/** Whether two values are certainly the same; values that are not plain are not. */
function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const prototype = Object.getPrototypeOf(one);
  if (prototype !== Object.getPrototypeOf(other) || depth > MOST_DEPTH) return false;
  if (prototype === Array.prototype) return sameLists(one as unknown[], other as unknown[], depth + 1);
  if (prototype === Object.prototype) {
    return sameObjects(one as Record<string, unknown>, other as Record<string, unknown>, depth + 1);
  }
  return prototype === Uint8Array.prototype && sameBytes(one as Uint8Array, other as Uint8Array);
}

function sameLists(one: readonly unknown[], other: readonly unknown[], depth: number): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) {
    // Holes and lists with other properties are for the library.
    if (one[at] === undefined || !isSame(one[at], other[at], depth)) return false;
  }
  return true;
}

function sameObjects(
  one: Record<string, unknown>,
  other: Record<string, unknown>,
  depth: number,
): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  if (Object.getOwnPropertySymbols(one).length > 0 || Object.getOwnPropertySymbols(other).length > 0) {
    return false;
  }
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key], depth));
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
