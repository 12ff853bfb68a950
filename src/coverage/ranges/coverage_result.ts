/**
 * What is found of the runs of a campaign.
 * @module
 */

import type { CoveredRange } from "../../formats/gnatcov/derive/ranges.ts";

/** Covered ranges of one run. */
export type Coverage = readonly CoveredRange[];

/** What a trace adds to the others. */
export interface RunWorth {
  /** Bytes that it covers. */
  readonly covered: number;
  /** Bytes that no other run covers: what is lost without it. */
  readonly own: number;
  /** Its place among the chosen ones, from 1; null when the others cover all of it. */
  readonly pick: number | null;
  /** Bytes that it adds to those chosen before. */
  readonly adds: number;
}

/** A range with the number of runs that cover it. */
export interface SharedRange extends CoveredRange {
  /** Number of runs; of those on the left of a difference. */
  readonly runs: number;
}
