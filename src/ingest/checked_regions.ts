/**
 * Reads a file that was loaded before, and verifies that each region is unchanged.
 * @module
 */

import { type FileSums, isSameRegion, REGION_BYTES } from "./region_sums.ts";

/** Reads bytes at an offset; fewer at the end of the file only. */
type ReadAt = (offset: number, into: Uint8Array) => Promise<number>;

/** Verifies and holds one region at a time. */
export class CheckedRegions {
  readonly #readAt: ReadAt;
  readonly #changed: () => Error;
  #region = new Uint8Array(0);
  #start = 0;
  /** Checksums of the file when it was loaded. */
  readonly expected: FileSums;

  /** `changed` creates the error for a changed file. */
  constructor(readAt: ReadAt, expected: FileSums, changed: () => Error) {
    this.#readAt = readAt;
    this.expected = expected;
    this.#changed = changed;
  }

  /**
   * Copies at least one byte at an offset; returns 0 at the end. The file is treated as ending at `limit`,
   * even if it is longer.
   */
  async read(offset: number, limit: number, into: Uint8Array): Promise<number> {
    const at = offset - this.#start;
    if (at < 0 || at >= this.#region.length) await this.#load(Math.floor(offset / REGION_BYTES), limit);
    const from = offset - this.#start;
    const piece = this.#region.subarray(from, from + into.length);
    into.set(piece);
    return piece.length;
  }

  async #load(region: number, limit: number): Promise<void> {
    const start = region * REGION_BYTES;
    const bytes = new Uint8Array(Math.min(REGION_BYTES, limit - start));
    this.#region = bytes.subarray(0, await this.#readAt(start, bytes));
    this.#start = start;
    if (!isSameRegion(this.expected, region, this.#region)) throw this.#changed();
  }
}
