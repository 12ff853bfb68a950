/**
 * Splits work on many rows, so that it can be cancelled in between.
 * @module
 */

import type { Workspace } from "./relation.ts";

/** Maximum number of rows in a range: a kernel moves them in a few milliseconds. */
const ROWS_PER_RANGE = 1 << 20;

/** Yields ranges of rows; checks for cancellation before each. */
export function* rowRanges(work: Workspace, count: number): Generator<readonly [at: number, n: number]> {
  for (let at = 0; at < count; at += ROWS_PER_RANGE) {
    work.check();
    yield [at, Math.min(ROWS_PER_RANGE, count - at)];
  }
}
