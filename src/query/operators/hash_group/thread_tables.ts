/**
 * Groups of few keys on several threads: each thread has a table of its own, merged at the end. Only for
 * aggregates that do not depend on the order of rows.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { SharedCells } from "../../aggregates/aggregate_input.ts";
import type { KeyPacking } from "../../execution/key_packing.ts";
import { KeyTable } from "../../execution/key_table.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { KeyState } from "../../execution/kernels/keyed_layout.ts";
import type { DeferredReader } from "../../execution/deferred_reader.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { SharedWork } from "../../execution/shared_work.ts";
import type { InputBlock, PieceForm } from "../partition/partitioned_blocks.ts";

/** Capacity of each thread's table, so that it stays in cache. */
export const TABLE_CAPACITY: number = 1 << 15;
const SHIFT = BigInt(64 - 16);
/**
 * Maximum number of groups of all threads that can be ordered: a group number shares a double with a 32-bit
 * position.
 */
const MOST_GROUPS = 2 ** 21;

/** Layout of a thread's table in its scratch memory. */
interface ThreadMemory {
  readonly state: number;
  readonly table: number;
  readonly keys: number;
  /** Positions of first rows. */
  readonly firsts: number;
  readonly cells: readonly number[];
  readonly end: number;
}

/** All groups, in order of their first rows. */
interface Merged {
  readonly count: number;
  readonly keys: number;
  readonly cells: readonly number[];
  readonly nullNumber: number;
}

function memoryFrom(start: number, aggregates: readonly SharedCells[]): ThreadMemory {
  const table = start + 16;
  const keys = table + (4 << 16);
  const firsts = keys + TABLE_CAPACITY * 8;
  let end = firsts + TABLE_CAPACITY * 4;
  const cells = aggregates.map(({ bytes }) => {
    const at = end;
    end += TABLE_CAPACITY * bytes;
    return at;
  });
  return { state: start, table, keys, firsts, cells, end };
}

/** Scratch bytes of a thread's table. */
export function threadTableBytes(aggregates: readonly SharedCells[]): number {
  return memoryFrom(0, aggregates).end;
}

/** The tables of all threads. */
export class ThreadTables {
  readonly #work: Workspace;
  readonly #shared: SharedWork;
  readonly #aggregates: readonly SharedCells[];
  readonly #full: number;
  readonly #start: number;
  readonly #mine: ThreadMemory;

  /**
   * `start` is the address of each thread's scratch memory; the word at `full` becomes 1 if a table is full.
   */
  constructor(
    work: Workspace,
    shared: SharedWork,
    aggregates: readonly SharedCells[],
    { start, full }: { readonly start: number; readonly full: number },
  ) {
    [this.#work, this.#shared, this.#aggregates] = [work, shared, aggregates];
    [this.#start, this.#full] = [start, full];
    this.#mine = memoryFrom(shared.own + start, aggregates);
    for (const memory of this.#all()) work.arena.u8.fill(0, memory.state, memory.end);
  }

  /** Whether a table was full, or there are too many groups in all; then the result is discarded. */
  get isFull(): boolean {
    const { u32 } = this.#work.arena;
    if (u32[this.#full >>> 2] !== 0) return true;
    if (this.#shared.section.threads * TABLE_CAPACITY <= MOST_GROUPS) return false;
    const counts = this.#all().map(({ state }) => u32[(state + KeyState.Count) >>> 2]!);
    return counts.reduce((sum, count) => sum + count, 0) > MOST_GROUPS;
  }

  /** Records the calls that group the rows of a block; `position` is that of its first row. */
  add(rows: InputBlock, position: number, piece: number, form: PieceForm, reader: DeferredReader): void {
    const { section: { calls }, keyed } = this.#shared;
    const { state, table, keys, firsts, cells } = this.#mine;
    form.readHere(rows, piece);
    const key = form.readKeys(rows, piece, this.#shared, reader);
    keyed.hashIds(
      ...[key.words, key.nulls, 0, rows.count, table, SHIFT, state, keys, firsts] as const,
      ...[0, position, 1, TABLE_CAPACITY, key.ids] as const,
    );
    calls.expect(rows.count, this.#full);
    const skipped = calls.skip();
    this.#aggregates.forEach((each, at) => {
      const input = form.readInput(at, rows, piece, this.#shared, reader);
      each.add(this.#shared, { ...input, groups: key.ids, count: rows.count, cells: cells[at]! });
    });
    calls.land(skipped);
  }

  /** Merges the groups of all threads, in order of their first rows. */
  merge({ packed }: KeyPacking): Merged {
    const work = this.#work;
    const { partitions, group } = kernelsOf(work.arena);
    const known = new KeyTable(work);
    const nulls = work.takeZeroed(TABLE_CAPACITY);
    const found = this.#all().map((memory) => {
      const { u8, u32 } = work.arena;
      const count = u32[(memory.state + KeyState.Count) >>> 2]!;
      const none = packed ? 0 : u32[(memory.state + KeyState.Null) >>> 2]!;
      const ids = work.take(TABLE_CAPACITY * 4);
      if (none > 0) u8[nulls + none - 1] = 1;
      for (let from = 0; from < count; from += BLOCK_ROWS) {
        work.check();
        const rows = memory.firsts + 4 * from;
        const how = { rows, base: 0, add: true };
        const words = memory.keys + 8 * from;
        known.assign(
          words,
          none > 0 ? nulls + from : 0,
          Math.min(BLOCK_ROWS, count - from),
          ids + 4 * from,
          how,
        );
      }
      if (none > 0) u8[nulls + none - 1] = 0;
      partitions.minimumOfIds(ids, memory.firsts, count, known.firsts);
      return { memory, count, ids };
    });
    const { count } = known;
    const order = this.#order(known.firsts, count);
    const cells = this.#aggregates.map(({ bytes, merge }, at) => {
      const sums = work.takeZeroed(Math.max(1, count) * bytes);
      for (const { memory, count: n, ids } of found) merge!(partitions, ids, memory.cells[at]!, n, sums);
      const ordered = work.take(Math.max(1, count) * bytes);
      partitions.permuteCells(sums, order, count, bytes, ordered);
      work.give(sums);
      return ordered;
    });
    const keys = work.take(Math.max(1, count) * 8);
    group.permute(known.keys, order, count, keys);
    const none = known.nullNumber;
    const nullNumber = none < 0
      ? -1
      : work.arena.u32.subarray(order >>> 2, (order >>> 2) + count).indexOf(none);
    known.release();
    work.give(nulls, order, ...found.map(({ ids }) => ids));
    return { count, keys, cells, nullNumber };
  }

  /** Group numbers in the order of their first rows. */
  #order(firsts: number, count: number): number {
    const { u32 } = this.#work.arena;
    const both = Float64Array.from(
      { length: count },
      (_, at) => u32[(firsts >>> 2) + at]! * MOST_GROUPS + at,
    ).sort();
    const order = this.#work.take(Math.max(1, count) * 4);
    const to = this.#work.arena.u32;
    for (let at = 0; at < count; at++) to[(order >>> 2) + at] = both[at]! % MOST_GROUPS;
    return order;
  }

  #all(): ThreadMemory[] {
    const { section: { threads } } = this.#shared;
    return Array.from(
      { length: threads },
      (_, at) => memoryFrom(this.#shared.ownOf(at) + this.#start, this.#aggregates),
    );
  }
}
