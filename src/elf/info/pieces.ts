/**
 * Ranges of addresses that lie within one another, as pieces side by side: each belongs to the innermost range.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { firstWhere } from "../../base/first_where.ts";

/** More ranges over one place are not told apart: only a hostile file has them. */
const MOST_OVERLAPPING = 512;

/** Gathers ranges. */
export class RangeList {
  #starts = new Float64Array(64);
  #ends = new Float64Array(64);
  #depths = new Int32Array(64);
  #owners = new Float64Array(64);
  #count = 0;

  /** Adds a range of an owner; deeper owners go before others. */
  add(start: number, end: number, depth: number, owner: number): void {
    const at = this.#count++;
    if (at === this.#owners.length) {
      this.#starts = grown(this.#starts, 2 * at);
      this.#ends = grown(this.#ends, 2 * at);
      this.#depths = grown(this.#depths, 2 * at);
      this.#owners = grown(this.#owners, 2 * at);
    }
    this.#starts[at] = start;
    this.#ends[at] = end;
    this.#depths[at] = depth;
    this.#owners[at] = owner;
  }

  /** Forgets all of them. */
  clear(): void {
    this.#count = 0;
  }

  /** The pieces. */
  pieces(): Pieces {
    const starts = this.#starts, ends = this.#ends, depths = this.#depths, owners = this.#owners;
    const order = Array.from({ length: this.#count }, (_, at) => at);
    order.sort((a, b) => starts[a]! - starts[b]! || depths[a]! - depths[b]! || ends[b]! - ends[a]! || a - b);
    const pieces = new Pieces();
    // Ranges over the place that the sweep has come to, the deepest last.
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
}

/** Pieces in order; each ends where the next begins. */
export class Pieces {
  readonly #starts: number[] = [];
  readonly #owners: number[] = [];

  /** Adds a piece after the others; one that begins where the last one did takes its place. */
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

  /** The owner of a place; -1 where there is none. */
  ownerAt(place: number): number {
    const at = firstWhere(this.#starts.length, (each) => this.#starts[each]! > place) - 1;
    return at < 0 ? -1 : this.#owners[at]!;
  }
}
