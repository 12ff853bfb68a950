/**
 * Groups of hash partitions: a hash table and cells per partition, filled by one thread at a time.
 * @module
 */

import { powerOfTwo } from "../../../base/power_of_two.ts";
import type { CellKernels, SharedCells } from "../../aggregates/aggregate_input.ts";
import type { DirectKeys } from "../../execution/key_table.ts";
import { KeyState } from "../../execution/kernels/keyed_layout.ts";
import { PartitionCells as Entry } from "../../execution/kernels/shares_layout.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { SharedWork } from "../../execution/shared_work.ts";
import { type JoinedRows, PARTITIONS } from "../partition/partitioned_blocks.ts";

const KEY_BYTES = 8;
const NUMBER_BYTES = 4;
/** Minimum number of groups that a partition has room for. */
const LEAST_GROUPS = 256;

/** Memory for the groups of one partition. */
interface PartitionMemory {
  readonly capacity: number;
  readonly table: number;
  readonly keys: number;
  /** Group numbers; for new groups, the positions of their first rows. */
  readonly numbers: number;
  /** Cells of each aggregate. */
  readonly cells: readonly number[];
}

/** A partition by hash. */
interface HashPartition {
  /** Address of a `KeyState`. */
  readonly state: number;
  /** Groups that are numbered. */
  known: number;
  memory: PartitionMemory | undefined;
}

/** The groups of all partitions. */
export class PartitionTables {
  readonly #work: Workspace;
  readonly #aggregates: readonly SharedCells[];
  readonly #partitions: HashPartition[];
  readonly #states: number;
  readonly #direct: DirectKeys | undefined;
  #slots = 0;
  #given: number[] = [];
  /** Groups that are numbered. */
  count = 0;
  /** Bytes used by groups. */
  bytes = 0;

