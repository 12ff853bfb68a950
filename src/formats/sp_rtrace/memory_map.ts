/**
 * Finds the module that an address belongs to.
 * @module
 */

import { joinHalves, U64_MAX } from "../../base/u64.ts";

/** A mapping, its module, and an offset into it. */
export interface MapPlace {
  /** String code of the module's path; 0 = not in the map. */
  readonly module: number;
  /** Start of the mapping. */
  readonly from: bigint;
  /** End of the mapping. */
  readonly to: bigint;
  /** Distance from the start of the mapping. */
  readonly offset: bigint;
}

const NOWHERE: MapPlace = { module: 0, from: 0n, to: 0n, offset: 0n };

/** A line of the memory map. */
type Mapping = Omit<MapPlace, "offset">;

/**
 * The memory map as read so far. Mappings may repeat and overlap; the last one takes precedence. Searching
 * needs disjoint pieces, which are computed on demand.
 */
export class MemoryMap {
  readonly #mappings: Mapping[] = [];
  #starts = new BigUint64Array(0);
  #owners = new Int32Array(0);
  #built = 0;

  /** Adds a mapping; `to` is inclusive. */
  add(module: number, fromLow: number, fromHigh: number, toLow: number, toHigh: number): void {
    const from = joinHalves(fromLow, fromHigh);
    const to = joinHalves(toLow, toHigh);
    if (from <= to) this.#mappings.push({ module, from, to });
  }

  /** Finds the mapping of an address; if several mappings contain it, the one that was added last. */
  find(low: number, high: number): MapPlace {
    if (this.#built !== this.#mappings.length) this.#build();
    const address = joinHalves(low, high);
    let first = 0;
    let last = this.#starts.length;
    while (first < last) {
      const middle = (first + last) >>> 1;
      if (this.#starts[middle]! <= address) first = middle + 1;
      else last = middle;
    }
    const mapping = this.#mappings[this.#owners[first - 1] ?? -1];
    return mapping ? { ...mapping, offset: address - mapping.from } : NOWHERE;
  }

  /**
   * Splits the address space at every bound and assigns each piece to a mapping, beginning with the last
   * mapping.
   */
  #build(): void {
    const bounds = new BigUint64Array(2 * this.#mappings.length);
    this.#mappings.forEach((mapping, at) => {
      bounds[2 * at] = mapping.from;
      bounds[2 * at + 1] = endOf(mapping);
    });
    const starts = bounds.sort().filter((bound, at) => at === 0 || bound !== bounds[at - 1]);
    const pieceOf = new Map<bigint, number>();
    starts.forEach((start, at) => pieceOf.set(start, at));
    const owners = new Int32Array(starts.length).fill(-1);
    // For each piece, a link to the next piece that may be unassigned.
    const skip = Int32Array.from(starts, (_, at) => at);
    const unpainted = (piece: number): number => {
      while (piece < skip.length && skip[piece] !== piece) {
        const next = skip[piece]!;
        skip[piece] = skip[next] ?? next;
        piece = next;
      }
      return piece;
    };
    for (let at = this.#mappings.length - 1; at >= 0; at--) {
      const mapping = this.#mappings[at]!;
      const end = pieceOf.get(endOf(mapping))!;
      for (let piece = unpainted(pieceOf.get(mapping.from)!); piece < end; piece = unpainted(piece)) {
        owners[piece] = at;
        skip[piece] = piece + 1;
      }
    }
    this.#starts = starts;
    this.#owners = owners;
    this.#built = this.#mappings.length;
  }
}

function endOf(mapping: Mapping): bigint {
  return mapping.to === U64_MAX ? U64_MAX : mapping.to + 1n;
}
