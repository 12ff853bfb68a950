/**
 * Groups of shares of the keys: a hash table and cells for each share, which one thread at a time fills.
 * @module
 */

import type { CellKernels, SharedCells } from "../aggregates/aggregate_input.ts";
import type { DirectKeys } from "../execution/key_table.ts";
import { KeyState } from "../execution/kernels/keyed_layout.ts";
import { SharedCells as Entry } from "../execution/kernels/shares_layout.ts";
import type { Workspace } from "../execution/relation.ts";
import type { SharedWork } from "../execution/shared_work.ts";
import { type JoinedRows, SHARES } from "./share_pieces.ts";

const KEY_BYTES = 8;
const NUMBER_BYTES = 4;
/** Groups that each share has room for at least. */
const LEAST_GROUPS = 256;

/** Memory of the groups of one share. */
interface ShareMemory {
  readonly capacity: number;
  readonly table: number;
  readonly keys: number;
  /** Numbers of groups; of new ones the positions of their first rows. */
  readonly numbers: number;
  /** Cells of each aggregate. */
  readonly cells: readonly number[];
}

/** One share. */
interface Share {
  /** A `KeyState`. */
  readonly state: number;
  /** Groups that have their numbers. */
  known: number;
  memory: ShareMemory | undefined;
}

/** The groups of all shares. */
export class ShareTables {
  readonly #work: Workspace;
  readonly #aggregates: readonly SharedCells[];
  readonly #shares: Share[];
  readonly #states: number;
  readonly #direct: DirectKeys | undefined;
  #slots = 0;
  #given: number[] = [];
  /** Groups that have their numbers. */
  count = 0;
  /** Bytes that groups take. */
  bytes = 0;

