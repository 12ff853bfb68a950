/**
 * Counts the distinct pairs of a value and its owner. If they do not fit in memory, new pairs are hash
 * partitioned and the partitions are counted one after another.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Arena } from "../../memory/arena.ts";
import type { ColumnInfo } from "../../tables/column.ts";
import { CHUNK_BYTES, ChunkColumn } from "../execution/chunk_column.ts";
import { KeyTable, PairTable } from "../execution/key_table.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { GroupCell } from "../execution/kernels/group_layout.ts";
import type { Workspace } from "../execution/relation.ts";
import { partitionBits, stepBudget } from "../execution/step_budget.ts";
import { PairBitmap } from "./pair_bitmap.ts";

const WORD: ColumnInfo = { name: "", type: "u64" };
/**
 * A table may use at most one part in this many of the memory, since the old and the new table both exist while it
 * doubles in size.
 */
const PART_OF_ROOM = 4;
/** Three levels of partitions are enough for more pairs than a trace has rows. */
const DEEPEST = 4;
const CELL_WORDS = GroupCell.Bytes / 8;
const NONE = 0xffff_ffff;

/** A partition of pairs that is counted later. */
interface Share {
  readonly values: ChunkColumn;
  readonly owners: ChunkColumn;
  rows: number;
}

/** Counts distinct values per owner: each new value adds 1 to the owner's cell. */
export class DistinctPairs {
  readonly #work: Workspace;
  readonly #depth: number;
  /** A table of values. It becomes a table of pairs of value and owner if there are too many owners for `#marks`. */
  #known: KeyTable | PairTable;
  /** The pairs of a known value and an owner, as bits; set once there are several owners. */
  #marks: PairBitmap | undefined;
  readonly #room: number;
  #shares: Share[] | undefined;
  #bits = 0;

  constructor(work: Workspace, depth = 0) {
    this.#work = work;
    this.#depth = depth;
    this.#known = new KeyTable(work);
    this.#room = depth === DEEPEST ? Infinity : stepBudget(work.arena) / PART_OF_ROOM;
  }

