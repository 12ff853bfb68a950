/**
 * Coverage address by address: computed slowly, for comparison.
 * @module
 */

import type { Coverage } from "../../../src/coverage/ranges/coverage_result.ts";

/** Op of every covered address, computed slowly. */
export function paint(
  entries: Iterable<{ first: bigint; size: number; op: number }>,
): Map<bigint, number> {
  const painted = new Map<bigint, number>();
  for (const { first, size, op } of entries) {
    for (let at = 0; at < size; at++) {
      painted.set(
        first + BigInt(at),
        (painted.get(first + BigInt(at)) ?? 0) | op,
      );
    }
  }
  return painted;
}

/** Op of every address in these ranges. */
export function paintRanges(ranges: Coverage): Map<bigint, number> {
  return paint(
    ranges.map(({ first, last, op }) => ({
      first,
      size: Number(last - first + 1n),
      op,
    })),
  );
}
