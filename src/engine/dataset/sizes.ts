/**
 * The table `sizes`: the size and address of a block between two events. A block that is never resized has
 * one row; each resize begins another row. Rows with `from <= P < to` (or without `to`) are the blocks of
 * `live @ P`.
 * @module
 */

import type { BatchColumn, RowBatch } from "../row_batches.ts";
import { Workspace } from "../../query/execution/relation.ts";
import { lastRowColumn } from "../../tables/last_row_column.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import type { Revival } from "../../tables/pairing/lives.ts";
import type { Trace } from "../../tables/trace.ts";
import { BatchMaker } from "./batch_maker.ts";

/** Columns of the table. Events are counted from 1, as in `events.seq`. */
export const SIZES_COLUMNS: readonly (BatchColumn & { readonly doc: string })[] = [
  { name: "alloc", type: "u64", doc: "the block, as in allocs" },
  { name: "addr", type: "u64", display: "hex", doc: "address of the block" },
  { name: "size", type: "u64", doc: "size of the block in bytes" },
  { name: "from", type: "u64", doc: "event that gave the block this address and size" },
  { name: "to", type: "u64", doc: "event that ended this address and size; null while the block is live" },
];
const ALIVE = -1;

/** Whether a trace records the lives of blocks. */
export function hasSizes({ lives, tables }: Trace): boolean {
  return lives !== undefined && tables.has("allocs") && tables.has("events");
}

/**
 * The rows: first the last size of each block, in the order of `allocs`, then the earlier sizes, in the order
 * in which they ended, so that the bounds of row groups exclude most of them. Needs eight bytes of memory for
 * each block that was ever resized, plus the columns.
 */
export function* sizeBatches(trace: Trace): Generator<RowBatch> {
  const lives = trace.lives!;
  const work = Workspace.beside("sizes", trace.pools);
  try {
    const rows = new SizeRows(lives.revivals);
    const lifeOf = new Uint32Array(lives.recordCount + 1);
    yield* lastSizes(trace, work, rows, lifeOf);
    if (lives.historyCount > 0) yield* sizesBefore(trace, work, rows, lifeOf);
    if (rows.maker.rows > 0) yield rows.maker.take();
  } finally {
    work.release();
  }
}

/** Yields the last size of each block, and records the block of each resize record. */
function* lastSizes(
  trace: Trace,
  work: Workspace,
  rows: SizeRows,
  lifeOf: Uint32Array,
): Generator<RowBatch> {
  const lives = trace.lives!;
  const allocs = trace.tables.get("allocs")!;
  const [addr, size, from, to, record] = [
    allocs.column("addr")!,
    allocs.column("size")!,
    lastRowColumn(trace.pools.arena, lives),
    lives.ends,
    lives.resized,
  ].map((column) => new BlockReader(work, column));
  for (let block = 0; block * BLOCK_ROWS < lives.count; block++) {
    const count = Math.min(BLOCK_ROWS, lives.count - block * BLOCK_ROWS);
    for (const reader of [addr, size, from, to, record]) reader!.decode(block, count);
    for (let at = 0; at < count; at++) {
      const life = block * BLOCK_ROWS + at;
      if (record!.has(at)) lifeOf[record!.low(at)] = life;
      rows.begin(life, addr!, size!, at);
      const end = to!.has(at) ? to!.low(at) : ALIVE;
      // A life becomes one row, unless it was revived after its end.
      rows.add(from!.low(at), end);
      if (rows.maker.isFull) yield rows.maker.take();
      if (rows.waits) yield* rows.rest();
    }
  }
}

/** The earlier sizes, each ended by a resize. */
function* sizesBefore(
  trace: Trace,
  work: Workspace,
  rows: SizeRows,
  lifeOf: Uint32Array,
): Generator<RowBatch> {
  const { recordCount, history, historyCount, rows: starts } = trace.lives!;
  const events = trace.tables.get("events")!;
  const record = new BlockReader(work, history.record);
  const before = new BlockReader(work, history.before);
  const row = new BlockReader(work, history.row);
  const [addr, size] = [events.column("addr")!, events.column("size")!].map((each) =>
    new BlockReader(work, each)
  );
  const start = new BlockReader(work, starts);
  // One more than the row of the last resize so far; 0 if there was none.
  const since = new Uint32Array(recordCount + 1);
  const list = work.take(BLOCK_ROWS * 4);
  for (let block = 0; block * BLOCK_ROWS < historyCount; block++) {
    const count = Math.min(BLOCK_ROWS, historyCount - block * BLOCK_ROWS);
    for (const reader of [record, before, row]) reader.decode(block, count);
    for (let at = 0; at < count; at++) work.arena.u32[(list >>> 2) + at] = before.low(at);
    addr!.gather(list, count);
    size!.gather(list, count);
    for (let at = 0; at < count; at++) work.arena.u32[(list >>> 2) + at] = lifeOf[record.low(at)]!;
    start.gather(list, count);
    for (let at = 0; at < count; at++) {
      const of = record.low(at);
      const from = since[of] === 0 ? start.low(at) : since[of]! - 1;
      since[of] = row.low(at) + 1;
      rows.begin(lifeOf[of]!, addr!, size!, at);
      rows.add(from, row.low(at));
      if (rows.maker.isFull) yield rows.maker.take();
      if (rows.waits) yield* rows.rest();
    }
  }
}

