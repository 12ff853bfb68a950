/**
 * Determines the maximum of a chart's axis.
 * @module
 */

/** A value is an outlier if it exceeds the other values by this factor, so that they would look flat. */
const TOO_TALL = 4;
/** With fewer values than this, no value counts as an outlier. */
const LEAST = 20;
/** Maximum share of outliers; if there are more, they are what the chart is about. */
const FEW = 0.05;

/**
 * Returns the maximum of a chart's axis: the largest value, or the largest one below a few outliers that
 * would hide all others.
 */
export function chartMaximum(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const most = sorted.at(-1) ?? 0;
  const usual = sorted[Math.floor((sorted.length - 1) * (1 - FEW))] ?? 0;
  return values.length >= LEAST && usual > 0 && most > TOO_TALL * usual ? usual * 1.25 : most;
}
