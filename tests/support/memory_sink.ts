/**
 * A trace sink that keeps every row as a plain object, so that a reader can be tested without the tables.
 * @module
 */

import { Arena } from "../../src/memory/arena.ts";
import { joinHalves } from "../../src/base/u64.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  EVENT_KINDS,
  type EventsOptions,
  type OpenFamily,
  type Pairing,
  type Problem,
  type RowWriter,
  type StagingColumn,
  type TableLayout,
  type TraceHeader,
  type TraceSink,
} from "../../src/events/trace_sink.ts";
import { StackPool } from "../../src/events/stack_pool.ts";
import { StringPool } from "../../src/events/string_pool.ts";

/**
 * A cell. `u64 i64 time` are bigint, `u32 f64` number, `bool` 0 or 1, `text` string; `bytes` and columns that point
 * `into` another table stay the raw number; null and text code 0 are null.
 */
export type Cell = bigint | number | string | null;

/** A row by column name. */
export type Row = Record<string, Cell>;

/** A header field or info entry. */
export interface Tag {
  readonly name: string;
  readonly value: string;
  readonly raw: Uint8Array | undefined;
}

function isWide(type: ColumnSpec["type"]): boolean {
  return type === "u64" || type === "i64" || type === "f64" || type === "time";
}

function stage(arena: Arena, spec: ColumnSpec): StagingColumn {
  const bytes = BATCH_ROWS * (isWide(spec.type) ? 8 : 4);
  const pointer = arena.allocZeroed(bytes);
  const nullsPointer = spec.nullable ? arena.allocZeroed(BATCH_ROWS) : 0;
  const buffer = arena.memory.buffer;
  return {
    spec,
    pointer,
    u32: new Uint32Array(buffer, pointer, bytes >> 2),
    f64: new Float64Array(buffer, pointer, isWide(spec.type) ? BATCH_ROWS : 0),
    nulls: new Uint8Array(buffer, nullsPointer, spec.nullable ? BATCH_ROWS : 0),
    nullsPointer,
  };
}

function cellOf(column: StagingColumn, row: number, strings: StringPool): Cell {
  const { spec, u32 } = column;
  if (spec.nullable && column.nulls[row] !== 0) return null;
  switch (spec.type) {
    case "u64":
    case "time":
      return joinHalves(u32[2 * row]!, u32[2 * row + 1]!);
    case "i64":
      return BigInt.asIntN(64, joinHalves(u32[2 * row]!, u32[2 * row + 1]!));
    case "f64":
      return column.f64[row]!;
    case "text":
      return spec.into ? u32[row]! : u32[row] === 0 ? null : strings.text(u32[row]!);
    default:
      return u32[row]!;
  }
}

/** Takes batches and keeps their rows. Kinds of `events` become their names. */
export class MemoryWriter implements RowWriter {
  /** Every row flushed so far. */
  readonly rows: Row[] = [];
  /** Rows staged and not flushed. */
  count = 0;
  /** Number of `flush()` calls. */
  batches = 0;
  readonly #columns: Map<string, StagingColumn>;
  readonly #strings: StringPool;
  readonly #namesKinds: boolean;

