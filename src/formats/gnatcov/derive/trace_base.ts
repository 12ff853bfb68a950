/**
 * The set of disjoint ranges into which GNATcoverage merges traces. The order of entries matters: an entry
 * that only adds an outcome changes only the highest range that it touches at that moment.
 * @module
 */

import { OP } from "../constants.ts";

/** A range of addresses with all ops that ran over it. */
export interface MergedRange {
  /** First address of the range. */
  readonly first: bigint;
  /** Last address, included. */
  readonly last: bigint;
  /** Bitwise or of the op bytes. */
  readonly op: number;
}

interface Chunk {
  readonly firsts: bigint[];
  readonly lasts: bigint[];
  readonly ops: number[];
}

/** Maximum length of a list before it is split, which bounds the cost of an insertion. */
const CHUNK = 256;

/** The outcome of adding an entry. */
type AddResult = "empty" | "added" | "same";

/** Disjoint ranges in address order. */
export class TraceBase {
  readonly #chunks: Chunk[] = [];
  #size = 0;

  /** Merges an entry: `same` if nothing changes, `empty` if it has no addresses. */
  add(first: bigint, last: bigint, op: number): AddResult {
    if (last < first) return "empty";
    let changed = false;
    while (true) {
      const [at, index] = this.#highest(last);
      const chunk = this.#chunks[at];
      if (!chunk || index < 0 || chunk.lasts[index]! < first) {
        this.#insert(first, last, op);
        return "added";
      }
      const start = chunk.firsts[index]!,
        stop = chunk.lasts[index]!,
        before = chunk.ops[index]!;
      const both = before | op;
      if ((op & (OP.block | OP.fault)) === 0) {
        chunk.ops[index] = both;
        return both === before && !changed ? "same" : "added";
      }
      if (last > stop) {
        this.#insert(stop + 1n, last, op);
        changed = true;
      }
      const low = first > start ? first : start,
        high = last < stop ? last : stop;
      if (both !== before || low !== start || high !== stop) {
        this.#cut(start, low, high, stop, before, both);
        changed = true;
      }
      if (first >= start) return changed ? "added" : "same";
      last = start - 1n;
    }
  }

  /** Yields the ranges in address order. */
  *ranges(): Generator<MergedRange> {
    for (const { firsts, lasts, ops } of this.#chunks) {
      for (let at = 0; at < firsts.length; at++) {
        yield { first: firsts[at]!, last: lasts[at]!, op: ops[at]! };
      }
    }
  }

  /** Splits `start..stop` into up to three pieces; the middle one gets the new op. */
  #cut(start: bigint, low: bigint, high: bigint, stop: bigint, before: number, both: number): void {
    const [at, index] = this.#highest(start);
    const chunk = this.#chunks[at]!;
    chunk.firsts[index] = low;
    chunk.lasts[index] = high;
    chunk.ops[index] = both;
    if (low > start) this.#insert(start, low - 1n, before);
    if (high < stop) this.#insert(high + 1n, stop, before);
  }

  /**
   * Finds chunk and index of the highest range that starts at or below an address; the index is -1 if there
   * is none.
   */
  #highest(address: bigint): [number, number] {
    let low = 0, high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#chunks[middle]!.firsts[0]! <= address) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return [0, -1];
    const { firsts } = this.#chunks[low - 1]!;
    let from = 0, to = firsts.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (firsts[middle]! <= address) from = middle + 1;
      else to = middle;
    }
    return [low - 1, from - 1];
  }

  #insert(first: bigint, last: bigint, op: number): void {
    this.#size++;
    const [at, index] = this.#highest(first);
    const chunk = this.#chunks[at];
    if (!chunk) {
      this.#chunks.push({ firsts: [first], lasts: [last], ops: [op] });
      return;
    }
    chunk.firsts.splice(index + 1, 0, first);
    chunk.lasts.splice(index + 1, 0, last);
    chunk.ops.splice(index + 1, 0, op);
    if (chunk.firsts.length <= CHUNK) return;
    const half = CHUNK >> 1;
    this.#chunks.splice(at + 1, 0, {
      firsts: chunk.firsts.splice(half),
      lasts: chunk.lasts.splice(half),
      ops: chunk.ops.splice(half),
    });
  }
}
