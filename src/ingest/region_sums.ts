/**
 * Checksums of the regions of a file, taken while it is loaded: what is read of it later is compared with them, since
 * size and time of a file can be put back after a change.
 * @module
 */

import { crc32 } from "../base/crc32.ts";

/** Bytes of a region: what is compared at once, and at most read too much for a few bytes. */
export const REGION_BYTES: number = 1 << 18;

/** What was read of a file from its start. */
export interface FileSums {
  /** Checksums of the regions that were read as a whole. */
  readonly regions: readonly number[];
  /** Bytes of the region after them that were read too. */
  readonly restBytes: number;
  /** Their checksum. */
  readonly rest: number;
}

/** Sums a file up as it is read. */
export class RegionSums {
  readonly #regions: number[] = [];
  #restBytes = 0;
  #rest = 0;

  /** What was read so far. */
  get sums(): FileSums {
    return { regions: this.#regions, restBytes: this.#restBytes, rest: this.#rest };
  }

  /** Takes bytes at an offset; what does not follow the bytes before it is left out, with all after it. */
  add(offset: number, bytes: Uint8Array): void {
    if (offset !== this.#regions.length * REGION_BYTES + this.#restBytes) return;
    for (let from = 0; from < bytes.length;) {
      const piece = bytes.subarray(from, from + REGION_BYTES - this.#restBytes);
      this.#rest = crc32(piece, this.#rest);
      this.#restBytes += piece.length;
      from += piece.length;
      if (this.#restBytes < REGION_BYTES) break;
      this.#regions.push(this.#rest);
      this.#rest = this.#restBytes = 0;
    }
  }
}

/** Whether a region that was read again, from its start on, is what it was; so are all that nobody has read before. */
export function isSame({ regions, restBytes, rest }: FileSums, region: number, bytes: Uint8Array): boolean {
  if (region < regions.length) return bytes.length === REGION_BYTES && crc32(bytes) === regions[region];
  if (region > regions.length) return true;
  return bytes.length >= restBytes && crc32(bytes.subarray(0, restBytes)) === rest;
}

/** The sums that know more of a file that was read twice at a time; undefined when they are of different files. */
export function longer(one: FileSums, other: FileSums): FileSums | undefined {
  const common = Math.min(one.regions.length, other.regions.length);
  for (let region = 0; region < common; region++) {
    if (one.regions[region] !== other.regions[region]) return undefined;
  }
  const length = (sums: FileSums): number => sums.regions.length * REGION_BYTES + sums.restBytes;
  return length(one) >= length(other) ? one : other;
}
