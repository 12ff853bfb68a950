/**
 * The sink behind every reader: turns staged rows into tables, pairs events, counts problems.
 * @module
 */

import type {
  ColumnSpec,
  EventsOptions,
  FamilyWords,
  OpenFamily,
  Pairing,
  Problem,
  ReadContents,
  RowWriter,
  TableLayout,
  TraceHeader,
  TraceSink,
} from "../events/trace_sink.ts";
import type { StackPool } from "../events/stack_pool.ts";
import type { StringPool } from "../events/string_pool.ts";
import type { Arena } from "../memory/arena.ts";
import { EventsBuilder } from "./events_builder.ts";
import { RowStager } from "./row_stager.ts";
import { makeBeside, type Pools } from "./pools.ts";
import { Table } from "./table.ts";
import type { TableMaker, Tag, Trace } from "./trace.ts";
import { ConstantColumn } from "./column.ts";

/** Problems kept whole per code; the rest is counted. */
const KEPT_PROBLEMS = 1000;

/** Builds one trace, or several when the file holds segments. */
export class TraceBuilder implements TraceSink {
  readonly #pools: Pools;
  readonly #threads: boolean;
  readonly #segments: TraceBuilder[];
  readonly #madeLater: Pools[] = [];
  readonly #stagers = new Map<string, { table: Table; stager: RowStager }>();
  readonly #makers = new Map<string, TableMaker>();
  readonly #families = new Map<string, OpenFamily>();
  readonly #familyWords = new Map<string, FamilyWords>();
  readonly #tags: Tag[] = [];
  readonly #problems: Problem[] = [];
  readonly #problemCounts = new Map<string, number>();
  readonly #stats = new Map<string, bigint | number | string>();
  #header: TraceHeader | undefined;
  #events: EventsBuilder | undefined;
  #discarded = false;
  #contents: ReadContents | undefined;

  /** A sink for the first segment of a file; with `threads` large traces are paired on a second core. */
  constructor(pools: Pools, threads = false, segments: TraceBuilder[] = []) {
    this.#pools = pools;
    this.#threads = threads;
    this.#segments = segments;
    segments.push(this);
  }

  get arena(): Arena {
    return this.#pools.arena;
  }

  get strings(): StringPool {
    return this.#pools.strings;
  }

  get stacks(): StackPool {
    return this.#pools.stacks;
  }

  describe(header: TraceHeader): void {
    this.#header = header;
  }

  tag(name: string, value: string, raw?: Uint8Array): void {
    this.#tags.push({ name, value, raw: raw?.slice() });
  }

  problem(problem: Problem): void {
    const count = (this.#problemCounts.get(problem.code) ?? 0) + 1;
    this.#problemCounts.set(problem.code, count);
    if (count <= KEPT_PROBLEMS) this.#problems.push(problem);
  }

  events(columns: readonly ColumnSpec[], pairing: Pairing, options: EventsOptions = {}): RowWriter {
    this.#events = new EventsBuilder(
      this.#pools,
      columns,
      pairing,
      options,
      (problem) => this.problem(problem),
      this.#threads,
    );
    return this.#events.writer;
  }

  table(layout: TableLayout): RowWriter {
    const table = new Table(layout.name, this.#pools);
    const stager = new RowStager(table, layout.columns);
    this.#stagers.set(layout.name, { table, stager });
    return stager;
  }

  lazyTable(layout: TableLayout, fill: (writer: RowWriter) => Promise<void>): void {
    const make = (): Promise<Table> =>
      makeBeside(`table ${layout.name}`, this.#pools, this.#madeLater, async (pools) => {
        const table = new Table(layout.name, pools);
        const stager = new RowStager(table, layout.columns);
        await fill(stager);
        stager.finish(() => undefined);
        return table;
      });
    this.#makers.set(layout.name, { columns: layout.columns, make });
  }

  columnFamily(table: string, family: string, open: OpenFamily, words?: FamilyWords): void {
    this.#families.set(`${table}.${family}`, open);
    if (words) this.#familyWords.set(`${table}.${family}`, words);
  }

  contents(read: ReadContents): void {
    this.#contents = read;
  }

  stat(name: string, value: bigint | number | string): void {
    this.#stats.set(name, value);
  }

