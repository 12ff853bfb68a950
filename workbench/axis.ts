/**
 * An axis of a chart: the position of values on it, and the values for its labels.
 * @module
 */

import type { ColumnKind } from "../src/serve/api_types.ts";
import { roundStep } from "./values.ts";

/** An axis from 0 up. */
export interface Axis {
  /** Values that are labelled. */
  readonly ticks: readonly number[];
  /** Returns how far up a value is, from 0 to 1. */
  share(value: number): number;
}

/** Maximum number of labels on a logarithmic axis. */
const MOST_DECADES = 5;

/** Creates the axis for values up to `most`, with about `marks` steps. */
export function axisOf(
  most: number,
  kind: ColumnKind,
  { marks, isLogarithmic }: { readonly marks: number; readonly isLogarithmic: boolean },
): Axis {
  if (!(most > 0)) return { ticks: [0], share: () => 0 };
  return isLogarithmic ? logarithmic(most, kind) : linear(most, kind, marks);
}

/** Creates a linear axis with round steps, the last of them at the top or above the largest value. */
function linear(most: number, kind: ColumnKind, marks: number): Axis {
  const step = Math.max(kind === "float" ? 0 : 1, roundStep(most / marks, kind));
  const count = Math.ceil(most / step - 1e-9);
  return {
    ticks: Array.from({ length: count + 1 }, (_, at) => at * step),
    share: (value) => value / (count * step),
  };
}

/**
 * Creates a logarithmic axis with powers of 2 for bytes, or of 10. 0 is at the bottom, because the logarithm
 * of the value plus one is used.
 */
function logarithmic(most: number, kind: ColumnKind): Axis {
  // A value smaller than a millionth of the largest one cannot be distinguished from 0.
  const least = kind === "float" ? most / 1e6 : 1;
  const base = kind === "bytes" ? 2 : 10;
  const whole = Math.log1p(most / least);
  const powers = Math.floor(Math.log(most / least) / Math.log(base));
  const every = Math.max(1, Math.ceil((powers + 1) / MOST_DECADES));
  const ticks = [0];
  // Start at the top, so that the largest power is labelled.
  for (let power = powers; power >= (every > 1 ? 1 : 0); power -= every) ticks.push(least * base ** power);
  return { ticks, share: (value) => Math.log1p(Math.max(0, value) / least) / whole };
}
