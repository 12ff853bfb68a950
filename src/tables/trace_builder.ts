/**
 * The sink that every reader writes to: turns staged rows into tables, pairs events, counts problems.
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

/** Maximum problems kept in full per code; further ones are only counted. */
const KEPT_PROBLEMS = TRACE_LIMITS.problems.most;

/** What a builder had when `hold` was called, beside its rows. */
interface Held {
  readonly header: TraceHeader | undefined;
  readonly tags: number;
  readonly problems: number;
  readonly problemCounts: ReadonlyMap<string, number>;
  readonly stats: ReadonlyMap<string, bigint | number | string>;
  readonly kept: unknown;
  /** Number of tables. */
  readonly tables: number;
  /** Where backtraces begin that are taken back; undefined if they stay. */
  readonly stacks: number | undefined;
}

/** Builds one trace, or several if the file has several segments. */
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
  #held: Held | undefined;
  /** Problems at the time when events were to be packed, since `hold`. */
  #packed: { readonly problems: number; readonly counts: ReadonlyMap<string, number> } | undefined;

  /** A sink for the first segment of a file; with `threads`, large traces are paired on a second core. */
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

  /** Removes problems with these codes from the last trace and returns the first of them. */
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
    if (this.#held) stager.hold(() => {});
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
    // The tables of this segment are complete, so their staging memory serves the next one.
    const tableOf = (name: string): Table | undefined => this.#stagers.get(name)?.table;
    for (const { stager } of this.#stagers.values()) stager.finish(tableOf);
    this.#events?.close(tableOf);
    return new TraceBuilder(this.#pools, this.#threads, this.#segments);
  }

  /** Whether this is the only trace of its file so far, so that `hold` and `copy` can be used. */
  get isOnly(): boolean {
    return this.#segments.length === 1;
  }

  /** What is written from now on is temporary, with `stacks` backtraces too: `takeBack` drops it, `letStay` keeps it. */
  hold(stacks = false): void {
    for (const { stager } of this.#stagers.values()) stager.hold(() => {});
    // Pairing reports its problems when rows are packed: those that the reader reports later come after them.
    this.#events?.writer.hold(() => {
      this.#packed ??= { problems: this.#problems.length, counts: new Map(this.#problemCounts) };
    });
    this.#held = {
      header: this.#header,
      tags: this.#tags.length,
      problems: this.#problems.length,
      problemCounts: new Map(this.#problemCounts),
      stats: new Map(this.#stats),
      kept: this.#kept,
      tables: this.#stagers.size,
      stacks: stacks ? this.stacks.mark : undefined,
    };
  }

  /** Drops what was written since `hold`. */
  takeBack(): void {
    const { header, tags, problems, problemCounts, stats, kept, tables, stacks } = this.#held!;
    for (const [name, { stager }] of [...this.#stagers].slice(tables)) {
      stager.discard();
      this.#stagers.delete(name);
    }
    for (const stager of this.#allStagers()) stager.takeBack();
    if (stacks !== undefined) this.stacks.takeBack(stacks);
    this.#header = header;
    this.#tags.length = tags;
    this.#problems.length = problems;
    refill(this.#problemCounts, problemCounts);
    refill(this.#stats, stats);
    this.#kept = kept;
    this.#held = undefined;
    this.#packed = undefined;
  }

  /** What was written since `hold` stays. */
  letStay(): void {
    if (!this.#held) return;
    for (const stager of this.#allStagers()) stager.letStay();
    const packed = this.#packed;
    this.#held = undefined;
    this.#packed = undefined;
    if (!packed) return;
    const later = this.#problems.splice(packed.problems);
    refill(this.#problemCounts, packed.counts);
    this.#events?.flush();
    for (const problem of later) this.problem(problem);
  }

  /**
   * Another builder with everything so far, in other memory of the same session: what becomes of one does not change the
   * other. It shares packed blocks with this one, whose owner must live longer.
   */
  copy(pools: Pools): TraceBuilder {
    const copy = new TraceBuilder(pools);
    copy.#onDemand.copyFrom(this.#onDemand);
    copy.#header = this.#header;
    copy.#tags.push(...this.#tags);
    const before = this.#packed?.problems ?? this.#problems.length;
    copy.#problems.push(...this.#problems.slice(0, before));
    refill(copy.#problemCounts, this.#packed?.counts ?? this.#problemCounts);
    refill(copy.#stats, this.#stats);
    copy.#kept = this.#kept;
    for (const [name, { stager }] of this.#stagers) {
      const table = new Table(name, pools);
      const copied = new RowStager(table, stager.specs);
      copied.copyFrom(stager);
      copy.#stagers.set(name, { table, stager: copied });
    }
    copy.#events = this.#events?.copy(pools, (problem) => copy.problem(problem));
    if (this.#packed) copy.#events?.flush();
    for (const problem of this.#problems.slice(before)) copy.problem(problem);
    return copy;
  }

  /** The backtraces so far, for the pools of a copy. */
  copyStacks(): StackPool {
    return this.stacks.copy(this.#held?.stacks);
  }

  *#allStagers(): Generator<RowStager> {
    for (const { stager } of this.#stagers.values()) yield stager;
    if (this.#events) yield this.#events.writer;
  }

  discard(): void {
    this.#discarded = true;
  }

  /** Whether anything that was read can be kept. */
  get isDescribed(): boolean {
    return this.#header !== undefined;
  }

  /** Stops background work after a reader has failed. */
  stop(): void {
    for (const each of this.#segments) each.#events?.stop();
  }

  /** All finished segments that were kept. */
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

/** Gives a map the entries of another one. */
function refill<K, V>(map: Map<K, V>, from: ReadonlyMap<K, V>): void {
  map.clear();
  for (const [key, value] of from) map.set(key, value);
}
