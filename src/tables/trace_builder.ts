/**
 * The sink that every reader writes to: turns staged rows into tables, pairs events, counts problems.
 * @module
 */

import type {
  ColumnSpec,
  EventsOptions,
  FamilyInfo,
  OpenFamilyColumn,
  Pairing,
  Problem,
  ReadContents,
  RowWriter,
  TableLayout,
  TraceHeader,
  TraceSink,
} from "../events/trace_sink.ts";
import { UnnamedFrames } from "../events/unnamed_frames.ts";
import type { StackPool } from "../events/stack_pool.ts";
import type { StringPool } from "../events/string_pool.ts";
import type { Arena } from "../memory/arena.ts";
import { assembleTrace, type Naming } from "./assemble_trace.ts";
import type { PackedTrace, Tag } from "./packed_trace.ts";
import { deriveEvents } from "./derive_events.ts";
import { EventsBuilder } from "./events_builder.ts";
import { RowStager } from "./row_stager.ts";
import { OnDemandParts } from "./on_demand.ts";
import type { Pools } from "./pools.ts";
import { type ProblemFinder, ProblemList } from "./problem_list.ts";
import { Table } from "./table.ts";
import type { Trace } from "./trace.ts";

/** The state of a builder at its savepoint, except for its rows. */
interface Held {
  readonly header: TraceHeader | undefined;
  readonly tags: number;
  readonly problems: ProblemList;
  readonly stats: ReadonlyMap<string, bigint | number | string>;
  readonly kept: unknown;
  /** Number of tables. */
  readonly tables: number;
  /** The first backtrace that can be discarded; undefined if backtraces stay. */
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
  readonly #problems = new ProblemList();
  readonly #stats = new Map<string, bigint | number | string>();
  #header: TraceHeader | undefined;
  #events: EventsBuilder | undefined;
  #discarded = false;
  #kept: unknown;
  #held: Held | undefined;
  readonly #naming: Naming | undefined;
  #unnamedFrames: UnnamedFrames | undefined;
  readonly unnamedFrame?: NonNullable<TraceSink["unnamedFrame"]>;

  /**
   * Creates a sink for the first segment of a file. With `threads`, large traces are paired on a second core;
   * with `naming`, names are looked up later.
   */
  constructor(pools: Pools, threads = false, naming?: Naming, segments: TraceBuilder[] = []) {
    this.#pools = pools;
    this.#naming = naming;
    if (naming) {
      const frames = this.#unnamedFrames = new UnnamedFrames(pools);
      this.unnamedFrame = (frame, range) => frames.add(frame, range);
    }
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

  problem(problem: Problem, finder: ProblemFinder = "reader"): void {
    this.#problems.add(problem, finder);
  }

  /** Removes problems with these codes from the last trace and returns the first of them. */
  withdraw(codes: ReadonlySet<string>): Problem | undefined {
    return this.#segments.at(-1)!.#problems.withdraw(codes);
  }

  events(columns: readonly ColumnSpec[], pairing: Pairing, options: EventsOptions = {}): RowWriter {
    this.#events = new EventsBuilder(
      this.#pools,
      columns,
      pairing,
      options,
      (problem) => this.problem(problem, "pairing"),
      this.#threads,
    );
    return this.#events.writer;
  }

