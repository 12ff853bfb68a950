/**
 * Computes edit scripts between two sequences: shortest ones for short sequences and those with much in
 * common; for others, a valid one in bounded time. Memory is linear. First, values that occur on only one
 * side are removed, and then a common start and end. For a short remainder a full table is used, so that
 * other engines find the same script. For a longer one, the middle of a shortest path is searched from both
 * ends, after E. W. Myers, "An O(ND) difference algorithm and its variations" (1986). Long ranges are cut at
 * values that occur once on each side.
 * @module
 */

import { QUERY_LIMITS } from "../../../base/limits/query_limits.ts";
import { alignByTable, type WorkListener } from "./align_by_table.ts";

/**
 * Marks each position of both sequences with 1 if it has no partner. The unmarked positions of both are partners of
 * each other, in order.
 */
export interface Alignment {
  /** Positions of the first sequence. */
  readonly removed: Uint8Array;
  /** Positions of the second sequence. */
  readonly added: Uint8Array;
}

/** Maximum work of all searches together, roughly in steps along a diagonal. */
const BUDGET = QUERY_LIMITS.diffSteps.most;
/** Maximum number of rows of both sides, without their common ends, for a full table. */
const TABLE_ROWS = QUERY_LIMITS.changeRows.most;
/** Minimum number of rounds allowed to each search, however long the sequences are. */
const LEAST_ROUNDS = 256;
/** Length below which ranges are not searched for landmarks. */
const LANDMARK_LENGTH = 512;

const NOBODY: WorkListener = { tick: () => {} };

/** Aligns two sequences of numbers below `count`. */
export function alignSequences(
  before: Uint32Array,
  after: Uint32Array,
  count: number,
  listener: WorkListener = NOBODY,
): Alignment {
  const removed = new Uint8Array(before.length);
  const added = new Uint8Array(after.length);
  const here = present(before, count);
  const there = present(after, count);
  const left = common(before, there, removed);
  const right = common(after, here, added);
  const [first, end] = equalEnds(left.values, right.values);
  const [a, b] = [left, right].map(({ values }) => values.subarray(first, values.length - end)) as [
    Uint32Array,
    Uint32Array,
  ];
  const remove = (at: number): void => void (removed[left.places[first + at]!] = 1);
  const add = (at: number): void => void (added[right.places[first + at]!] = 1);
  if (a.length + b.length <= TABLE_ROWS) alignByTable({ a, b, remove, add }, listener);
  else new Search(a, b, count, listener).run(remove, add);
  return { removed, added };
}

