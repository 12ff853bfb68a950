/**
 * All window functions. Help, completion, hover, binder and executor read this list.
 * @module
 */

import { cumulative, moving, share } from "./amounts.ts";
import { first, lag, last, lead } from "./neighbours.ts";
import { rank, rowNumber } from "./places.ts";
import type { WindowFunction } from "./window_function.ts";

/** All window functions, in the order of the documentation. */
export const WINDOW_FUNCTIONS: readonly WindowFunction[] = [
  lag,
  lead,
  first,
  last,
  rowNumber,
  rank,
  cumulative,
  moving,
  share,
];

const BY_NAME: ReadonlyMap<string, WindowFunction> = new Map(
  WINDOW_FUNCTIONS.map((each) => [each.name, each]),
);

/** Returns the window function with this name. */
export function findWindowFunction(name: string): WindowFunction | undefined {
  return BY_NAME.get(name);
}