  table(layout: TableLayout): RowWriter {
    const table = new Table(layout.name, this.#pools);
    const stager = new RowStager(table, layout.columns);
    this.#stagers.set(layout.name, { table, stager });
    if (this.#held) stager.setSavepoint();
    return stager;
  }

  lazyTable(layout: TableLayout, fill: (writer: RowWriter) => Promise<void>): void {
    this.#onDemand.lazyTable(layout, fill);
  }

  columnFamily(table: string, family: string, open: OpenFamilyColumn, words?: FamilyInfo): void {
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
    // The tables of this segment are complete, so the next segment can use their staging memory.
    const tableOf = (name: string): Table | undefined => this.#stagers.get(name)?.table;
    for (const { stager } of this.#stagers.values()) stager.finish(tableOf);
    this.#events?.close(tableOf);
    return new TraceBuilder(this.#pools, this.#threads, this.#naming, this.#segments);
  }

  /** Whether this is the only trace of its file so far, which `setSavepoint` and `copy` require. */
  get isOnly(): boolean {
    return this.#segments.length === 1;
  }

  /**
   * Sets a savepoint: `rollBack` drops everything written after it, `commit` keeps that. With `stacks`, this
   * includes backtraces.
   */
  setSavepoint(stacks = false): void {
    for (const stager of this.#allStagers()) stager.setSavepoint();
    const problems = new ProblemList();
    problems.copyFrom(this.#problems);
    this.#held = {
      header: this.#header,
      tags: this.#tags.length,
      problems,
      stats: new Map(this.#stats),
      kept: this.#kept,
      tables: this.#stagers.size,
      stacks: stacks ? this.stacks.mark : undefined,
    };
  }

  /** Drops everything written since the savepoint. */
  rollBack(): void {
    const { header, tags, problems, stats, kept, tables, stacks } = this.#held!;
    for (const [name, { stager }] of [...this.#stagers].slice(tables)) {
      stager.discard();
      this.#stagers.delete(name);
    }
    for (const stager of this.#allStagers()) stager.rollBack();
    if (stacks !== undefined) this.stacks.rollBack(stacks);
    this.#header = header;
    this.#tags.length = tags;
    this.#problems.copyFrom(problems);
    refill(this.#stats, stats);
    this.#kept = kept;
    this.#held = undefined;
  }

  /** Makes everything written since the savepoint permanent. */
  commit(): void {
    if (!this.#held) return;
    for (const stager of this.#allStagers()) stager.commit();
    this.#held = undefined;
  }

  /**
   * Returns another builder with everything so far, in other memory of the same session: later changes to one
   * do not affect the other. It shares packed blocks with this one, whose owner must outlive it.
   */
  copy(pools: Pools): TraceBuilder {
    const copy = new TraceBuilder(pools);
    copy.#onDemand.copyFrom(this.#onDemand);
    copy.#header = this.#header;
    copy.#tags.push(...this.#tags);
    copy.#problems.copyFrom(this.#problems);
    refill(copy.#stats, this.#stats);
    copy.#kept = this.#kept;
    for (const [name, { stager }] of this.#stagers) {
      const table = new Table(name, pools);
      const copied = new RowStager(table, stager.specs);
      copied.copyFrom(stager);
      copy.#stagers.set(name, { table, stager: copied });
    }
    copy.#events = this.#events?.copy(pools, (problem) => copy.problem(problem, "pairing"));
    return copy;
  }

  /** Returns the backtraces so far, for the pools of a copy. */
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

  /** Whether the reader has described the trace, so that there is something to keep. */
  get isDescribed(): boolean {
    return this.#header !== undefined;
  }

  /** Stops background work after a reader has failed. */
  stop(): void {
    for (const each of this.#segments) each.#events?.stop();
  }

  /** Returns all finished segments that were kept. */
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
    const events = this.#events?.finish(tableOf);
    const { problems, counts: problemCounts } = this.#problems.inOrder();
    const { whole } = this.#problems;
    const packed: PackedTrace = {
      header: this.#header!,
      tags: this.#tags,
      problems,
      problemCounts,
      ...(whole === this.#problems ? {} : { whole: problemsOf(whole) }),
      stats: this.#stats,
      tables,
      events,
      kept: this.#kept,
      ...(this.#unnamedFrames ? { unnamedFrames: this.#unnamedFrames } : {}),
    };
    return assembleTrace(name, this.#pools, packed, this.#onDemand.parts, this.#naming);
  }
}

function problemsOf(list: ProblemList): NonNullable<PackedTrace["whole"]> {
  const { problems, counts } = list.inOrder();
  return { problems, problemCounts: counts };
}

/** Replaces the entries of a map by those of another one. */
function refill<K, V>(map: Map<K, V>, from: ReadonlyMap<K, V>): void {
  map.clear();
  for (const [key, value] of from) map.set(key, value);
}