  constructor(
    arena: Arena,
    strings: StringPool,
    columns: readonly ColumnSpec[],
    namesKinds: boolean,
  ) {
    this.#columns = new Map(
      columns.map((spec) => [spec.name, stage(arena, spec)]),
    );
    if (this.#columns.size !== columns.length) {
      throw new Error("A column name appears twice");
    }
    this.#strings = strings;
    this.#namesKinds = namesKinds;
  }

  /** Rows flushed so far. */
  get flushed(): number {
    return this.rows.length;
  }

  column(name: string): StagingColumn {
    const column = this.#columns.get(name);
    if (!column) throw new Error(`No such staging column: ${name}`);
    return column;
  }

  /** Gives the staging memory back; the rows stay. */
  free(arena: Arena): void {
    for (const { spec, pointer, nullsPointer } of this.#columns.values()) {
      arena.free(pointer, BATCH_ROWS * (isWide(spec.type) ? 8 : 4));
      arena.free(nullsPointer, BATCH_ROWS);
    }
  }

  flush(): void {
    if (this.count > BATCH_ROWS) {
      throw new Error(
        `Batch of ${this.count} rows is larger than ${BATCH_ROWS}`,
      );
    }
    for (let at = 0; at < this.count; at++) {
      const row: Row = {};
      for (const [name, column] of this.#columns) {
        // Columns with a # are staged for the tables to work with, and not kept.
        if (name.startsWith("#")) continue;
        row[name] = cellOf(column, at, this.#strings);
      }
      if (this.#namesKinds) {
        row["kind"] = EVENT_KINDS[row["kind"] as number] ?? row["kind"]!;
      }
      this.rows.push(row);
    }
    for (const column of this.#columns.values()) column.nulls.fill(0);
    // What a batch leaves behind must not leak into the next one unnoticed.
    for (const column of this.#columns.values()) {
      column.u32.fill(0xdeadbeef, 0, this.count);
    }
    this.count = 0;
    this.batches++;
  }
}

interface Lazy {
  readonly layout: TableLayout;
  readonly fill: (writer: RowWriter) => Promise<void>;
}

/** Keeps everything a reader says. */
export class MemorySink implements TraceSink {
  readonly arena: Arena;
  readonly strings: StringPool;
  readonly stacks: StackPool;
  /** What the reader said the file is. */
  header: TraceHeader | undefined;
  /** Pairing and options that `events` was opened with. */
  pairing: Pairing | undefined;
  eventsOptions: EventsOptions | undefined;
  readonly tags: Tag[] = [];
  readonly problems: Problem[] = [];
  readonly stats = new Map<string, bigint | number | string>();
  /** Column specifications by table. */
  readonly columns = new Map<string, readonly ColumnSpec[]>();
  /** Every segment of the file in order, this sink first; segments share the list. */
  readonly segments: MemorySink[];
  /** True after `discard()`. */
  discarded = false;
  readonly #writers = new Map<string, MemoryWriter>();
  readonly #lazy = new Map<string, Lazy>();
  readonly #families = new Map<string, OpenFamily>();

  /** Shares arena, pools and segment list with `parent` where there is one; a given arena is used again. */
  constructor(parent?: MemorySink, options: { arena?: Arena } = {}) {
    this.arena = parent?.arena ?? options.arena ?? new Arena();
    this.strings = parent?.strings ?? new StringPool();
    this.stacks = parent?.stacks ?? new StackPool();
    this.segments = parent?.segments ?? [];
    this.segments.push(this);
  }

  describe(header: TraceHeader): void {
    if (this.header) throw new Error("describe() was called twice");
    this.header = header;
  }

  tag(name: string, value: string, raw?: Uint8Array): void {
    this.tags.push({ name, value, raw: raw?.slice() });
  }

  problem(problem: Problem): void {
    this.problems.push(problem);
  }

  events(
    columns: readonly ColumnSpec[],
    pairing: Pairing,
    options?: EventsOptions,
  ): RowWriter {
    this.pairing = pairing;
    this.eventsOptions = options;
    return this.#open("events", columns, true);
  }

  table(layout: TableLayout): RowWriter {
    return this.#open(layout.name, layout.columns, false);
  }

  lazyTable(
    layout: TableLayout,
    fill: (writer: RowWriter) => Promise<void>,
  ): void {
    this.columns.set(layout.name, layout.columns);
    this.#lazy.set(layout.name, { layout, fill });
  }

  columnFamily(
    table: string,
    family: string,
    open: OpenFamily,
  ): void {
    this.#families.set(`${table}.${family}`, open);
  }

  contents(): void {}

  stat(name: string, value: bigint | number | string): void {
    this.stats.set(name, value);
  }

  nextSegment(): TraceSink {
    return new MemorySink(this);
  }

  discard(): void {
    this.discarded = true;
  }

  /** Rows of a table that the reader filled; an empty list when it did not open it. */
  rows(table: string): Row[] {
    return this.#writers.get(table)?.rows ?? [];
  }

  /** Fills a lazy table if need be and gives its rows. */
  async lazyRows(table: string): Promise<Row[]> {
    const lazy = this.#lazy.get(table);
    if (lazy && !this.#writers.has(table)) {
      const writer = this.#open(table, lazy.layout.columns, false);
      await lazy.fill(writer);
      if (writer.count > 0) writer.flush();
    }
    return this.rows(table);
  }

  /** Names of the lazy tables. */
  get lazyTables(): string[] {
    return [...this.#lazy.keys()];
  }

  /** The cells of a column that exists by argument, or null when there is no such column. */
  async familyCells(
    table: string,
    family: string,
    argument: string,
  ): Promise<Cell[] | null> {
    const column = this.#families.get(`${table}.${family}`)?.(argument);
    if (!column) return null;
    const writer = new MemoryWriter(
      this.arena,
      this.strings,
      [column.spec],
      false,
    );
    await column.fill(writer);
    if (writer.count > 0) writer.flush();
    return writer.rows.map((row) => row[column.spec.name]!);
  }

  /** Codes of the problems, in order. */
  get codes(): string[] {
    return this.problems.map((problem) => problem.code);
  }

  /** Gives all staging memory back, so that thousands of readings fit into one arena. */
  close(): void {
    for (const writer of this.#writers.values()) writer.free(this.arena);
  }

  #open(
    name: string,
    columns: readonly ColumnSpec[],
    namesKinds: boolean,
  ): MemoryWriter {
    if (this.#writers.has(name)) {
      throw new Error(`Table ${name} was opened twice`);
    }
    const writer = new MemoryWriter(
      this.arena,
      this.strings,
      columns,
      namesKinds,
    );
    this.#writers.set(name, writer);
    this.columns.set(name, columns);
    return writer;
  }
}
