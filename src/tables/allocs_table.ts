/**
 * The `allocs` table: one row per life of a block, that is, from an allocation to its free. Almost every
 * column is a view through the event rows of the two ends, so a life costs only a few bytes. The columns that
 * most queries group by or sum are materialized when first read: their events are far apart, and looking them
 * up again took most of the time of such a query.
 * @module
 */

import { blockKernels } from "./block.ts";
import { CachedColumn } from "./cached_column.ts";
import {
  type Column,
  type ColumnInfo,
  ComputedColumn,
  ConstantColumn,
  LookupColumn,
  SequenceColumn,
} from "./column.ts";
import { lastRowColumn, overlay, overlayBlock } from "./last_row_column.ts";
import { MissingColumn } from "./missing_column.ts";
import { ShiftedColumn } from "./shifted_column.ts";
import { StoredColumn } from "./stored_column.ts";
import { endColumn } from "./event_columns.ts";
import { displayOf } from "./row_stager.ts";
import type { BlockLives } from "./pairing/lives.ts";
import { Table } from "./table.ts";

/** Columns of the allocating record that `allocs` shows. */
const FROM_START = [
  "thread",
  "func",
  "file",
  "line",
  "name",
  "module",
  "type",
  "context",
  "time",
  "stack",
] as const;
/** Columns of the freeing record that `allocs` shows as `free.NAME`. */
const FROM_END = ["thread", "func", "file", "line", "name", "stack", "time"] as const;

/**
 * Builds the table over finished events, with the columns `more` of the format. With `staysPut` a block keeps
 * the address of its first record. `no` is the column of `events` in which the lengths of lives are measured.
 */
export function allocsTable(
  events: Table,
  lives: BlockLives,
  more: readonly string[],
  staysPut: boolean,
): Table {
  const { arena } = events.pools;
  const table = new Table("allocs", events.pools, lives.count);
  const last = lastRowColumn(arena, lives);
  const through = (name: string, keys: Column, source: string): Column => {
    const target = events.column(source)!;
    const type = target.type;
    return new LookupColumn({ name, type, display: displayOf({ name, type }) }, arena, keys, target);
  };
  // Rows are counted from 1.
  table.add(new SequenceColumn({ name: "alloc", type: "u32" }, arena, 1));
  table.add(new ShiftedColumn({ name: "seq", type: "u64" }, arena, lives.rows, 1n));
  const addr = withCache(table, through("addr", staysPut ? lives.rows : last, "addr"));
  const size = withCache(table, through("size", last, "size"));
  table.add(addr);
  table.add(size);
  table.add(endColumn(table, addr, size));
  for (const name of FROM_START) table.add(withCache(table, through(name, lives.rows, name)));
  const index: ColumnInfo = { name: "index", type: "u64" };
  table.add(
    lives.keys ? new ShiftedColumn(index, arena, lives.keys, 0n) : new ConstantColumn(index, arena, null),
  );
  const firstSize = withCache(table, through("first_size", lives.rows, "size"));
  table.add(firstSize);
  let known: Column | undefined;
  // A block that was never resized has the size of its first record. If every event has a size, read that
  // record, because first records are in row order.
  const sizeBehind = (): Column => known ??= hasNoNull(events, "size") ? firstSize : size;
  table.add(withCache(table, maxSizeColumn(table, lives, sizeBehind)));
  table.add(countColumn("resizes", table, lives, lives.records.count));
  table.add(countColumn("moves", table, lives, lives.records.moves));
  table.add(new ShiftedColumn({ name: "freed", type: "u64" }, arena, lives.ends, 1n));
  table.add(differenceColumn("life", "u64", table, lives, events.column("no")!));
  table.add(differenceColumn("age", "time", table, lives, events.column("time")!));
  for (const name of FROM_END) table.add(through(`free.${name}`, lives.ends, name));
  table.add(new MissingColumn({ name: "leaked", type: "bool" }, arena, lives.ends));
  table.add(refsColumn(table, lives));
  table.add(replacedColumn(table, lives));
  for (const name of more) table.add(withCache(table, through(name, lives.rows, name)));
  return table;
}

/** Whether a column of `events` has a value in every row, judging by its blocks. */
function hasNoNull(events: Table, name: string): boolean {
  const column = events.column(name)!;
  if (!(column instanceof StoredColumn)) return false;
  for (let block = 0; block < column.blockCount; block++) {
    if (column.stored(block)!.nullCount > 0) return false;
  }
  return true;
}

/**
 * Wraps a column whose events are far apart: its values are stored packed once all its rows are read. If only a few
 * rows are read, they are looked up.
 */
