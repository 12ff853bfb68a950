/**
 * Results about the runs of a campaign.
 * @module
 */

import type { CoveredRange } from "../../formats/gnatcov/derive/ranges.ts";

/** Covered ranges of one run. */
export type Coverage = readonly CoveredRange[];

/** The contribution of a run. */
export interface RunContribution {
  /** Bytes that it covers. */
  readonly covered: number;
  /** Bytes that this run covers and no other run does. */
  readonly own: number;
  /** Its position in the chosen set, from 1; null if it is not chosen, because the others cover all of it. */
  readonly pick: number | null;
  /** Bytes that it adds to the runs chosen before it. */
  readonly adds: number;
}

/** A range with the number of runs that cover it. */
export interface SharedRange extends CoveredRange {
  /** Number of runs that cover it; for a difference, of those on the left. */
  readonly runs: number;
}
