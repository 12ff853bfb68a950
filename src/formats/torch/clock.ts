/**
 * Times of a snapshot: it has microseconds since 1970, and tables have nanoseconds since the first of them.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { writeHalves } from "../../events/cells.ts";
import type { StagingColumn } from "../../events/trace_sink.ts";

const HALF = 0x1_0000_0000;
const NANOSECONDS = 1000;

/** Turns times into those since the first one. */
export class Clock {
  #low = 0xffff_ffff;
  #high = 0xffff_ffff;

  /** Takes a time that there is: the first may be it. */
  see(low: number, high: number): void {
    if (high < this.#high || (high === this.#high && low < this.#low)) [this.#low, this.#high] = [low, high];
  }

  /** Microseconds since 1970 of the first time; undefined where there is none. */
  get start(): bigint | undefined {
    return this.#high === 0xffff_ffff ? undefined : joinHalves(this.#low, this.#high);
  }

  /** Writes a time; one that is too far from the first for 64 bits is null. */
  put(column: StagingColumn, row: number, low: number, high: number): void {
    const borrow = low < this.#low ? 1 : 0;
    // Products of halves are exact in a double.
    const lowest = (low - this.#low + borrow * HALF) * NANOSECONDS;
    const highest = (high - this.#high - borrow) * NANOSECONDS + Math.floor(lowest / HALF);
    if (highest < 0 || highest >= HALF) column.nulls[row] = 1;
    else writeHalves(column, row, lowest % HALF, highest);
  }
}
