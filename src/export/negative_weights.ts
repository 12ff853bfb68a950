/**
 * Rejects negative weights, which occur in differences and which some programs cannot show.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { SampleSet } from "./sample_set.ts";

/** Throws `UsageError` if any of these weights is negative. */
export function rejectNegativeWeights(
  { samples, weights }: SampleSet,
  format: string,
  which: readonly number[],
): void {
  for (const at of which) {
    if (!samples.some(({ values }) => values[at]! < 0n)) continue;
    throw new UsageError(
      `Cannot export negative numbers as ${format} (${weights[at]!.name}): ` +
        "keep only rows above zero, or use pprof, which can show differences",
    );
  }
}