  nextSegment(): TraceSink {
    // No more rows come here: the staging memory serves the next segment.
    const tableOf = (name: string): Table | undefined => this.#stagers.get(name)?.table;
    for (const { stager } of this.#stagers.values()) stager.finish(tableOf);
    this.#events?.close(tableOf);
    return new TraceBuilder(this.#pools, this.#threads, this.#segments);
  }

  discard(): void {
    this.#discarded = true;
  }

  /** Ends what works beside a reader that has failed. */
  stop(): void {
    for (const each of this.#segments) each.#events?.stop();
  }

  /** All segments that were kept, finished. */
  finish(name: string): Trace[] {
    const kept = this.#segments.filter((each) => {
      if (each.#header && !each.#discarded) return true;
      each.#abandon();
      return false;
    });
    return kept.map((each, at) => each.#build(at === 0 ? name : `${name}#${at + 1}`));
  }

  #abandon(): void {
    for (const { table, stager } of this.#stagers.values()) {
      stager.finish((other) => this.#stagers.get(other)?.table);
      for (const column of table.columns) column.free();
    }
    const events = this.#events?.finish((other) => this.#stagers.get(other)?.table);
    for (const column of events?.table.columns ?? []) column.free();
  }

  #build(name: string): Trace {
    const tables = new Map<string, Table>();
    const tableOf = (other: string): Table | undefined => this.#stagers.get(other)?.table;
    for (const { table, stager } of this.#stagers.values()) {
      stager.finish(tableOf);
      tables.set(table.name, table);
    }
    const events = this.#events?.finish(tableOf);
    if (events) {
      tables.set("events", events.table);
      if (events.allocs) tables.set("allocs", events.allocs);
    }
    tables.set("tags", tagsTable(this.#pools, this.#tags));
    tables.set("problems", problemsTable(this.#pools, this.#problems));
    const code = this.#pools.strings.internText(name);
    let columnBytes = 0;
    for (const table of tables.values()) {
      columnBytes += table.bytes;
      const info = { name: "trace", type: "text" } as const;
      table.add(new ConstantColumn(info, this.#pools.arena, BigInt(code)));
    }
    return {
      name,
      header: this.#header!,
      pools: this.#pools,
      tables,
      makers: this.#makers,
      madeLater: this.#madeLater,
      families: this.#families,
      familyWords: this.#familyWords,
      tags: this.#tags,
      problems: this.#problems,
      problemCounts: this.#problemCounts,
      stats: this.#stats,
      lives: events?.lives,
      contents: this.#contents,
      columnBytes: columnBytes + (events?.hiddenBytes ?? 0),
    };
  }
}

/** Header fields as a table. */
function tagsTable(pools: Pools, tags: readonly Tag[]): Table {
  const text = (name: string): ColumnSpec => ({ name, type: "text" });
  return fillTable("tags", pools, [text("name"), text("value"), text("raw")], tags.length, (row) => {
    const { name, value, raw } = tags[row]!;
    const hex = raw ? Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join(" ") : null;
    return [name, value, hex];
  });
}

/** Problems as a table. */
function problemsTable(pools: Pools, problems: readonly Problem[]): Table {
  const columns: ColumnSpec[] = [
    { name: "severity", type: "text" },
    { name: "code", type: "text" },
    { name: "offset", type: "u64", nullable: true },
    { name: "record", type: "u64", nullable: true },
    { name: "message", type: "text" },
    { name: "handling", type: "text" },
  ];
  return fillTable("problems", pools, columns, problems.length, (row) => {
    const { severity, code, offset, record, message, handling } = problems[row]!;
    return [
      severity,
      code,
      offset < 0 ? null : BigInt(offset),
      record > 0 ? BigInt(record) : null,
      message,
      handling,
    ];
  });
}

/** A small table out of JavaScript values. */
export function fillTable(
  name: string,
  pools: Pools,
  columns: readonly ColumnSpec[],
  rowCount: number,
  rowAt: (row: number) => readonly (string | bigint | number | boolean | null)[],
): Table {
  const table = new Table(name, pools);
  const stager = new RowStager(table, columns);
  const staged = columns.map((spec) => stager.column(spec.name));
  for (let row = 0; row < rowCount; row++) {
    const values = rowAt(row);
    const at = stager.count;
    for (let each = 0; each < staged.length; each++) {
      const value = values[each] ?? null;
      const { spec, u32, f64, nulls } = staged[each]!;
      if (value === null) {
        if (nulls.length > 0) nulls[at] = 1;
        else u32[at] = 0;
      } else if (typeof value === "string") u32[at] = pools.strings.internText(value);
      else if (spec.type === "f64") f64[at] = Number(value);
      else if (typeof value === "boolean") u32[at] = value ? 1 : 0;
      else if (spec.type === "u32" || spec.type === "text") u32[at] = Number(value);
      else {
        const wide = BigInt(value);
        u32[2 * at] = Number(wide & 0xffff_ffffn);
        u32[2 * at + 1] = Number((wide >> 32n) & 0xffff_ffffn);
      }
    }
    if (++stager.count === 65536) stager.flush();
  }
  stager.finish(() => undefined);
  return table;
}
