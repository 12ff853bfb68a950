/**
 * Takes rows from a reader in batches and packs them into columns.
 * @module
 */

import { BATCH_ROWS, type ColumnSpec, type RowWriter, type StagingColumn } from "../events/trace_sink.ts";
import type { Arena } from "../memory/arena.ts";
import { constantBlock, sealBlock, type SealOptions } from "./block.ts";
import type { Display } from "../base/result_table.ts";
import { type Column, LookupColumn } from "./column.ts";
import { StoredColumn } from "./stored_column.ts";
import { DictionaryEncoder } from "./dictionary_encoder.ts";
import type { Table } from "./table.ts";

/** Bytes of one staged row of a type. */
function stagedBytes(spec: ColumnSpec): 4 | 8 {
  return spec.type === "u64" || spec.type === "i64" || spec.type === "time" || spec.type === "f64" ? 8 : 4;
}

/** Returns how staged rows of a type are sealed. */
function sealForm(spec: ColumnSpec): SealOptions["form"] {
  switch (spec.type) {
    case "text":
    case "bytes":
      return "text";
    case "u64":
    case "time":
      return "u64";
    case "i64":
    case "f64":
      return spec.type;
    default:
      // The code of "no text" is also 0, and packing treats both alike.
      return spec.zeroIsNull ? "text" : "u32";
  }
}

/** Staged rows of one column. */
interface StagedRows {
  /** Address of the values. */
  readonly pointer: number;
  /** Address of the null bytes; 0 if the column cannot be null. */
  readonly nullsPointer: number;
}

/** Work on each batch that must end before some of its columns are packed. */
export interface BatchWork {
  /** Columns that the work reads. */
  readonly reads: readonly string[];
  /** Columns that the work changes; they are packed when it has ended. */
  readonly changes: readonly string[];
  /** Whether the work can run concurrently with the reader, on staging rows of its own. */
  isConcurrent(): boolean;
  /** Begins with `rows` rows, starting at row `first` of the table. */
  begin(rows: number, first: number, at: (name: string) => StagedRows): void;
  /** Completes the work that was begun. */
  end(): void;
}

/** Options of a stager. */
interface StagerOptions {
  readonly work?: BatchWork;
  /** The reader accepts that its rows may move: it gets their addresses again after each flush. */
  readonly moving?: boolean;
  /** Columns that are staged only for the batch work, not stored. */
  readonly unsealed?: ReadonlySet<string>;
  /** Throws if the load was cancelled; called for each batch. */
  readonly check?: (() => void) | undefined;
}

/** Staging rows, as the reader sees them. */
type SeenRows = Pick<StagingColumn, "pointer" | "nullsPointer" | "u32" | "f64" | "nulls">;

/** Staging rows of one column, which may be swapped, and the column they are packed into. */
interface Staged extends StagingColumn {
  readonly column: StoredColumn;
  readonly encoder: DictionaryEncoder | undefined;
}

const NO_ROWS: StagedRows = { pointer: 0, nullsPointer: 0 };

/** Columns that show addresses. */
const HEX_NAMES = new Set(["addr", "end", "addr_end", "target", "return_addr", "bias", "pc", "from", "to"]);

/** Memory needed to pack the last batch and the lives, in allocations no longer than a page. */
const ROOM_TO_FINISH = 1 << 26;
const PIECE_TO_FINISH = 1 << 22;

/** Returns how a column of this name is displayed. */
export function displayOf(spec: Pick<ColumnSpec, "name" | "type" | "decimal" | "nanoseconds">): Display {
  if (spec.type === "time") return "time";
  if (spec.nanoseconds) return "duration";
  if (spec.decimal) return "plain";
  return spec.type === "u64" && HEX_NAMES.has(spec.name.split(".").pop()!) ? "hex" : "plain";
}

