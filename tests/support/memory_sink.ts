/**
 * A trace sink that keeps every row as a plain object, so that a reader can be tested without the tables.
 * @module
 */

import { Arena } from "../../src/memory/arena.ts";
import type {
  ColumnSpec,
  EventsOptions,
  OpenFamilyColumn,
  Pairing,
  Problem,
  RowWriter,
  TableLayout,
  TraceHeader,
  TraceSink,
} from "../../src/events/trace_sink.ts";
import { StackPool } from "../../src/events/stack_pool.ts";
import { StringPool } from "../../src/events/string_pool.ts";
import { type Cell, MemoryWriter, type Row } from "./memory_writer.ts";

export type { Cell, Row } from "./memory_writer.ts";

/** A header field or info entry. */
export interface Tag {
  readonly name: string;
  readonly value: string;
  readonly raw: Uint8Array | undefined;
}

interface Lazy {
  readonly layout: TableLayout;
  readonly fill: (writer: RowWriter) => Promise<void>;
}

/** Keeps everything that a reader delivers. */
export class MemorySink implements TraceSink {
  readonly arena: Arena;
  readonly strings: StringPool;
  readonly stacks: StackPool;
  /** The header that the reader delivered. */
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
  readonly #families = new Map<string, OpenFamilyColumn>();

  /** Shares arena, pools and segment list with `parent` if given; a given arena is reused. */
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
    open: OpenFamilyColumn,
  ): void {
    this.#families.set(`${table}.${family}`, open);
  }

  contents(): void {}

  keep(): void {}

  stat(name: string, value: bigint | number | string): void {
    this.stats.set(name, value);
  }

  nextSegment(): TraceSink {
    return new MemorySink(this);
  }

  discard(): void {
    this.discarded = true;
  }

  /** Number of rows of a table; 0 if the reader did not open it. */
  count(table: string): number {
    return this.#writers.get(table)?.flushed ?? 0;
  }

  /** The cells of one column of a table that the reader filled. */
  cells(table: string, column: string): Cell[] {
    return this.#writers.get(table)!.cells(column);
  }

  /** Rows of a table that the reader filled; an empty list if it did not open it. */
  rows(table: string): Row[] {
    return this.#writers.get(table)?.rows ?? [];
  }

  /** Fills a lazy table if needed and returns its rows. */
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

  /** The cells of a column that takes an argument, or null if there is no such column. */
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
    return writer.cells(column.spec.name);
  }

  /** Codes of the problems, in order. */
  get codes(): string[] {
    return this.problems.map((problem) => problem.code);
  }

  /** Frees all staging memory, so that thousands of readings fit into one arena. */
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
