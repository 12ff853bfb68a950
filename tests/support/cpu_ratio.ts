/**
 * How time grows with size, as a ratio, which is the same on a slow machine and on a busy one.
 * @module
 */

import process from "node:process";
import { assert } from "@std/assert";

/** Less than this is noise, in milliseconds. */
const NOISE = 30;
/** Other programs disturb some attempts, since caches are shared. */
const ATTEMPTS = 8;

/** Processor time of this program so far, in milliseconds: other programs do not count. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function leastTime(runs: number, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = cpuTime();
    await work();
    least = Math.min(least, cpuTime() - start);
  }
  return least;
}

/**
 * Asserts that work of four times the size takes four times as long, and not sixteen times: at most ten times, in one
 * of several attempts.
 */
export async function assertProportional(
  work: (times: 1 | 4) => unknown,
  what: string,
): Promise<void> {
  let ratio = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && ratio > 10; attempt++) {
    // The first run may compile: if that slowed down the small one, quadratic work would pass.
    const small = await leastTime(2, () => work(1));
    const large = await leastTime(Math.min(1 + attempt, 3), () => work(4));
    ratio = large < NOISE ? 0 : Math.min(ratio, large / Math.max(small, NOISE / 10));
  }
  assert(ratio <= 10, `${what}: four times as much took ${ratio.toFixed(1)} times as long`);
}
