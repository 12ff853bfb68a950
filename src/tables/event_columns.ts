/**
 * Columns of `events` that no reader writes: they are derived from other columns and the pair index.
 * @module
 */

import { KindCode } from "../events/kind_code.ts";
import { EVENT_KINDS } from "../events/trace_sink.ts";
import { blockKernels, sealBlock } from "./block.ts";
import { CachedColumn } from "./cached_column.ts";
import { type Column, ComputedColumn, LookupColumn, SequenceColumn } from "./column.ts";
import { SumColumn } from "./sum_column.ts";
import { StoredColumn } from "./stored_column.ts";
import type { Pools } from "./pools.ts";
import type { Table } from "./table.ts";

/** Returns the kinds as a dictionary column of texts. */
function kindNames(pools: Pools): StoredColumn {
  const { arena, strings } = pools;
  const column = new StoredColumn({ name: "kind", type: "text" }, arena);
  const pointer = arena.alloc(4 * EVENT_KINDS.length);
  EVENT_KINDS.forEach((kind, at) => arena.u32[(pointer >>> 2) + at] = strings.internText(kind));
  column.push(sealBlock(arena, { pointer, rows: EVENT_KINDS.length, nulls: 0, form: "text" }));
  arena.free(pointer);
  return column;
}

/** Returns the kinds as text, from the kind codes that the reader wrote. */
export function kindColumn(table: Table, kinds: Column): Column {
  const { arena } = table.pools;
  const info = { name: "kind", type: "text" } as const;
  const names = kindNames(table.pools);
  const { dictionary } = kinds;
  if (!dictionary) return new LookupColumn(info, arena, kinds, names, EVENT_KINDS.length);
  // If kinds are dictionary-encoded, the text column uses the same codes, so that predicates and groups run
  // on the codes.
  const { codes, values, count } = dictionary;
  return new LookupColumn(
    info,
    arena,
    codes,
    new LookupColumn(info, arena, values, names),
    count,
  );
}

/** Returns a column of row numbers, from 1. */
export function rowNumberColumn(table: Table, name = "seq"): Column {
  return new SequenceColumn({ name, type: "u64" }, table.pools.arena, 1);
}

/** Returns the column `addr + size`, null if either is null. */
export function endColumn(table: Table, addr: Column, size: Column): Column {
  return new SumColumn({ name: "end", type: "u64", display: "hex" }, table.pools.arena, [addr, size]);
}

/**
 * Returns mpatrol's event number: allocations, reallocations and frees count 1, 2, 3 …; reservations have
 * none.
 */
export function eventNumberColumn(table: Table, kinds: Column, countsBefore: readonly number[]): Column {
  const { arena } = table.pools;
  return new CachedColumn(
    { name: "no", type: "u64" },
    arena,
    table.blockRows,
    (block, rows, values, nulls) => {
      kinds.decode(block, rows, values, nulls);
      blockKernels(arena).numberUpTo(values, nulls, rows, KindCode.Free, countsBefore[block]!);
    },
  );
}

/** Returns mpatrol's allocation index, stored once per life, and separately for records without a life. */
export function indexColumn(
  table: Table,
  lives: Column,
  keys: Column,
  unpaired: ReadonlyMap<number, bigint>,
): Column {
  const { arena } = table.pools;
  const paired = new LookupColumn({ name: "index", type: "u64" }, arena, lives, keys);
  if (unpaired.size === 0) return paired;
  return new ComputedColumn(
    { name: "index", type: "u64" },
    arena,
    (rows, count, values, nulls) => {
      let nullCount = paired.gather(rows, count, values, nulls);
      for (let at = 0; at < count; at++) {
        if (!arena.u8[nulls + at]) continue;
        const own = unpaired.get(arena.u32[(rows >>> 2) + at]!);
        if (own === undefined) continue;
        arena.u64[(values >>> 3) + at] = own;
        arena.u8[nulls + at] = 0;
        nullCount--;
      }
      return nullCount;
    },
  );
}