/** The writer of one table. */
export class RowStager implements RowWriter {
  count = 0;
  readonly #table: Table;
  readonly #arena: Arena;
  readonly #specs: readonly ColumnSpec[];
  readonly #staged = new Map<string, Staged>();
  readonly #work: BatchWork | undefined;
  readonly #unsealed: ReadonlySet<string>;
  readonly #moving: boolean;
  readonly #check: () => void;
  /** Staging rows of the batch that is processed while the reader continues. */
  readonly #spare = new Map<string, SeenRows>();
  #pending = 0;
  #flushed = 0;
  #open = true;
  /** Row at the savepoint; undefined if none is set. */
  #held: { readonly from: number } | undefined;
  /** Batches that have become full since the savepoint. */
  readonly #aside: ReadonlyMap<string, StagedRows>[] = [];
  #finishing = false;
  /** Whether a batch failed after its work was begun. */
  #halfDone = false;

  constructor(
    table: Table,
    specs: readonly ColumnSpec[],
    { work, moving = false, unsealed = new Set(), check = () => {} }: StagerOptions = {},
  ) {
    this.#table = table;
    this.#arena = table.pools.arena;
    this.#specs = specs;
    this.#work = work;
    this.#unsealed = unsealed;
    this.#moving = moving;
    this.#check = check;
    for (const spec of specs) if (!spec.into) this.#staged.set(spec.name, this.#stage(spec));
  }

  /** The columns that are staged. */
  get specs(): readonly ColumnSpec[] {
    return this.#specs;
  }

  /** Completes the work that another thread does. */
  settle(): void {
    this.#sealPending();
  }

  /** Sets a savepoint: from here on, rows are staged but not packed, until `rollBack` or `commit`. */
  setSavepoint(): void {
    this.settle();
    this.#held = { from: this.count };
  }

  /** Drops the rows since the savepoint. */
  rollBack(): void {
    const { from } = this.#held!;
    const [first] = this.#aside;
    if (first) this.#putBack(first, BATCH_ROWS);
    for (const { nullsPointer } of this.#staged.values()) {
      if (nullsPointer) this.#arena.u8.fill(0, nullsPointer + from, nullsPointer + this.count);
    }
    this.count = from;
    this.#held = undefined;
    for (const rows of this.#aside.splice(0)) this.#free(rows);
  }

  /** Makes the rows since the savepoint permanent; they are packed like other rows. */
  commit(): void {
    this.#held = undefined;
    if (this.#aside.length === 0) return;
    const { count } = this;
    const rest = this.#copyRows();
    for (const rows of this.#aside.splice(0)) {
      this.#putBack(rows, BATCH_ROWS);
      this.#free(rows);
      this.flush();
    }
    this.#putBack(rest, count);
    this.#free(rest);
  }

  /** Frees the rows of a table that was opened after the savepoint. */
  discard(): void {
    this.#open = false;
    for (const rows of [this.#staged, ...this.#aside]) this.#free(rows);
  }

  /**
   * Copies the rows of another stager with the same columns into this empty stager. Packed blocks are shared, so the
   * owner of `other` must outlive this stager.
   */
  copyFrom(other: RowStager): void {
    other.settle();
    for (const { spec, column, encoder } of this.#staged.values()) {
      const from = other.#staged.get(spec.name)!;
      column.shareBlocks(from.column);
      if (from.encoder) encoder?.copyFrom(from.encoder);
    }
    this.#flushed = this.#table.rowCount = other.#flushed;
    for (const rows of other.#aside) {
      this.#putBack(rows, BATCH_ROWS);
      this.flush();
    }
    this.#putBack(other.#staged, other.count);
  }

  /** Replaces the staged rows by rows saved before. */
  #putBack(from: ReadonlyMap<string, StagedRows>, rows: number): void {
    const { u8 } = this.#arena;
    for (const { spec, pointer, nullsPointer } of this.#staged.values()) {
      const { pointer: values, nullsPointer: nulls } = from.get(spec.name)!;
      u8.copyWithin(pointer, values, values + rows * stagedBytes(spec));
      if (nullsPointer) u8.copyWithin(nullsPointer, nulls, nulls + rows);
    }
    this.count = rows;
  }

  /** Returns a copy of the staged rows. */
  #copyRows(): Map<string, StagedRows> {
    const arena = this.#arena;
    const rows = new Map<string, StagedRows>();
    for (const { spec, pointer, nullsPointer } of this.#staged.values()) {
      rows.set(spec.name, {
        pointer: arena.allocCopy(pointer, BATCH_ROWS * stagedBytes(spec)),
        nullsPointer: nullsPointer && arena.allocCopy(nullsPointer, BATCH_ROWS),
      });
    }
    return rows;
  }

  #free(rows: ReadonlyMap<string, StagedRows>): void {
    for (const { pointer, nullsPointer } of rows.values()) {
      this.#arena.free(pointer);
      this.#arena.free(nullsPointer);
    }
  }

  /** Stores a full batch that may be discarded. */
  #putAside(): void {
    this.#aside.push(this.#copyRows());
    for (const { nullsPointer } of this.#staged.values()) {
      if (nullsPointer) this.#arena.u8.fill(0, nullsPointer, nullsPointer + BATCH_ROWS);
    }
    this.count = 0;
  }

