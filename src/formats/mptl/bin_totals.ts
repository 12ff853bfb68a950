/**
 * Totals over the size bins. Bin i counts requests of exactly i + 1 bytes. The last bin also counts all
 * larger requests, so the file stores their total bytes separately.
 * @module
 */

import type { Sections } from "./sections.ts";

/** Number of size classes: small, medium, large, extra large. */
export const CLASSES = 4;

/** Totals of all allocations or of all frees. */
export interface BinTotals {
  /** Number of requests, and their bytes. */
  readonly count: bigint;
  readonly bytes: bigint;
  /** Requests and bytes by size class, excluding those in the last bin. */
  readonly classCounts: readonly bigint[];
  readonly classBytes: readonly bigint[];
}

/** Sums the bins of allocations or of frees; null when the file does not contain all bins. */
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

/** The size class: 0 for small to 3 for extra large. A size equal to a bound belongs to the lower class. */
export function classOf(size: bigint, bounds: BigUint64Array): number {
  for (let bound = 0; bound < bounds.length; bound++) if (size <= bounds[bound]!) return bound;
  return bounds.length;
}
