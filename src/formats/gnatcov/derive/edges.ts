/**
 * Edges: which entry followed which in a history trace, and how often.
 * @module
 */

import { grown } from "../../../base/grown.ts";
import type { Blocks } from "./blocks.ts";
import type { CoverageRows } from "./coverage_rows.ts";

const NONE = 0xffff_ffff;
/** Values of an op byte. */
const OPS = 256;

/** Counts pairs of codes that follow each other. */
export class EdgeCounter {
  #from = new Uint32Array(1024);
  #to = new Uint32Array(1024);
  #count = new Float64Array(1024);
  #slots = new Uint32Array(2048);
  #used = 0;
  #before = NONE;
  // Random, so that no trace can be made to collide.
  readonly #mixFrom = crypto.getRandomValues(new Uint32Array(1))[0]! | 1;
  readonly #mixTo = crypto.getRandomValues(new Uint32Array(1))[0]! | 1;

  /** Takes `words[start..end)` as the codes that come next. */
  add(words: Uint32Array, start: number, end: number): void {
    let before = this.#before;
    for (let at = start; at < end; at++) {
      const code = words[at]!;
      if (before !== NONE) this.#bump(before, code);
      before = code;
    }
    this.#before = before;
  }

  /** What comes next does not follow what came before. */
  interrupt(): void {
    this.#before = NONE;
  }

  /** Number of distinct pairs. */
  get size(): number {
    return this.#used;
  }

  /** Code of the first of a pair. */
  from(pair: number): number {
    return this.#from[pair]!;
  }

  /** Code of the second of a pair. */
  to(pair: number): number {
    return this.#to[pair]!;
  }

  /** How often a pair was seen. */
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
    this.#from = grown(this.#from, length);
    this.#to = grown(this.#to, length);
    this.#count = grown(this.#count, length);
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
  /** Coverage row of the entry that was left: the first one met of those with its block and op. */
  readonly from: number;
  /** Block that was entered. */
  readonly to: number;
  /** Times. */
  readonly count: number;
}

/** The counted pairs by the block that was entered, most frequent first. */
export function edgesOf(counter: EdgeCounter, rows: CoverageRows, blocks: Blocks): Edge[] {
  const rowOf = new Map<number, number>(), counts = new Map<number, number>();
  for (let pair = 0; pair < counter.size; pair++) {
    const from = rows.rowOf[counter.from(pair)]!,
      to = rows.rowOf[counter.to(pair)]!;
    // One of them is an entry that the original drops.
    if (from < 0 || to < 0) continue;
    // An entry has several rows when modules came or went in between.
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
