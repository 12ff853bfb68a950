/**
 * How good a share of coverage is, by the thresholds that genhtml has as well.
 * @module
 */

import type { Tone } from "./headline.ts";

/** At these shares and above, coverage counts as good or middling. */
export const GOOD = 0.9;
export const MIDDLING = 0.75;

/** The tone (green, amber or red) for a share. */
export function coverageTone(share: number): Tone {
  return share >= GOOD ? "good" : share >= MIDDLING ? "middling" : "bad";
}
