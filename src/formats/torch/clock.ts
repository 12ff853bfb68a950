/**
 * Converts times in a snapshot from microseconds since 1970 to nanoseconds since the earliest time.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { writeHalves } from "../../events/cells.ts";
import type { StagingColumn } from "../../events/trace_sink.ts";

const HALF = 0x1_0000_0000;
const NANOSECONDS = 1000;

/** Converts absolute times to times relative to the earliest one. */
export class Clock {
  #low = 0xffff_ffff;
  #high = 0xffff_ffff;

  /** Takes a time into account; the earliest one becomes the start. */
  see(low: number, high: number): void {
    if (high < this.#high || (high === this.#high && low < this.#low)) [this.#low, this.#high] = [low, high];
  }

  /** The earliest time, in microseconds since 1970; undefined if there is none. */
  get start(): bigint | undefined {
    return this.#high === 0xffff_ffff ? undefined : joinHalves(this.#low, this.#high);
  }

  /** Writes a time; null if it is before the start or so far after it that it needs more than 64 bits. */
  put(column: StagingColumn, row: number, low: number, high: number): void {
    const borrow = low < this.#low ? 1 : 0;
    // Products of halves are exact in a double.
    const lowest = (low - this.#low + borrow * HALF) * NANOSECONDS;
    const highest = (high - this.#high - borrow) * NANOSECONDS + Math.floor(lowest / HALF);
    if (highest < 0 || highest >= HALF) column.nulls[row] = 1;
    else writeHalves(column, row, lowest % HALF, highest);
  }
}
