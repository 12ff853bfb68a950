/**
 * Rates a coverage percentage, with the same thresholds as genhtml.
 * @module
 */

import type { Tone } from "./headline.ts";

/** From this share on, coverage counts as good. */
export const GOOD = 0.9;
export const FAIR = 0.75;

/** The tone (green, amber or red) for a share. */
export function coverageTone(share: number): Tone {
  return share >= GOOD ? "good" : share >= FAIR ? "middling" : "bad";
}
