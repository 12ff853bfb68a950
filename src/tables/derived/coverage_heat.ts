/**
 * A strip of characters for a range of addresses: the taller, the more of it ran.
 * @module
 */

import { type AddressRange, firstReaching } from "./coverage_functions.ts";

/** From nothing to all of a cell. */
const LEVELS = "·▁▂▃▄▅▆▇█";

/** `width` cells for `first..last`; `ranges` are of one module, disjoint and in order. */
export function heatStrip(
  ranges: readonly AddressRange[],
  first: bigint,
  last: bigint,
  width: number,
): string {
  const total = last - first + 1n;
  const cells = BigInt(Math.max(1, width));
  let strip = "";
  for (
    let cell = 0n;
    cell < cells && (total >= cells || cell < total);
    cell++
  ) {
    const count = total >= cells ? cells : total;
    const from = first + total * cell / count,
      to = first + total * (cell + 1n) / count - 1n;
    const bytes = to - from + 1n;
    let covered = 0n;
    for (
      let at = firstReaching(ranges, from);
      at < ranges.length && ranges[at]!.first <= to;
      at++
    ) {
      const range = ranges[at]!;
      covered += (range.last < to ? range.last : to) -
        (range.first > from ? range.first : from) + 1n;
    }
    // Only nothing looks like nothing, and only all looks like all.
    const steps = BigInt(LEVELS.length - 1);
    const level = covered === 0n ? 0n : covered === bytes ? steps : 1n + covered * (steps - 1n) / bytes;
    strip += LEVELS[Number(level)];
  }
  return strip;
}
