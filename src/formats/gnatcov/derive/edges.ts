/**
 * Edges: which entry followed which in a history trace, and how often.
 * @module
 */

import { growArray } from "../../../base/grow_array.ts";
import type { Blocks } from "./blocks.ts";
import type { CoverageRows } from "./coverage_rows.ts";

const NONE = 0xffff_ffff;
/** Number of op byte values. */
const OPS = 256;

/** Counted pairs of consecutive codes; pairs are numbered. */
export interface CountedEdges {
  /** Number of distinct pairs. */
  readonly size: number;
  /** Code of the first entry of a pair. */
  from(pair: number): number;
  /** Code of the second entry of a pair. */
  to(pair: number): number;
  /** How often a pair was seen. */
  count(pair: number): number;
}

/** Counts pairs of consecutive codes. */
export class EdgeCounter implements CountedEdges {
  #from = new Uint32Array(1024);
  #to = new Uint32Array(1024);
  #count = new Float64Array(1024);
  #slots = new Uint32Array(2048);
  #used = 0;
  #before = NONE;
  // Random, so that nobody can craft a trace that makes the hashes collide.
  readonly #mixFrom = crypto.getRandomValues(new Uint32Array(1))[0]! | 1;
  readonly #mixTo = crypto.getRandomValues(new Uint32Array(1))[0]! | 1;

  /** Returns a copy of the counts so far, which later calls of `add` do not change. */
  copy(): CountedEdges {
    const [from, to, count] = [this.#from, this.#to, this.#count].map((each) => each.slice(0, this.#used));
    return {
      size: this.#used,
      from: (pair) => from![pair]!,
      to: (pair) => to![pair]!,
      count: (pair) => count![pair]!,
    };
  }

  /** Adds `words[start..end)` as the next codes. */
  add(words: Uint32Array, start: number, end: number): void {
    let before = this.#before;
    for (let at = start; at < end; at++) {
      const code = words[at]!;
      if (before !== NONE) this.#bump(before, code);
      before = code;
    }
    this.#before = before;
  }

  /** Breaks the sequence, so that the next code does not count as following the previous one. */
  interrupt(): void {
    this.#before = NONE;
  }

  get size(): number {
    return this.#used;
  }

  from(pair: number): number {
    return this.#from[pair]!;
  }

  to(pair: number): number {
    return this.#to[pair]!;
  }

  count(pair: number): number {
    return this.#count[pair]!;
  }

  #bump(from: number, to: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hash(from, to) & mask;
    while (true) {
      const pair = this.#slots[slot]!;
      if (pair === 0) break;
      if (this.#from[pair - 1] === from && this.#to[pair - 1] === to) {
        this.#count[pair - 1]!++;
        return;
      }
      slot = (slot + 1) & mask;
    }
    const pair = this.#used++;
    this.#from[pair] = from;
    this.#to[pair] = to;
    this.#count[pair] = 1;
    this.#slots[slot] = pair + 1;
    if (this.#used === this.#from.length) this.#grow();
  }

  #hash(from: number, to: number): number {
    const mixed = Math.imul(from, this.#mixFrom) + Math.imul(to, this.#mixTo);
    return Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1) >>> 9;
  }

  #grow(): void {
    const length = this.#from.length * 2;
    this.#from = growArray(this.#from, length);
    this.#to = growArray(this.#to, length);
    this.#count = growArray(this.#count, length);
    this.#slots = new Uint32Array(length * 2);
    const mask = this.#slots.length - 1;
    for (let pair = 0; pair < this.#used; pair++) {
      let slot = this.#hash(this.#from[pair]!, this.#to[pair]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = pair + 1;
    }
  }
}

/** How often a block followed an entry. */
interface Edge {
  /** Coverage row of the first entry: the first row found with the same block and op. */
  readonly from: number;
  /** Index of the block that followed. */
  readonly to: number;
  /** How often the block followed the entry. */
  readonly count: number;
}

/** Adds up the counted pairs by entry and following block, and sorts them by count, largest first. */
export function edgesOf(counter: CountedEdges, rows: CoverageRows, blocks: Blocks): Edge[] {
  const rowOf = new Map<number, number>(), counts = new Map<number, number>();
  for (let pair = 0; pair < counter.size; pair++) {
    const from = rows.rowOf[counter.from(pair)]!,
      to = rows.rowOf[counter.to(pair)]!;
    // Skip a pair if the original tool drops one of its entries.
    if (from < 0 || to < 0) continue;
    // One entry may have several rows, if modules were loaded or unloaded in between.
    const left = blocks.blockOf[from]! * OPS + rows.op[from]!;
    if (!rowOf.has(left)) rowOf.set(left, from);
    const key = rowOf.get(left)! * blocks.length + blocks.blockOf[to]!;
    counts.set(key, (counts.get(key) ?? 0) + counter.count(pair));
  }
  const edges = Array.from(counts, ([key, count]): Edge => ({
    from: Math.floor(key / blocks.length),
    to: key % blocks.length,
    count,
  }));
  return edges.sort((a, b) => b.count - a.count || a.from - b.from || a.to - b.to);
}
