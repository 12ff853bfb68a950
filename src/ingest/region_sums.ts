/**
 * Checksums of the regions of a file, computed while it is loaded. Later reads are compared with them,
 * because size and time of a file can be reset after a change.
 * @module
 */

import { crc32 } from "../base/crc32.ts";

/**
 * Size of a region in bytes. A region is always checked completely, so even reading a few bytes costs this
 * much.
 */
export const REGION_BYTES: number = 1 << 18;

/** Checksums of a file, from its start as far as it was read. */
export interface FileSums {
  /** Checksums of the complete regions. */
  readonly regions: readonly number[];
  /** Length of the incomplete region at the end. */
  readonly restBytes: number;
  /** Checksum of the incomplete region. */
  readonly rest: number;
}

/** Computes checksums of a file while it is read. */
export class RegionSums {
  readonly #regions: number[] = [];
  #restBytes = 0;
  #rest = 0;

  /** The checksums so far. */
  get sums(): FileSums {
    return { regions: this.#regions, restBytes: this.#restBytes, rest: this.#rest };
  }

  /** Adds bytes at an offset. Bytes that do not follow the previous ones are ignored, and so are all later ones. */
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

/**
 * Whether a region that was read again has the same contents as before. Regions that were not read before
 * count as unchanged.
 */
export function isSameRegion(
  { regions, restBytes, rest }: FileSums,
  region: number,
  bytes: Uint8Array,
): boolean {
  if (region < regions.length) return bytes.length === REGION_BYTES && crc32(bytes) === regions[region];
  if (region > regions.length) return true;
  return bytes.length >= restBytes && crc32(bytes.subarray(0, restBytes)) === rest;
}

/**
 * Returns the checksums that cover more of the file, given those of two reads; undefined if they contradict
 * each other.
 */
export function longerSums(one: FileSums, other: FileSums): FileSums | undefined {
  const common = Math.min(one.regions.length, other.regions.length);
  for (let region = 0; region < common; region++) {
    if (one.regions[region] !== other.regions[region]) return undefined;
  }
  const length = (sums: FileSums): number => sums.regions.length * REGION_BYTES + sums.restBytes;
  return length(one) >= length(other) ? one : other;
}
