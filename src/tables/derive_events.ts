/**
 * Derives the remaining columns of `events`, and the table `allocs`, from the columns that a reader wrote and
 * from the pair index.
 * @module
 */

import { type Pairing, PAIRING_KIND } from "../events/trace_sink.ts";
import { allocsTable, withCache } from "./allocs_table.ts";
import { type Column, ConstantColumn } from "./column.ts";
import { DeferredColumn, type DeferredPlaces } from "./deferred_column.ts";
import { endColumn, eventNumberColumn, indexColumn, kindColumn, rowNumberColumn } from "./event_columns.ts";
import { liveColumns } from "./live_columns.ts";
import type { BlockLives } from "./pairing/lives.ts";
import { displayOf } from "./row_stager.ts";
import { tableDoc } from "./schema.ts";
import { ShiftedColumn } from "./shifted_column.ts";
import { StoredColumn } from "./stored_column.ts";
import { Table } from "./table.ts";

/** The column with the number of the life that each record belongs to. */
export const LIFE_COLUMN = "#life";

/** The columns of `events`, packed. */
export interface PackedEvents {
  /** The columns that the reader wrote, and the life number if there are lives. */
  readonly table: Table;
  /** How records are matched to blocks. */
  readonly pairing: Pairing;
  /** Whether a later record may revive a life that has ended. */
  readonly revive: boolean;
  /** Whether every record has a number: if so, column `no` is the row number. */
  readonly numbered: boolean;
  /** Columns of the format that `allocs` shows. */
  readonly allocColumns: readonly string[];
  /** Whether resized blocks keep their address. */
  readonly staysPut: boolean;
  /** The lives from the pair index. */
  readonly lives: BlockLives | undefined;
  /** Allocation indices of records that belong to no life, by row. */
  readonly unpaired: ReadonlyMap<number, bigint>;
  /** Number of allocations, reallocations and frees before each block of rows; only mpatrol numbers these. */
  readonly countsBefore: readonly number[];
}

/** A table as queries see it. */
interface FinishedTable {
  readonly table: Table;
  /** Bytes of columns that no table lists. */
  readonly hiddenBytes: number;
}

/** The `events` table of a trace. */
interface FinishedEvents extends FinishedTable {
  /** The `allocs` table, if there are lives. */
  readonly allocs: Table | undefined;
}

/** Returns the tables that queries see. */
export function deriveEvents(
  { table, pairing, revive, numbered, allocColumns, staysPut, lives, unpaired, countsBefore }: PackedEvents,
  later?: DeferredPlaces,
): FinishedEvents {
  const raw = new Map<string, Column>();
  for (const column of table.columns) raw.set(column.name, column);
  const events = new Table("events", table.pools, table.rowCount);
  const kinds = raw.get(PAIRING_KIND.name) ?? raw.get("kind");
  const lifeOf = raw.get(LIFE_COLUMN) as StoredColumn | undefined;
  const made = new Map<string, Column>(raw);
  made.delete(LIFE_COLUMN);
  made.delete(PAIRING_KIND.name);
  made.set("seq", rowNumberColumn(events));
  if (numbered) made.set("no", rowNumberColumn(events, "no"));
  if (kinds?.name === "kind" && kinds.type !== "text") made.set("kind", kindColumn(events, kinds));
  if (lives && lifeOf && kinds) {
    // Rows of `allocs` are counted from 1.
    made.set("alloc", new ShiftedColumn({ name: "alloc", type: "u32" }, table.pools.arena, lifeOf, 1n));
    if (pairing === "index") {
      made.set("no", eventNumberColumn(events, kinds, countsBefore));
      made.set("index", indexColumn(events, lifeOf, lives.keys!, unpaired));
    }
  }
  const addr = raw.get("addr");
  const size = raw.get("size");
  if (addr && size && !raw.has("end")) made.set("end", endColumn(events, addr, size));
  if (lives && lifeOf && kinds && size) {
    const counted = pairing === "resource";
    for (const column of liveColumns({ table: events, kinds, lifeOf, size, lives, revive, counted })) {
      made.set(column.name, column);
    }
  }
  const { arena } = table.pools;
  const stacks = raw.get("stack");
  for (const { name, type } of tableDoc("events")!.columns) {
    if (name === "trace") continue;
    const info = { name, type, display: displayOf({ name, type }) };
    const what = later?.columns[name];
    if (stacks && what !== undefined) {
      const of = { stacks, others: raw.get(name) };
      events.add(withCache(events, new DeferredColumn(info, arena, later!.names, what, of)));
    } else events.add(made.get(name) ?? new ConstantColumn(info, arena, null));
  }
  // Columns that only this format has come last.
  for (const [name, column] of made) if (!events.column(name) && name !== "entry") events.add(column);
  const allocs = lives ? allocsTable(events, lives, allocColumns, staysPut) : undefined;
  return {
    table: events,
    allocs,
    hiddenBytes: shownBytes(table, later) + hiddenBytes(kinds, lifeOf, lives, raw.get("entry")),
  };
}

/**
 * Returns a copy of a table for queries. Its columns of source positions are replaced by columns that look up
 * backtraces when they are read.
 */
export function withDeferredPlaces(table: Table, later: DeferredPlaces): FinishedTable {
  const { pools: { arena }, rowCount } = table;
  const shown = new Table(table.name, table.pools, rowCount);
  const stacks = table.column("stack")!;
  for (const column of table.columns) {
    const { name, type, display } = column;
    const what = later.columns[name];
    if (what === undefined) shown.add(column);
    else {
      const of = { stacks, others: column };
      shown.add(withCache(shown, new DeferredColumn({ name, type, display }, arena, later.names, what, of)));
    }
  }
  return { table: shown, hiddenBytes: shownBytes(table, later) };
}

/** Returns the bytes of the stored columns that `DeferredColumn`s replace. */
function shownBytes(table: Table, later: DeferredPlaces | undefined): number {
  const columns = Object.keys(later?.columns ?? {}).flatMap((name) => table.column(name) ?? []);
  return columns.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the bytes of columns that queries see only through other columns. */
function hiddenBytes(
  kinds: Column | undefined,
  lifeOf: Column | undefined,
  lives: BlockLives | undefined,
  entry: Column | undefined,
): number {
  let bytes = (kinds?.bytes ?? 0) + (lifeOf?.bytes ?? 0) + (entry instanceof StoredColumn ? entry.bytes : 0);
  if (lives) {
    const { rows, ends, keys, resized, records, history } = lives;
    const columns = [rows, ends, keys, resized, ...Object.values(records), ...Object.values(history)];
    for (const column of columns) bytes += column?.bytes ?? 0;
  }
  return bytes;
}
