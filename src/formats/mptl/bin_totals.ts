/**
 * What the bins say about all requests together. Bin i counts requests of exactly i + 1 bytes, the last one those of
 * as many bytes or more, whose sum is given beside it.
 * @module
 */

import type { Sections } from "./sections.ts";

/** Number of size classes: small, medium, large, extra large. */
export const CLASSES = 4;

/** Requests of one direction. */
export interface BinTotals {
  /** Requests and bytes in all. */
  readonly count: bigint;
  readonly bytes: bigint;
  /** Requests and bytes by size class, without those of the last bin. */
  readonly classCounts: readonly bigint[];
  readonly classBytes: readonly bigint[];
}

/** Adds up one direction's bins; null when the file does not hold them all. */
export function binTotals(sections: Sections, direction: "alloc" | "free"): BinTotals | null {
  const bins = direction === "alloc" ? sections.allocBins : sections.freeBins;
  const large = direction === "alloc" ? sections.allocLarge : sections.freeLarge;
  if (large === null || bins.announced === 0) return null;
  const last = bins.announced - 1;
  const classCounts = [0n, 0n, 0n, 0n];
  const classBytes = [0n, 0n, 0n, 0n];
  let count = bins.words[last]!;
  let bytes = large;
  for (let bin = 0; bin < last; bin++) {
    const requests = bins.words[bin]!;
    if (requests === 0n) continue;
    const size = BigInt(bin + 1);
    const sizeClass = classOf(size, sections.bounds);
    count += requests;
    bytes += requests * size;
    classCounts[sizeClass]! += requests;
    classBytes[sizeClass]! += requests * size;
  }
  return { count, bytes, classCounts, classBytes };
}

/** The class of a size: 0 small to 3 extra large; upper bounds belong to their class. */
export function classOf(size: bigint, bounds: BigUint64Array): number {
  for (let bound = 0; bound < bounds.length; bound++) if (size <= bounds[bound]!) return bound;
  return bounds.length;
}