export function withCache(table: Table, column: Column): Column {
  // A column without values is already cheap.
  if (column.origin instanceof ConstantColumn) return column;
  const { arena } = table.pools;
  const { name, type, display } = column;
  const fill = (block: number, count: number, values: number, nulls: number): void =>
    void column.decode(block, count, values, nulls);
  const isFinal = (): boolean => column.later === undefined;
  return new CachedColumn(
    { name, type, display },
    arena,
    table.blockRows,
    fill,
    column,
    table.rowCount,
    isFinal,
  );
}

/**
 * Returns the column with the largest size of each block. `sizeBehind` returns the sizes of blocks that were never
 * resized; it is called when the column is first read.
 */
function maxSizeColumn(table: Table, lives: BlockLives, sizeBehind: () => Column): Column {
  const info = { name: "max_size", type: "u64" } as const;
  const { arena } = table.pools;
  const gather: Column["gather"] = (rows, count, values, nulls) => {
    const nullCount = sizeBehind().gather(rows, count, values, nulls);
    if (lives.recordCount > 0) overlay(arena, lives, lives.records.largest, rows, count, values);
    return nullCount;
  };
  const decode: Column["decode"] = (block, count, values, nulls) => {
    const hasNulls = sizeBehind().decode(block, count, values, nulls);
    if (lives.recordCount > 0) overlayBlock(arena, lives, lives.records.largest, block, count, values);
    return hasNulls;
  };
  return new ComputedColumn(info, arena, gather, decode);
}

/**
 * Returns a column with a count from the records of resized blocks (`resizes` or `moves`); 0 for blocks that
 * were never resized.
 */
function countColumn(name: string, table: Table, lives: BlockLives, from: StoredColumn): Column {
  const { arena } = table.pools;
  const clear = (count: number, values: number, nulls: number): void => {
    arena.u64.fill(0n, values >>> 3, (values >>> 3) + count);
    arena.u8.fill(0, nulls, nulls + count);
  };
  const gather: Column["gather"] = (rows, count, values, nulls) => {
    clear(count, values, nulls);
    if (lives.recordCount > 0) overlay(arena, lives, from, rows, count, values);
    return 0;
  };
  const decode: Column["decode"] = (block, count, values, nulls) => {
    clear(count, values, nulls);
    if (lives.recordCount > 0) overlayBlock(arena, lives, from, block, count, values);
    return false;
  };
  return withCache(table, new ComputedColumn({ name, type: "u64" }, arena, gather, decode));
}

/**
 * Returns a column with the growth of a column of `events` between allocation and free; null while the block
 * is live. A decrease counts as 0.
 */
function differenceColumn(
  name: string,
  type: "u64" | "time",
  table: Table,
  lives: BlockLives,
  source: Column,
): Column {
  const { arena } = table.pools;
  const info: ColumnInfo = { name, type, display: type === "time" ? "duration" : "plain" };
  const starts = new LookupColumn(info, arena, lives.rows, source);
  const ends = new LookupColumn(info, arena, lives.ends, source);
  // Computed once per block and stored packed, because the two events are far apart.
  return new CachedColumn(info, arena, table.blockRows, (block, count, values, nulls) => {
    const before = arena.alloc(count * 8);
    const beforeNulls = arena.alloc(count);
    if (!starts.decode(block, count, before, beforeNulls)) arena.u8.fill(0, beforeNulls, beforeNulls + count);
    if (!ends.decode(block, count, values, nulls)) arena.u8.fill(0, nulls, nulls + count);
    blockKernels(arena).subtractColumns(values, nulls, before, beforeNulls, count, values, nulls);
    arena.free(before);
    arena.free(beforeNulls);
  });
}

function refsColumn(table: Table, lives: BlockLives): Column {
  const { arena } = table.pools;
  return new ComputedColumn(
    { name: "refs", type: "u32" },
    arena,
    (rows, count, values, nulls) => {
      lives.ends.gather(rows, count, values, nulls);
      const { u64, u8, u32 } = arena;
      for (let at = 0; at < count; at++) {
        const left = u8[nulls + at] ? lives.refs.get(u32[(rows >>> 2) + at]!) ?? 1 : 0;
        u64[(values >>> 3) + at] = BigInt(left);
        u8[nulls + at] = 0;
      }
      return 0;
    },
  );
}

function replacedColumn(table: Table, lives: BlockLives): Column {
  const { arena } = table.pools;
  return new ComputedColumn(
    { name: "replaced", type: "u64" },
    arena,
    (rows, count, values, nulls) => {
      const { u64, u8, u32 } = arena;
      let nullCount = 0;
      for (let at = 0; at < count; at++) {
        const row = lives.replaced.get(u32[(rows >>> 2) + at]!);
        u64[(values >>> 3) + at] = row === undefined ? 0n : BigInt(row) + 1n;
        u8[nulls + at] = row === undefined ? 1 : 0;
        if (row === undefined) nullCount++;
      }
      return nullCount;
    },
  );
}
