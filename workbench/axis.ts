/**
 * An axis of a chart: where a value is on it, and which values are written beside it.
 * @module
 */

import type { ColumnKind } from "../src/serve/api_types.ts";
import { roundStep } from "./values.ts";

/** An axis from 0 up. */
export interface Axis {
  /** Values that are written beside it. */
  readonly ticks: readonly number[];
  /** How far up a value is, from 0 to 1. */
  share(value: number): number;
}

/** Marks of a logarithmic axis at most. */
const MOST_DECADES = 5;

/** The axis for values up to `most`, with about `marks` steps. */
export function axisOf(
  most: number,
  kind: ColumnKind,
  { marks, isLogarithmic }: { readonly marks: number; readonly isLogarithmic: boolean },
): Axis {
  if (!(most > 0)) return { ticks: [0], share: () => 0 };
  return isLogarithmic ? logarithmic(most, kind) : linear(most, kind, marks);
}

/** Round steps, the last of them at the top or above the largest value. */
function linear(most: number, kind: ColumnKind, marks: number): Axis {
  const step = Math.max(kind === "float" ? 0 : 1, roundStep(most / marks, kind));
  const count = Math.ceil(most / step - 1e-9);
  return {
    ticks: Array.from({ length: count + 1 }, (_, at) => at * step),
    share: (value) => value / (count * step),
  };
}

/** Powers: of 2 for bytes, else of 10. 0 is at the bottom, since the logarithm is taken of one more. */
function logarithmic(most: number, kind: ColumnKind): Axis {
  // What is smaller than a millionth of the largest cannot be told from nothing.
  const least = kind === "float" ? most / 1e6 : 1;
  const base = kind === "bytes" ? 2 : 10;
  const whole = Math.log1p(most / least);
  const powers = Math.floor(Math.log(most / least) / Math.log(base));
  const every = Math.max(1, Math.ceil((powers + 1) / MOST_DECADES));
  const ticks = [0];
  // From the top down, so that the largest power has its mark.
  for (let power = powers; power >= (every > 1 ? 1 : 0); power -= every) ticks.push(least * base ** power);
  return { ticks, share: (value) => Math.log1p(Math.max(0, value) / least) / whole };
}