/** Reads a column for some rows. */
class BlockReader {
  readonly #work: Workspace;
  readonly #column: Column;
  readonly #values: number;
  readonly #nulls: number;
  #words = new Uint32Array(0);
  #missing = new Uint8Array(0);
  #hasNulls = false;

  constructor(work: Workspace, column: Column) {
    this.#work = work;
    this.#column = column;
    this.#values = work.take(BLOCK_ROWS * 8);
    this.#nulls = work.take(BLOCK_ROWS);
  }

  decode(block: number, count: number): void {
    this.#hasNulls = this.#column.decode(block, count, this.#values, this.#nulls);
    this.#look(count);
  }

  gather(rows: number, count: number): void {
    this.#hasNulls = this.#column.gather(rows, count, this.#values, this.#nulls) > 0;
    this.#look(count);
  }

  /** Memory may have grown, so create the views after each read. */
  #look(count: number): void {
    const { u32, u8 } = this.#work.arena;
    this.#words = u32.slice(this.#values >>> 2, (this.#values >>> 2) + 2 * count);
    this.#missing = u8.slice(this.#nulls, this.#nulls + count);
  }

  has(at: number): boolean {
    return !this.#hasNulls || this.#missing[at] === 0;
  }

  low(at: number): number {
    return this.#words[2 * at]!;
  }

  high(at: number): number {
    return this.#words[2 * at + 1]!;
  }
}

/** Collects rows of the table, leaving out the time between the end of a life and its revival. */
class SizeRows {
  readonly maker = new BatchMaker(SIZES_COLUMNS.length);
  readonly #revivals = new Map<number, Revival[]>();
  #life = 0;
  #addr!: BlockReader;
  #size!: BlockReader;
  #at = 0;
  /** Periods of the current row that have not been written yet. */
  #rest: (readonly [number, number])[] = [];

  constructor(revivals: readonly Revival[]) {
    for (const each of revivals) {
      const list = this.#revivals.get(each.life);
      if (list) list.push(each);
      else this.#revivals.set(each.life, [each]);
    }
  }

  /** Whether periods are waiting for room in the batch. */
  get waits(): boolean {
    return this.#rest.length > 0;
  }

  /** Starts a life; the following rows have the address and size at `at`. */
  begin(life: number, addr: BlockReader, size: BlockReader, at: number): void {
    this.#life = life;
    this.#addr = addr;
    this.#size = size;
    this.#at = at;
  }

  /** Adds a period between two event rows; `ALIVE` means that it has no end. */
  add(from: number, to: number): void {
    const revivals = this.#revivals.size === 0 ? undefined : this.#revivals.get(this.#life);
    if (!revivals) return this.#write(from, to);
    this.#rest = alive(from, to, revivals);
  }

  /** Writes the periods that are waiting. */
  *rest(): Generator<RowBatch> {
    for (const [from, to] of this.#rest) {
      this.#write(from, to);
      if (this.maker.isFull) yield this.maker.take();
    }
    this.#rest = [];
  }

  #write(from: number, to: number): void {
    if (to !== ALIVE && to <= from) return;
    const { maker } = this;
    const at = this.#at;
    maker.put(0, this.#life + 1);
    if (this.#addr.has(at)) maker.put(1, this.#addr.low(at), this.#addr.high(at));
    else maker.putNull(1);
    if (this.#size.has(at)) maker.put(2, this.#size.low(at), this.#size.high(at));
    else maker.putNull(2);
    maker.put(3, from + 1);
    if (to === ALIVE) maker.putNull(4);
    else maker.put(4, to + 1);
    maker.endRow();
  }
}

/** Returns the parts of a period in which the life had not ended. */
function alive(from: number, to: number, revivals: readonly Revival[]): (readonly [number, number])[] {
  const left: (readonly [number, number])[] = [];
  let at = from;
  const last = to === ALIVE ? Infinity : to;
  for (const { freed, again } of revivals.toSorted((one, other) => one.freed - other.freed)) {
    if (again <= at || freed >= last) continue;
    if (freed > at) left.push([at, freed]);
    at = again;
  }
  if (at < last) left.push([at, to]);
  return left;
}
