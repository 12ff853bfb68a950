/**
 * The sink after every reader: turns staged rows into tables, pairs events, counts problems.
 * @module
 */

import { TRACE_LIMITS } from "../base/limits/trace_limits.ts";
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
import { assembleTrace } from "./assemble_trace.ts";
import type { PackedTrace, Tag } from "./packed_trace.ts";
import { deriveEvents } from "./derive_events.ts";
import { EventsBuilder } from "./events_builder.ts";
import { RowStager } from "./row_stager.ts";
import { OnDemandParts } from "./on_demand.ts";
import type { Pools } from "./pools.ts";
import { Table } from "./table.ts";
import type { Trace } from "./trace.ts";

/** Problems kept in full per code; the rest is counted. */
const KEPT_PROBLEMS = TRACE_LIMITS.problems.most;

/** Builds one trace, or several when the file holds segments. */
export class TraceBuilder implements TraceSink {
  readonly #pools: Pools;
  readonly #threads: boolean;
  readonly #segments: TraceBuilder[];
  readonly #stagers = new Map<string, { table: Table; stager: RowStager }>();
  readonly #onDemand: OnDemandParts;
  readonly #tags: Tag[] = [];
  readonly #problems: Problem[] = [];
  readonly #problemCounts = new Map<string, number>();
  readonly #stats = new Map<string, bigint | number | string>();
  #header: TraceHeader | undefined;
  #events: EventsBuilder | undefined;
  #discarded = false;
  #kept: unknown;

  /** A sink for the first segment of a file; with `threads` large traces are paired on a second core. */
  constructor(pools: Pools, threads = false, segments: TraceBuilder[] = []) {
    this.#pools = pools;
    this.#onDemand = new OnDemandParts(pools);
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

  /** Takes problems with these codes back, of the last trace; gives the first of them. */
  withdraw(codes: ReadonlySet<string>): Problem | undefined {
    const last = this.#segments.at(-1)!;
    const [found] = last.#problems.filter(({ code }) => codes.has(code));
    const kept = last.#problems.filter(({ code }) => !codes.has(code));
    last.#problems.splice(0, last.#problems.length, ...kept);
    for (const code of codes) last.#problemCounts.delete(code);
    return found;
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
    this.#onDemand.lazyTable(layout, fill);
  }

  columnFamily(table: string, family: string, open: OpenFamily, words?: FamilyWords): void {
    this.#onDemand.columnFamily(table, family, open, words);
  }

  contents(read: ReadContents): void {
    this.#onDemand.contents(read);
  }

  keep(kept: unknown): void {
    this.#kept = kept;
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

  /** Whether something can be kept of what was read. */
  get isDescribed(): boolean {
    return this.#header !== undefined;
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
    for (const column of events ? deriveEvents(events).table.columns : []) column.free();
  }

  #build(name: string): Trace {
    const tables: Table[] = [];
    const tableOf = (other: string): Table | undefined => this.#stagers.get(other)?.table;
    for (const { table, stager } of this.#stagers.values()) {
      stager.finish(tableOf);
      tables.push(table);
    }
    const packed: PackedTrace = {
      header: this.#header!,
      tags: this.#tags,
      problems: this.#problems,
      problemCounts: this.#problemCounts,
      stats: this.#stats,
      tables,
      events: this.#events?.finish(tableOf),
      kept: this.#kept,
    };
    return assembleTrace(name, this.#pools, packed, this.#onDemand.parts);
  }
}
