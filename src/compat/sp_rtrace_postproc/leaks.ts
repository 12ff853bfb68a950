/**
 * Finds allocations that remain after pairing by (type, id).
 * @module
 */

import type { Table } from "../../tables/table.ts";
import { type ColumnNumbers, readColumnNumbers } from "./read_numbers.ts";
import type { Report } from "./report.ts";

/** Allocations of the whole trace that were not freed, in order, from the table `allocs`. */
export function allLeaks(allocs: Table | undefined): Uint32Array {
  const seq = readColumnNumbers(allocs, "seq").words;
  const freed = readColumnNumbers(allocs, "freed").nulls;
  const rows = new Uint32Array(freed.length);
  let count = 0;
  for (let life = 0; life < freed.length; life++) if (freed[life]) rows[count++] = seq[2 * life]! - 1;
  return rows.subarray(0, count);
}

/** Allocations that remain after pairing some of the calls, in order. */
export function leaksOfCalls(report: Report, rows: Uint32Array): Uint32Array {
  const { events } = report;
  const type = readColumnNumbers(events, "type").words;
  const kind = readColumnNumbers(events, "kind").words;
  const freeCode = report.pools.strings.find("free");
  const counting = new Set(report.types.filter((each) => each.refcount).map((each) => each.code));
  const live = new LiveRows(readColumnNumbers(events, "addr"), type, rows.length);
  const references = new Map<number, number>();
  const gone = new Uint8Array(events?.rowCount ?? 0);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const slot = live.slotOf(row);
    const first = live.rowAt(slot);
    const counts = counting.has(type[2 * row]!);
    if (kind[2 * row] !== freeCode) {
      if (first >= 0 && counts) {
        references.set(first, references.get(first)! + 1);
        gone[row] = 1;
        continue;
      }
      live.put(slot, row);
      if (counts) references.set(row, 1);
      continue;
    }
    gone[row] = 1;
    if (first < 0) continue;
    const left = counts ? references.get(first)! - 1 : 0;
    if (left > 0) {
      references.set(first, left);
      continue;
    }
    gone[first] = 1;
    live.remove(slot);
    references.delete(first);
  }
  return rows.filter((row) => gone[row] === 0);
}

const EMPTY = -1;
const NOT_LIVE = 0x8000_0000 | 0;

/**
 * Live allocations by (type, id), in an open-addressing hash table. A slot stores a row in place of its key.
 */
class LiveRows {
  readonly #addr: Uint32Array;
  readonly #type: Uint32Array;
  /**
   * -1 if free; the row of the live allocation; or, with the top bit set, a row whose key is no longer live.
   */
  readonly #slots: Int32Array;

  constructor(addr: ColumnNumbers, type: Uint32Array, keys: number) {
    this.#addr = addr.words;
    this.#type = type;
    this.#slots = new Int32Array(1 << (33 - Math.clz32(Math.max(keys, 8)))).fill(EMPTY);
  }

  /** The slot of a row's key, or the slot to insert it at. */
  slotOf(row: number): number {
    const low = this.#addr[2 * row]!;
    const high = this.#addr[2 * row + 1]!;
    const type = this.#type[2 * row]!;
    let hash = Math.imul(low ^ (low >>> 15), 0x9e37_79b1) ^ Math.imul(high + type * 31, 0x85eb_ca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2_ae35);
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 16)) & mask;; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]!;
      if (known === EMPTY) return slot;
      const other = known & ~NOT_LIVE;
      if (
        this.#addr[2 * other] === low && this.#addr[2 * other + 1] === high && this.#type[2 * other] === type
      ) return slot;
    }
  }

  /** The live allocation in a slot; -1 if there is none. */
  rowAt(slot: number): number {
    const known = this.#slots[slot]!;
    return known < 0 ? -1 : known;
  }

  put(slot: number, row: number): void {
    this.#slots[slot] = row;
  }

  remove(slot: number): void {
    this.#slots[slot]! |= NOT_LIVE;
  }
}