  /**
   * Adds at most 65536 pairs. `owners` is the address of u32 numbers, `ownerCount` the number of owners so
   * far, and `cells` the address of their cells.
   */
  add(values: number, owners: number, count: number, cells: number, ownerCount: number): void {
    if (ownerCount > 1 && this.#known instanceof KeyTable) this.#makeRoomForOwners(this.#known, ownerCount);
    const { arena } = this.#work;
    const ids = this.#work.take(count * 4);
    arena.u8.copyWithin(ids, owners, owners + 4 * count);
    const before = this.#known.count;
    this.#known.assign(values, 0, count, ids, { rows: 0, base: 0, add: this.#shares === undefined });
    this.#marks?.mark(ids, owners, count, this.#known.count, cells);
    if (this.#shares) this.#keepUnknown(values, owners, count, ids);
    else {
      if (this.#known instanceof PairTable) countNew(arena, ids, owners, count, before, cells);
      else if (!this.#marks) arena.u64[cells >>> 3]! += BigInt(this.#known.count - before);
      if (this.#known.bytes + (this.#marks?.bytes ?? 0) > this.#room) this.#divide();
    }
    this.#work.give(ids);
  }

  /** Counts the pairs in the partitions. No pairs may be added afterwards. */
  finish(cells: number): void {
    this.#known.release();
    this.#marks?.release();
    for (const { values, owners, rows } of this.#shares ?? []) {
      values.finish();
      owners.finish();
      this.#countShare(values, owners, rows, cells);
      values.free();
      owners.free();
    }
  }

  /** Prepares for several owners: by marks, or by a table of pairs if that takes less memory. */
  #makeRoomForOwners(values: KeyTable, ownerCount: number): void {
    const marks = this.#marks ??= new PairBitmap(this.#work, values.count);
    // Once rows are divided into partitions, pairs that have no bit in the marks go to partitions, so marks need not
    // grow.
    if (this.#shares || marks.makeRoom(ownerCount, values.count)) return;
    if (marks.bytesOfTable > this.#room) return this.#divide();
    this.#known = marks.tableOf(values);
    this.#marks = undefined;
    marks.release();
    values.release();
  }

  #divide(): void {
    const work = this.#work;
    this.#bits = partitionBits(Infinity, this.#room, 2 * CHUNK_BYTES);
    this.#shares = Array.from({ length: 1 << this.#bits }, () => ({
      values: new ChunkColumn(work, WORD),
      owners: new ChunkColumn(work, WORD),
      rows: 0,
    }));
  }

  /** Writes the pairs that are not in the table to partitions. */
  #keepUnknown(values: number, owners: number, count: number, ids: number): void {
    const work = this.#work;
    const { arena } = work;
    const { group } = kernelsOf(arena);
    const shares = this.#shares!;
    const words = work.take(count * 8), own = work.take(count * 8), sorted = work.take(count * 8);
    const hashes = work.take(count * 4), order = work.take(count * 4), ends = work.take(shares.length * 4);
    const { u32 } = arena;
    let n = 0;
    for (let at = 0; at < count; at++) {
      if (u32[(ids >>> 2) + at] !== NONE) continue;
      u32[(words >>> 2) + 2 * n] = u32[(values >>> 2) + 2 * at]!;
      u32[(words >>> 2) + 2 * n + 1] = u32[(values >>> 2) + 2 * at + 1]!;
      u32[(own >>> 2) + 2 * n] = u32[(owners >>> 2) + at]!;
      u32[(own >>> 2) + 2 * n + 1] = 0;
      // Each level of partitions uses a different hash; with the same one, all pairs would get into one partition
      // again.
      u32[(hashes >>> 2) + n++] = this.#depth;
    }
    group.mixKeys(words, 0, n, 0, hashes);
    group.mixKeys(own, 0, n, 0, hashes);
    group.orderByHash(hashes, n, 32 - this.#bits, shares.length, ends, order);
    for (const [column, from] of [["values", words], ["owners", own]] as const) {
      group.permute(from, order, n, sorted);
      let at = 0;
      for (let each = 0; each < shares.length; each++) {
        const end = arena.u32[(ends >>> 2) + each]!;
        if (end === at) continue;
        shares[each]![column].add(sorted + 8 * at, 0, end - at);
        if (column === "values") shares[each]!.rows += end - at;
        at = end;
      }
    }
    work.give(words, own, sorted, hashes, order, ends);
  }

  #countShare(values: ChunkColumn, owners: ChunkColumn, rows: number, cells: number): void {
    const work = this.#work;
    const { arena } = work;
    const words = work.take(BLOCK_ROWS * 8), own = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
    const pairs = new DistinctPairs(work, this.#depth + 1);
    for (let from = 0; from < rows; from += BLOCK_ROWS) {
      work.check();
      const n = Math.min(BLOCK_ROWS, rows - from);
      values.decode(from / BLOCK_ROWS, n, words, nulls);
      owners.decode(from / BLOCK_ROWS, n, own, nulls);
      const { u32 } = arena;
      for (let at = 0; at < n; at++) u32[(own >>> 2) + at] = u32[(own >>> 2) + 2 * at]!;
      pairs.add(words, own, n, cells, this.#known instanceof KeyTable && !this.#marks ? 1 : Infinity);
    }
    pairs.finish(cells);
    work.give(words, own, nulls);
  }
}

/** Adds 1 to the owner's cell for each new pair; a new pair gets the next free id. */
function countNew(
  { u32, u64 }: Arena,
  ids: number,
  owners: number,
  count: number,
  before: number,
  cells: number,
): void {
  let next = before;
  for (let at = 0; at < count; at++) {
    if (u32[(ids >>> 2) + at] !== next) continue;
    next++;
    u64[(cells >>> 3) + CELL_WORDS * u32[(owners >>> 2) + at]!]!++;
  }
}
