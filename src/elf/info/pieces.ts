/**
 * Converts nested ranges of addresses to adjacent pieces, each of which belongs to the innermost range.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { binarySearch } from "../../base/binary_search.ts";

/**
 * Maximum number of ranges that overlap at one address; further ones are ignored. Only a malicious file has
 * more.
 */
const MOST_OVERLAPPING = 512;

/** Collects nested ranges. */
export class RangeList {
  #starts = new Float64Array(64);
  #ends = new Float64Array(64);
  #depths = new Int32Array(64);
  #owners = new Float64Array(64);
  #count = 0;

  /** Adds a range of an owner. Where ranges overlap, the one with the greater depth takes precedence. */
  add(start: number, end: number, depth: number, owner: number): void {
    const at = this.#count++;
    if (at === this.#owners.length) {
      this.#starts = growArray(this.#starts, 2 * at);
      this.#ends = growArray(this.#ends, 2 * at);
      this.#depths = growArray(this.#depths, 2 * at);
      this.#owners = growArray(this.#owners, 2 * at);
    }
    this.#starts[at] = start;
    this.#ends[at] = end;
    this.#depths[at] = depth;
    this.#owners[at] = owner;
  }

  /** Removes all ranges. */
  clear(): void {
    this.#count = 0;
  }

  /** Splits the ranges into pieces. */
  pieces(): Pieces {
    const starts = this.#starts, ends = this.#ends, depths = this.#depths, owners = this.#owners;
    if (this.#isSideBySide()) return this.#asTheyAre();
    const order = Array.from({ length: this.#count }, (_, at) => at);
    order.sort((a, b) => starts[a]! - starts[b]! || depths[a]! - depths[b]! || ends[b]! - ends[a]! || a - b);
    const pieces = new Pieces();
    // Ranges that contain the current position of the sweep, the deepest last.
    const open: number[] = [];
    const closeUpTo = (place: number): void => {
      while (open.length > 0) {
        let end = Infinity, kept = 0;
        for (let at = 0; at < open.length; at++) end = Math.min(end, ends[open[at]!]!);
        if (end > place) return;
        for (let at = 0; at < open.length; at++) if (ends[open[at]!]! > end) open[kept++] = open[at]!;
        open.length = kept;
        pieces.add(end, kept > 0 ? owners[open[kept - 1]!]! : -1);
      }
    };
    for (const each of order) {
      const start = starts[each]!;
      if (!(ends[each]! > start)) continue;
      closeUpTo(start);
      if (open.length === MOST_OVERLAPPING) continue;
      let at = open.length;
      while (at > 0 && depths[open[at - 1]!]! > depths[each]!) at--;
      if (at === open.length) open.push(each);
      else open.splice(at, 0, each);
      pieces.add(start, owners[open.at(-1)!]!);
    }
    closeUpTo(Infinity);
    return pieces;
  }

  /** Whether the ranges are sorted and do not overlap, as in most lists, so that no sweep is needed. */
  #isSideBySide(): boolean {
    const starts = this.#starts, ends = this.#ends;
    for (let at = 0, end = -Infinity; at < this.#count; at++) {
      if (!(starts[at]! >= end && ends[at]! > starts[at]!)) return false;
      end = ends[at]!;
    }
    return true;
  }

  #asTheyAre(): Pieces {
    const pieces = new Pieces();
    for (let at = 0; at < this.#count; at++) {
      pieces.add(this.#starts[at]!, this.#owners[at]!);
      pieces.add(this.#ends[at]!, -1);
    }
    return pieces;
  }
}

/** Adjacent pieces in ascending order; each one ends where the next begins. */
export class Pieces {
  readonly #starts: number[] = [];
  readonly #owners: number[] = [];

  /** Appends a piece. It replaces the last one if both begin at the same address. */
  add(start: number, owner: number): void {
    const starts = this.#starts, owners = this.#owners;
    if (starts.length > 0 && starts[starts.length - 1] === start) {
      starts.pop();
      owners.pop();
    }
    if (starts.length > 0 && owners[starts.length - 1] === owner) return;
    starts.push(start);
    owners.push(owner);
  }

  /** Returns the owner of an address, or -1 if it has none. */
  ownerAt(place: number): number {
    const at = binarySearch(this.#starts.length, (each) => this.#starts[each]! > place) - 1;
    return at < 0 ? -1 : this.#owners[at]!;
  }
}
