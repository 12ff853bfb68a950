/**
 * How time grows with the size of the work. A limit in seconds would be about the machine and what else it does; here a run is
 * compared with another run of the same machine, and only what is too slow every time fails.
 * @module
 */

import { assert } from "@std/assert";

const RUNS = 3;
const ROUNDS = 6;
/** Below this a clock says little. */
const LEAST_MS = 0.05;

/** The quickest of a few runs: the one that other work has disturbed least. */
function quickest(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.max(LEAST_MS, Math.min(...times));
}

/** Whether one piece of work takes at most `most` times as long as another, in one of several rounds. */
function isWithin(most: number, work: () => unknown, other: () => unknown): { fits: boolean; found: number } {
  let found = Infinity;
  for (let round = 0; round < ROUNDS && found > most; round++) {
    found = Math.min(found, quickest(work) / quickest(other));
  }
  return { fits: found <= most, found };
}

/**
 * Asserts that work takes time in proportion to its size: sixteen times the size may take 64 times as long, where what is
 * quadratic takes 256 times as long.
 */
export function assertProportional(work: (size: number) => unknown, size: number, what: string): void {
  const times = 16;
  const { fits, found } = isWithin(times ** 1.5, () => work(size * times), () => work(size));
  assert(fits, `${what}: ${times} times the size takes ${found.toFixed(1)} times as long`);
}

/** Asserts that work is done in a part of the time of other work. */
export function assertQuicker(work: () => unknown, other: () => unknown, what: string): void {
  const { fits, found } = isWithin(0.5, work, other);
  assert(fits, `${what}: it takes ${found.toFixed(2)} of the time`);
}