/** Lengths of the common start, and of the common end of the rest. */
function equalEnds(a: Uint32Array, b: Uint32Array): readonly [first: number, end: number] {
  const shorter = Math.min(a.length, b.length);
  let first = 0;
  while (first < shorter && a[first] === b[first]) first++;
  let end = 0;
  while (end < shorter - first && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [first, end];
}

function present(values: Uint32Array, count: number): Uint8Array {
  const seen = new Uint8Array(count);
  for (let at = 0; at < values.length; at++) seen[values[at]!] = 1;
  return seen;
}

/** The values that the other side has too, with their positions; others are marked. */
function common(
  values: Uint32Array,
  other: Uint8Array,
  marks: Uint8Array,
): { values: Uint32Array; places: Uint32Array } {
  const kept = new Uint32Array(values.length);
  const places = new Uint32Array(values.length);
  let length = 0;
  for (let at = 0; at < values.length; at++) {
    if (other[values[at]!]) {
      kept[length] = values[at]!;
      places[length++] = at;
    } else marks[at] = 1;
  }
  return { values: kept.subarray(0, length), places: places.subarray(0, length) };
}

class Search {
  readonly #a: Uint32Array;
  readonly #b: Uint32Array;
  /** Furthest positions on each diagonal, from the front and from the back. */
  readonly #front: Int32Array;
  readonly #back: Int32Array;
  /** Diagonal `x - y` is at index `x - y + #zero`. */
  readonly #zero: number;
  readonly #rounds: number;
  readonly #counts: Uint32Array;
  readonly #spots: Uint32Array;
  /** Ranges still to compare, four numbers each: start and end in a, start and end in b. */
  readonly #stretches: number[] = [];

  readonly #listener: WorkListener;

  constructor(a: Uint32Array, b: Uint32Array, count: number, listener: WorkListener) {
    this.#listener = listener;
    this.#a = a;
    this.#b = b;
    this.#front = new Int32Array(a.length + b.length + 3);
    this.#back = new Int32Array(a.length + b.length + 3);
    this.#zero = b.length + 1;
    this.#rounds = Math.max(LEAST_ROUNDS, Math.floor(BUDGET / (a.length + b.length + 1)));
    this.#counts = new Uint32Array(count);
    this.#spots = new Uint32Array(count);
  }

  run(remove: (at: number) => void, add: (at: number) => void): void {
    const stretches = this.#stretches;
    const a = this.#a, b = this.#b;
    stretches.push(0, a.length, 0, b.length);
    while (stretches.length > 0) {
      this.#listener.tick(16);
      let b1 = stretches.pop()!, b0 = stretches.pop()!, a1 = stretches.pop()!, a0 = stretches.pop()!;
      while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) a0++, b0++;
      while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) a1--, b1--;
      if (a0 === a1) { for (; b0 < b1; b0++) add(b0); }
      else if (b0 === b1) { for (; a0 < a1; a0++) remove(a0); }
      else if (!this.#cutAtLandmarks(a0, a1, b0, b1)) this.#cutInTheMiddle(a0, a1, b0, b1);
    }
  }

  /**
   * Cuts at landmarks, values that occur once on both sides, if they are in the same order; false if there
   * are none.
   */
  #cutAtLandmarks(a0: number, a1: number, b0: number, b1: number): boolean {
    if (a1 - a0 < LANDMARK_LENGTH || b1 - b0 < LANDMARK_LENGTH) return false;
    const a = this.#a, b = this.#b, counts = this.#counts, spots = this.#spots;
    this.#listener.tick(a1 - a0 + b1 - b0);
    // The lowest bits count occurrences in a, the next ones those in b, each up to two.
    for (let at = a0; at < a1; at++) if ((counts[a[at]!]! & 3) < 2) counts[a[at]!]!++;
    for (let at = b0; at < b1; at++) {
      const value = b[at]!;
      if (counts[value]! >>> 2 < 2) counts[value]! += 4;
      spots[value] = at;
    }
    const places: number[] = [];
    for (let at = a0; at < a1; at++) if (counts[a[at]!] === 5) places.push(at);
    for (let at = a0; at < a1; at++) counts[a[at]!] = 0;
    for (let at = b0; at < b1; at++) counts[b[at]!] = 0;
    const chain = longestRise(places, (place) => spots[a[place]!]!);
    if (chain.length === 0) return false;
    let fromA = a0, fromB = b0;
    for (const place of chain) {
      const spot = spots[a[place]!]!;
      this.#stretches.push(fromA, place, fromB, spot);
      fromA = place + 1;
      fromB = spot + 1;
    }
    this.#stretches.push(fromA, a1, fromB, b1);
    return true;
  }

  /**
   * Cuts where a shortest path crosses the middle, or where paths got furthest if the search takes too long.
   */
  #cutInTheMiddle(a0: number, a1: number, b0: number, b1: number): void {
    const a = this.#a, b = this.#b, front = this.#front, back = this.#back, zero = this.#zero;
    const least = a0 - b1, most = a1 - b0;
    const start = a0 - b0, end = a1 - b1;
    const odd = ((start - end) & 1) !== 0;
    let frontLow = start, frontHigh = start, backLow = end, backHigh = end;
    front[zero + start] = a0;
    back[zero + end] = a1;
    for (let round = 1;; round++) {
      this.#listener.tick(2 * round);
      // An unreachable entry keeps paths inside the rectangle.
      if (frontLow > least) front[zero + --frontLow - 1] = -1;
      else frontLow++;
      if (frontHigh < most) front[zero + ++frontHigh + 1] = -1;
      else frontHigh--;
      for (let diagonal = frontHigh; diagonal >= frontLow; diagonal -= 2) {
        const below = front[zero + diagonal - 1]!, above = front[zero + diagonal + 1]!;
        let x = below < above ? above : below + 1;
        let y = x - diagonal;
        while (x < a1 && y < b1 && a[x] === b[y]) x++, y++;
        front[zero + diagonal] = x;
        if (odd && diagonal >= backLow && diagonal <= backHigh && back[zero + diagonal]! <= x) {
          return this.#cut(a0, a1, b0, b1, x, y);
        }
      }
      if (backLow > least) back[zero + --backLow - 1] = 0x7fff_ffff;
      else backLow++;
      if (backHigh < most) back[zero + ++backHigh + 1] = 0x7fff_ffff;
      else backHigh--;
      for (let diagonal = backHigh; diagonal >= backLow; diagonal -= 2) {
        const below = back[zero + diagonal - 1]!, above = back[zero + diagonal + 1]!;
        let x = below < above ? below : above - 1;
        let y = x - diagonal;
        while (x > a0 && y > b0 && a[x - 1] === b[y - 1]) x--, y--;
        back[zero + diagonal] = x;
        if (!odd && diagonal >= frontLow && diagonal <= frontHigh && x <= front[zero + diagonal]!) {
          return this.#cut(a0, a1, b0, b1, x, y);
        }
      }
      if (round < this.#rounds) continue;
      return this.#cutAtBest(a0, a1, b0, b1, [frontLow, frontHigh, backLow, backHigh]);
    }
  }

  #cutAtBest(a0: number, a1: number, b0: number, b1: number, edges: readonly number[]): void {
    const [frontLow, frontHigh, backLow, backHigh] = edges as [number, number, number, number];
    const zero = this.#zero;
    let far = -1, farX = a0, near = Infinity, nearX = a1;
    for (let diagonal = frontHigh; diagonal >= frontLow; diagonal -= 2) {
      const x = Math.min(this.#front[zero + diagonal]!, a1, b1 + diagonal);
      if (x >= a0 && x - diagonal >= b0 && 2 * x - diagonal > far) {
        far = 2 * x - diagonal;
        farX = x;
      }
    }
    for (let diagonal = backHigh; diagonal >= backLow; diagonal -= 2) {
      const x = Math.max(this.#back[zero + diagonal]!, a0, b0 + diagonal);
      if (x <= a1 && x - diagonal <= b1 && 2 * x - diagonal < near) {
        near = 2 * x - diagonal;
        nearX = x;
      }
    }
    if (far - (a0 + b0) >= a1 + b1 - near) this.#cut(a0, a1, b0, b1, farX, far - farX);
    else this.#cut(a0, a1, b0, b1, nearX, near - nearX);
  }

  #cut(a0: number, a1: number, b0: number, b1: number, x: number, y: number): void {
    this.#stretches.push(a0, x, b0, y, x, a1, y, b1);
  }
}

/** The longest subsequence of a list with ascending keys. */
function longestRise(list: readonly number[], keyOf: (item: number) => number): number[] {
  const tails: number[] = [];
  const before = new Int32Array(list.length);
  for (let at = 0; at < list.length; at++) {
    const key = keyOf(list[at]!);
    let low = 0, high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keyOf(list[tails[middle]!]!) < key) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = at;
  }
  const chain: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(list[at]!);
  return chain.reverse();
}