  /** Starts without groups. With `direct`, all partitions share one direct table. */
  constructor(work: Workspace, aggregates: readonly SharedCells[], direct: DirectKeys | undefined) {
    [this.#work, this.#aggregates, this.#direct] = [work, aggregates, direct];
    const states = this.#states = work.takeZeroed(PARTITIONS * KeyState.Bytes);
    this.#partitions = Array.from({ length: PARTITIONS }, (_, at) => ({
      state: states + at * KeyState.Bytes,
      known: 0,
      memory: undefined,
    }));
  }

  /** Allocates the slots of a direct table. */
  begin(): void {
    if (!this.#direct || this.#slots) return;
    this.#slots = this.#work.takeZeroed(this.#direct.size * NUMBER_BYTES);
    this.bytes += this.#direct.size * NUMBER_BYTES;
  }

  /** Estimated bytes after this many more rows, spread evenly over the partitions. */
  bytesWith(rows: number): number {
    let bytes = this.bytes;
    for (const { known, memory } of this.#partitions) {
      const capacity = memory?.capacity ?? 0;
      bytes += (Math.max(capacity, capacityFor(known + rows / PARTITIONS)) - capacity) * this.#bytesOfGroup;
    }
    return bytes;
  }

  /** Makes room for `more` groups of a partition; calls that move existing ones are recorded. */
  reserve(at: number, more: number, shared: SharedWork): void {
    const partition = this.#partitions[at]!;
    const { state, known, memory: before } = partition;
    if (before && known + more <= before.capacity) return;
    const capacity = capacityFor(known + more);
    const work = this.#work;
    const memory: PartitionMemory = partition.memory = {
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

  /** Frees the memory of groups that were moved, after all tasks are done. */
  giveMoved(): void {
    this.#work.give(...this.#given);
    this.#given = [];
  }

  /** Records the calls that look up the groups of a partition's rows. */
  assign(
    at: number,
    { words, nulls, positions, ids }: JoinedRows,
    rows: number,
    { keyed }: SharedWork,
  ): void {
    const { state, memory } = this.#partitions[at]!;
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

  /** Records the calls that add a partition's rows to the cells of an aggregate. */
  add(
    at: number,
    aggregate: number,
    kernels: CellKernels,
    rows: Omit<Parameters<SharedCells["add"]>[1], "cells">,
  ): void {
    const cells = this.#partitions[at]!.memory!.cells[aggregate]!;
    this.#aggregates[aggregate]!.add(kernels, { ...rows, cells });
  }

  /** Records the call that marks the first rows of new groups. */
  mark(at: number, marks: number, { partitions }: SharedWork): void {
    const { state, known, memory } = this.#partitions[at]!;
    partitions.markPositions(memory!.numbers, known, state + KeyState.Count, marks);
  }

  /** Partitions with groups that are not numbered yet. */
  newPartitions(): number[] {
    return this.#partitions.flatMap((partition, at) =>
      this.#countOf(partition) > partition.known ? [at] : []
    );
  }

  /**
   * Records the call that numbers the new groups of a partition, from `count` up; `before` holds the result
   * of `countMarks`.
   */
  number(at: number, marks: number, before: number, { partitions }: SharedWork): void {
    const partition = this.#partitions[at]!;
    const count = this.#countOf(partition);
    partitions.numberPositions(partition.memory!.numbers, partition.known, count, marks, before, this.count);
    partition.known = count;
  }

  /** The number of the group of null; -1 if there is none. */
  get nullNumber(): number {
    const { u32 } = this.#work.arena;
    const [{ state, memory } = { state: 0, memory: undefined }] = this.#partitions;
    const none = u32[(state + KeyState.Null) >>> 2]!;
    return none === 0 ? -1 : u32[(memory!.numbers + (none - 1) * NUMBER_BYTES) >>> 2]!;
  }

  /** Frees the hash tables, once no more keys are looked up. */
  giveTables(): void {
    this.#work.give(this.#slots);
    this.#slots = 0;
    for (const partition of this.#partitions) {
      if (!partition.memory) continue;
      this.#work.give(partition.memory.table);
      partition.memory = { ...partition.memory, table: 0 };
    }
  }

  /** Bytes per group of each list that is kept: keys, then the cells of aggregates. */
  get widths(): number[] {
    return [KEY_BYTES, ...this.#aggregates.map(({ bytes }) => bytes)];
  }

  get #bytesOfGroup(): number {
    return this.widths.reduce((sum, width) => sum + width, 3 * NUMBER_BYTES);
  }

  /** Makes a list of `SharedCells` for `placeCells`; `kept` is the index in `widths`. */
  listCells(kept: number): number {
    const { u32 } = this.#work.arena;
    const list = this.#work.take(PARTITIONS * Entry.Bytes);
    this.#partitions.forEach(({ known, memory }, at) => {
      const entry = list + at * Entry.Bytes;
      u32[(entry + Entry.Numbers) >>> 2] = memory?.numbers ?? 0;
      u32[(entry + Entry.Cells) >>> 2] = (kept === 0 ? memory?.keys : memory?.cells[kept - 1]) ?? 0;
      u32[(entry + Entry.Count) >>> 2] = known;
    });
    return list;
  }

  /** Frees the memory. */
  release(): void {
    this.giveMoved();
    for (const { memory } of this.#partitions) if (memory) this.#work.give(...addressesOf(memory));
    this.#work.give(this.#states, this.#slots);
  }

  #countOf({ state }: HashPartition): number {
    return this.#work.arena.u32[(state + KeyState.Count) >>> 2]!;
  }
}

function capacityFor(groups: number): number {
  return Math.max(LEAST_GROUPS, powerOfTwo(groups));
}

/** The table has twice as many slots as its capacity. */
function shiftOf({ capacity }: PartitionMemory): bigint {
  return BigInt(64 - 1 - Math.log2(capacity));
}

function addressesOf({ table, keys, numbers, cells }: PartitionMemory): number[] {
  return [table, keys, numbers, ...cells];
}