  get flushed(): number {
    return this.#flushed;
  }

  column(name: string): StagingColumn {
    const staged = this.#staged.get(name);
    if (!staged) throw new RangeError(`Table ${this.#table.name} stages no column "${name}"`);
    return staged;
  }

  /** Returns the packed part of a column, without the rows that are still staged. */
  sealedColumn(name: string): StoredColumn {
    return this.#staged.get(name)!.column;
  }

  flush(): void {
    const rows = this.count;
    if (this.#held) {
      if (rows === BATCH_ROWS) this.#putAside();
      return;
    }
    if (rows === 0) return;
    if (rows > BATCH_ROWS || this.#flushed % BATCH_ROWS !== 0) {
      throw new RangeError(`Table ${this.#table.name}: only the last batch may be short`);
    }
    this.#check();
    // Check this before anything changes, so that what was packed so far can still be completed.
    if (!this.#finishing) this.#arena.heap.needPlace(ROOM_TO_FINISH, PIECE_TO_FINISH);
    this.#halfDone = true;
    this.#sealPending();
    this.#startWork(rows);
    const late = new Set(this.#pending > 0 ? this.#work!.changes : []);
    for (const staged of this.#staged.values()) {
      const { name } = staged.spec;
      if (this.#unsealed.has(name) || late.has(name)) continue;
      this.#seal(staged, this.#pending > 0 ? this.#spare.get(name) ?? staged : staged, rows);
    }
    for (const staged of this.#staged.values()) {
      if (staged.nullsPointer) this.#arena.u8.fill(0, staged.nullsPointer, staged.nullsPointer + rows);
    }
    this.#flushed += rows;
    this.count = 0;
    this.#table.rowCount = this.#flushed;
    this.#halfDone = false;
  }

  #startWork(rows: number): void {
    const work = this.#work;
    if (!work) return;
    if (work.isConcurrent()) {
      for (const name of work.reads) if (this.#staged.has(name)) this.#spareRows(name, rows);
      work.begin(rows, this.#flushed, (name) => this.#spare.get(name) ?? NO_ROWS);
      this.#pending = rows;
    } else {
      work.begin(rows, this.#flushed, (name) => this.#staged.get(name) ?? NO_ROWS);
      work.end();
    }
  }

  /** Completes the work on the previous batch and packs the columns it changed. */
  #sealPending(): void {
    if (this.#pending === 0) return;
    this.#work!.end();
    for (const name of this.#work!.changes) {
      const staged = this.#staged.get(name);
      if (staged) this.#seal(staged, this.#spare.get(name)!, this.#pending);
    }
    this.#pending = 0;
  }

  /** Moves staged rows to memory that the reader does not use, or moves the reader to other memory. */
  #spareRows(name: string, rows: number): void {
    const staged = this.#staged.get(name)!;
    const { spec, pointer, nullsPointer, u32, f64, nulls } = staged;
    const spare = this.#spare.get(name) ?? this.#newRows(spec);
    if (this.#moving) {
      this.#spare.set(name, { pointer, nullsPointer, u32, f64, nulls });
      Object.assign(staged, spare);
      return;
    }
    this.#spare.set(name, spare);
    const { u8 } = this.#arena;
    // In shared memory, `set` takes half as long as `copyWithin`.
    u8.set(u8.subarray(pointer, pointer + rows * stagedBytes(spec)), spare.pointer);
    if (nullsPointer) u8.set(u8.subarray(nullsPointer, nullsPointer + rows), spare.nullsPointer);
  }

  /** Packs the remaining rows, frees the staging rows and adds the columns to the table. */
  finish(tableOf: (name: string) => Table | undefined): void {
    if (!this.#open) return;
    if (this.#halfDone) throw new Error(`Table ${this.#table.name}: a batch was packed only in part`);
    this.#finishing = true;
    this.commit();
    this.flush();
    this.#sealPending();
    this.#open = false;
    for (const spec of this.#specs) {
      const column = this.#finishColumn(spec, tableOf);
      if (column) this.#table.add(column);
    }
    for (const { spec, pointer, nullsPointer } of this.#staged.values()) {
      const spare = this.#spare.get(spec.name) ?? NO_ROWS;
      for (const values of [pointer, spare.pointer]) this.#arena.free(values);
      for (const nulls of [nullsPointer, spare.nullsPointer]) this.#arena.free(nulls);
    }
  }

  #finishColumn(spec: ColumnSpec, tableOf: (name: string) => Table | undefined): Column | undefined {
    const info = { name: spec.name, type: spec.type, display: displayOf(spec) };
    if (spec.into) {
      const target = tableOf(spec.into.table);
      const shown = target?.column(spec.into.show);
      const keys = this.#staged.get("entry");
      if (!target || !shown || !keys) {
        throw new RangeError(`Table ${this.#table.name}: no table to look up ${spec.name} in`);
      }
      return new LookupColumn(info, this.#arena, keys.column, shown, target.rowCount);
    }
    const staged = this.#staged.get(spec.name)!;
    if (this.#unsealed.has(spec.name)) return undefined;
    if (!staged.encoder) return staged.column;
    const count = staged.encoder.count;
    return new LookupColumn(info, this.#arena, staged.column, staged.encoder.finish(info), count, true);
  }

  #stage(spec: ColumnSpec): Staged {
    const arena = this.#arena;
    return {
      spec,
      ...this.#newRows(spec),
      column: new StoredColumn({ name: spec.name, type: spec.type, display: displayOf(spec) }, arena),
      encoder: spec.dictionary ? new DictionaryEncoder(arena, spec.zeroIsNull ? 0n : undefined) : undefined,
    };
  }

  #newRows(spec: ColumnSpec): SeenRows {
    const arena = this.#arena;
    const bytes = stagedBytes(spec);
    const pointer = arena.alloc(BATCH_ROWS * bytes);
    const nullsPointer = spec.nullable ? arena.allocZeroed(BATCH_ROWS) : 0;
    const { buffer } = arena.memory;
    return {
      pointer,
      u32: new Uint32Array(buffer, pointer, BATCH_ROWS * (bytes / 4)),
      f64: bytes === 8 ? new Float64Array(buffer, pointer, BATCH_ROWS) : new Float64Array(0),
      nulls: nullsPointer ? new Uint8Array(buffer, nullsPointer, BATCH_ROWS) : new Uint8Array(0),
      nullsPointer,
    };
  }

  #seal({ spec, column, encoder }: Staged, { pointer, nullsPointer: nulls }: StagedRows, rows: number): void {
    const arena = this.#arena;
    if (!encoder) {
      column.push(sealBlock(arena, { pointer, rows, nulls, form: sealForm(spec) }));
      return;
    }
    const same = encoder.encodeSame(pointer, nulls, rows);
    if (same !== undefined) {
      column.push(constantBlock(rows, spec.zeroIsNull && same === 0 ? null : BigInt(same)));
      return;
    }
    const codes = arena.alloc(rows * 4);
    encoder.encode(pointer, nulls, rows, codes);
    const form = spec.zeroIsNull ? "text" : "u32";
    column.push(sealBlock(arena, { pointer: codes, rows, nulls, form }));
    arena.free(codes);
  }
}
