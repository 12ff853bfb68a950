/**
 * How time grows with the size of the work. A limit in seconds would depend on the machine and its other work; here
 * work is compared with other work of the same thread, by processor time.
 * @module
 */

import { assert } from "@std/assert";
import process from "node:process";

/** The system counts the time of a thread in steps of ten milliseconds. */
const LEAST_MS = 40;
/** Other work on the machine also disturbs resources that cores share. */
const ROUNDS = 4;

/** Processor time of this thread in milliseconds. */
export function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The time of some work, repeated until a clock can measure it. */
function timeOf(work: () => unknown): number {
  const start = worked();
  for (let runs = 1;; runs++) {
    work();
    const time = worked() - start;
    if (time >= LEAST_MS) return time / runs;
  }
}

/** Asserts that work takes at most `most` times as long as other work. */
function assertWithin(most: number, work: () => unknown, other: () => unknown, what: string): void {
  let found = Infinity;
  for (let round = 0; round < ROUNDS && found > most; round++) {
    found = Math.min(found, timeOf(work) / timeOf(other));
  }
  assert(found <= most, `${what}: it takes ${found.toFixed(2)} times as long, at most ${most} were expected`);
}

/**
 * Asserts that work takes time in proportion to its size: sixteen times the size may take 64 times as long, while
 * quadratic work takes 256 times as long.
 */
export function assertProportional(work: (size: number) => unknown, size: number, what: string): void {
  assertWithin(64, () => work(16 * size), () => work(size), what);
}

/** Asserts that work takes at most half of the time of other work. */
export function assertQuicker(work: () => unknown, other: () => unknown, what: string): void {
  assertWithin(0.5, work, other, what);
}
