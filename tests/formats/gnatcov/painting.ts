/**
 * Coverage address by address: the slow way, for comparing.
 * @module
 */

import type { Coverage } from "../../../src/coverage/ranges/coverage_result.ts";

/** Op of every covered address, the slow way. */
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

/** The same for ranges. */
export function paintRanges(ranges: Coverage): Map<bigint, number> {
  return paint(
    ranges.map(({ first, last, op }) => ({
      first,
      size: Number(last - first + 1n),
      op,
    })),
  );
}
