/**
 * How high a chart is.
 * @module
 */

/** A value that stands out by as much as this flattens all the others. */
const TOO_TALL = 4;
/** Of fewer values none is unusual. */
const LEAST = 20;
/** This many values at most stand out: with more of them the chart is about them. */
const FEW = 0.05;

/**
 * The largest value that a chart has room for: that of all, or of all but a few that are so large that nothing would be
 * seen of the others.
 */
export function chartCeiling(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const most = sorted.at(-1) ?? 0;
  const usual = sorted[Math.floor((sorted.length - 1) * (1 - FEW))] ?? 0;
  return values.length >= LEAST && usual > 0 && most > TOO_TALL * usual ? usual * 1.25 : most;
}