  /** Starts without groups. With `direct` all shares have their slots in one table. */
  constructor(work: Workspace, aggregates: readonly SharedCells[], direct: DirectKeys | undefined) {
    [this.#work, this.#aggregates, this.#direct] = [work, aggregates, direct];
    const states = this.#states = work.takeZeroed(SHARES * KeyState.Bytes);
    this.#shares = Array.from({ length: SHARES }, (_, at) => ({
      state: states + at * KeyState.Bytes,
      known: 0,
      memory: undefined,
    }));
  }

  /** Takes the slots of all shares. */
  begin(): void {
    if (!this.#direct || this.#slots) return;
    this.#slots = this.#work.takeZeroed(this.#direct.size * NUMBER_BYTES);
    this.bytes += this.#direct.size * NUMBER_BYTES;
  }

  /** Bytes that groups may take once so many more rows are added, of which each share gets the same part. */
  bytesWith(rows: number): number {
    let bytes = this.bytes;
    for (const { known, memory } of this.#shares) {
      const capacity = memory?.capacity ?? 0;
      bytes += (Math.max(capacity, capacityFor(known + rows / SHARES)) - capacity) * this.#bytesOfGroup;
    }
    return bytes;
  }

  /** Makes room for `more` groups of a share; the calls that move what there is are written down. */
  reserve(at: number, more: number, shared: SharedWork): void {
    const share = this.#shares[at]!;
    const { state, known, memory: before } = share;
    if (before && known + more <= before.capacity) return;
    const capacity = capacityFor(known + more);
    const work = this.#work;
    const memory: ShareMemory = share.memory = {
      capacity,
      table: this.#direct ? 0 : work.take(2 * capacity * NUMBER_BYTES),
      keys: work.take(capacity * KEY_BYTES),
      numbers: work.take(capacity * NUMBER_BYTES),
      cells: this.#aggregates.map(({ bytes }) => work.take(capacity * bytes)),
    };
    this.bytes += (capacity - (before?.capacity ?? 0)) * this.#bytesOfGroup;
    const { section: { calls }, keyed } = shared;
    if (memory.table) calls.fill(memory.table, 0, 2 * capacity * NUMBER_BYTES);
    this.#aggregates.forEach(({ bytes }, each) => {
      const cells = memory.cells[each]!;
      if (before) calls.copy(before.cells[each]!, cells, known * bytes);
      calls.fill(cells + known * bytes, 0, (capacity - known) * bytes);
    });
    if (!before) return;
    calls.copy(before.keys, memory.keys, known * KEY_BYTES);
    calls.copy(before.numbers, memory.numbers, known * NUMBER_BYTES);
    if (memory.table) keyed.rehash(memory.keys, 0, known, state, memory.table, shiftOf(memory));
    this.#given.push(...addressesOf(before));
  }

  /** Gives back what was moved, when all tasks are done. */
  giveMoved(): void {
    this.#work.give(...this.#given);
    this.#given = [];
  }

  /** Writes the calls down that give rows of a share the groups of their keys. */
  assign(
    at: number,
    { words, nulls, positions, ids }: JoinedRows,
    rows: number,
    { keyed }: SharedWork,
  ): void {
    const { state, memory } = this.#shares[at]!;
    const { table, keys, numbers, capacity } = memory!;
    if (this.#direct) {
      const { low, size } = this.#direct;
      keyed.directIds(
        ...[words, nulls, 0, rows, this.#slots, low, BigInt(size), state, keys, numbers] as const,
        ...[positions, 0, 1, capacity, ids] as const,
      );
      return;
    }
    keyed.hashIds(
      ...[words, nulls, 0, rows, table, shiftOf(memory!), state, keys, numbers] as const,
      ...[positions, 0, 1, capacity, ids] as const,
    );
  }

  /** Writes the calls down that add rows of a share to the cells of an aggregate. */
  add(
    at: number,
    aggregate: number,
    kernels: CellKernels,
    rows: Omit<Parameters<SharedCells["add"]>[1], "cells">,
  ): void {
    const cells = this.#shares[at]!.memory!.cells[aggregate]!;
    this.#aggregates[aggregate]!.add(kernels, { ...rows, cells });
  }

  /** Writes the call down that marks where new groups begin. */
  mark(at: number, marks: number, { shares }: SharedWork): void {
    const { state, known, memory } = this.#shares[at]!;
    shares.markPositions(memory!.numbers, known, state + KeyState.Count, marks);
  }

  /** Shares with groups that have no numbers yet. */
  newShares(): number[] {
    return this.#shares.flatMap((share, at) => this.#countOf(share) > share.known ? [at] : []);
  }

  /** Writes the call down that numbers the new groups of a share, from `count` on; `before` has what `countMarks` wrote. */
  number(at: number, marks: number, before: number, { shares }: SharedWork): void {
    const share = this.#shares[at]!;
    const count = this.#countOf(share);
    shares.numberPositions(share.memory!.numbers, share.known, count, marks, before, this.count);
    share.known = count;
  }

  /** The number of the group of null; -1 where there is none. */
  get nullNumber(): number {
    const { u32 } = this.#work.arena;
    const [{ state, memory } = { state: 0, memory: undefined }] = this.#shares;
    const none = u32[(state + KeyState.Null) >>> 2]!;
    return none === 0 ? -1 : u32[(memory!.numbers + (none - 1) * NUMBER_BYTES) >>> 2]!;
  }

  /** Gives the hash tables back: no key is looked for any more. */
  giveTables(): void {
    this.#work.give(this.#slots);
    this.#slots = 0;
    for (const share of this.#shares) {
      if (!share.memory) continue;
      this.#work.give(share.memory.table);
      share.memory = { ...share.memory, table: 0 };
    }
  }

  /** What is kept of each group: keys, and the cells of aggregates; bytes of one. */
  get widths(): number[] {
    return [KEY_BYTES, ...this.#aggregates.map(({ bytes }) => bytes)];
  }

  get #bytesOfGroup(): number {
    return this.widths.reduce((sum, width) => sum + width, 3 * NUMBER_BYTES);
  }

  /** A list of `SharedCells` for `placeCells` of what is kept. */
  listCells(kept: number): number {
    const { u32 } = this.#work.arena;
    const list = this.#work.take(SHARES * Entry.Bytes);
    this.#shares.forEach(({ known, memory }, at) => {
      const entry = list + at * Entry.Bytes;
      u32[(entry + Entry.Numbers) >>> 2] = memory?.numbers ?? 0;
      u32[(entry + Entry.Cells) >>> 2] = (kept === 0 ? memory?.keys : memory?.cells[kept - 1]) ?? 0;
      u32[(entry + Entry.Count) >>> 2] = known;
    });
    return list;
  }

  /** Gives the memory back. */
  release(): void {
    this.giveMoved();
    for (const { memory } of this.#shares) if (memory) this.#work.give(...addressesOf(memory));
    this.#work.give(this.#states, this.#slots);
  }

  #countOf({ state }: Share): number {
    return this.#work.arena.u32[(state + KeyState.Count) >>> 2]!;
  }
}

function capacityFor(groups: number): number {
  return Math.max(LEAST_GROUPS, 2 ** Math.ceil(Math.log2(groups)));
}

/** The table is twice as large as what it has room for. */
function shiftOf({ capacity }: ShareMemory): bigint {
  return BigInt(64 - 1 - Math.log2(capacity));
}

function addressesOf({ table, keys, numbers, cells }: ShareMemory): number[] {
  return [table, keys, numbers, ...cells];
}
