/**
 * Provides the executor with the tables of the open traces, with the columns that a plan expects.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { RowWriter } from "../events/trace_sink.ts";
import type { ValueCount } from "../query/analysis/catalog.ts";
import { failAt, type RunContext } from "../query/execution/context.ts";
import { frameName } from "../query/execution/frame_name.ts";
import { KeyTable } from "../query/execution/key_table.ts";
import { kernelsOf } from "../query/execution/kernels.ts";
import { GroupCell } from "../query/execution/kernels/group_layout.ts";
import {
  cellsAt,
  listRows,
  type Part,
  pieces,
  readPiece,
  type Relation,
  type RowSource,
  selectedRows,
  type Selection,
  Workspace,
} from "../query/execution/relation.ts";
import { toConstant } from "../query/execution/column_words.ts";
import { codeNames } from "../language/code_names.ts";
import { EXTENSIONS } from "../language/registry.ts";
import { countValues } from "../query/operators/dense_group/dense_groups.ts";
import type {
  CodeNames,
  Extension,
  ExtensionTable,
  OpenRun,
  OpenTables,
} from "../query/operators/extension.ts";
import type { TableProvider } from "../query/operators/operator.ts";
import type { FamilyExpr } from "../query/plan/expressions.ts";
import type { FunctionContext } from "../query/plan/row_function.ts";
import type { BoundPoint } from "../query/plan/statement.ts";
import type { ScanPlan } from "../query/plan/steps.ts";
import type { Constant, PlanColumn } from "../query/plan/values.ts";
import { CachedColumn } from "../tables/cached_column.ts";
import { type Column, ConstantColumn } from "../tables/column.ts";
import { DeferredColumn } from "../tables/deferred_column.ts";
import { tableOnDemand } from "../tables/on_demand.ts";
import { closePools, type Pools, poolsFor } from "../tables/pools.ts";
import { RowStager } from "../tables/row_stager.ts";
import { Table } from "../tables/table.ts";
import { stacksTable, tracesTable } from "./built_in_tables.ts";
import { isOnDemand } from "./derived_tables.ts";
import { columnOfType } from "./family_types.ts";
import { FewRowsColumn } from "./few_rows_column.ts";
import type { OpenTrace } from "./open_trace.ts";
import { columnsAt, liveBits, rowOfPoint } from "./points.ts";
import { Shared, type SharedRows } from "./shared.ts";
import type { StackPlace } from "../query/plan/row_function.ts";
import { StackPlaces } from "./stack_places.ts";
import { StackSuppressions } from "./stack_suppressions.ts";
import { namesOfSuppressions, type Suppressions } from "../query/analysis/environment.ts";

/** Maximum distinct values counted for messages and completion. */
const MOST_VALUES = SHOW_LIMITS.countedValues.most;
/** Above this many rows, filling the whole column is cheaper than looking up single values. */
const MOST_FEW_ROWS = 1000;

/** Tables and columns built on demand for one trace, in its memory. */
interface MadeForTrace {
  readonly tables: Map<string, Table>;
  /** Columns of families, by argument, filled for all rows. */
  readonly families: Map<string, Column>;
}

/** Tables, families and kept results of a session. */
export class SessionTables implements TableProvider, OpenTables, FunctionContext {
  readonly #pools: Pools;
  readonly #traces: readonly OpenTrace[];
  readonly #made = new Map<OpenRun, MadeForTrace>();
  readonly #kept = new Map<string, SharedRows>();
  readonly #states = new Map<Extension, unknown>();
  readonly #ofAll = new Map<string, { readonly table: Table; readonly memory: Shared }>();
  #names!: CodeNames;
  #functionsOfStack!: Map<number, readonly string[]>;
  /** Source positions of stacks, by the pattern that selects the program's own code. */
  #placesOf!: Map<string, StackPlaces>;
  /** Suppression files by name, with cached results by stack. */
  readonly #suppressions = new Map<string, readonly Suppressions[]>();
  #suppressed!: Map<string, StackSuppressions>;

  /** Provides the tables of these traces; call `changed` when the list changes. */
  constructor(pools: Pools, traces: readonly OpenTrace[]) {
    this.#pools = pools;
    this.#traces = traces;
    this.changed();
  }

  /** Drops everything that was built for all traces together, and for traces that are no longer open. */
  changed(): void {
    for (const open of this.#made.keys()) {
      if (!(this.#traces as readonly OpenRun[]).includes(open)) this.#made.delete(open);
    }
    this.#states.clear();
    this.#names = codeNames(this.#traces);
    this.#functionsOfStack = new Map();
    this.#placesOf = new Map();
    this.#suppressed = new Map();
    for (const { memory } of this.#ofAll.values()) memory.release();
    this.#ofAll.clear();
  }

  /** Traces that a scan reads. */
  tracesFor(trace: string | null): readonly OpenTrace[] {
    return trace === null ? this.#traces : this.#traces.filter((each) => each.name === trace);
  }

  /** Returns a table of one trace, if it has been built. */
  table(open: OpenRun, name: string): Table | undefined {
    return open.trace.tables.get(name) ?? this.#made.get(open)?.tables.get(name);
  }

  /** Adds a table that was made on demand. */
  addTable(open: OpenTrace, table: Table): void {
    const { arena, strings } = open.trace.pools;
    const code = strings.internText(open.name);
    const info = { name: "trace", type: "text" } as const;
    table.add(new ConstantColumn(info, arena, BigInt(code)));
    this.#madeFor(open).tables.set(table.name, table);
  }

  #madeFor(open: OpenTrace): MadeForTrace {
    let made = this.#made.get(open);
    if (!made) this.#made.set(open, made = { tables: new Map(), families: new Map() });
    return made;
  }

  /** Kept results, by name. */
  get kept(): ReadonlyMap<string, SharedRows> {
    return this.#kept;
  }

  /** Stores rows under a name and releases those that were stored there before. */
  keep(name: string, rows: SharedRows): void {
    rows.hold();
    this.drop(name);
    this.#kept.set(name, rows);
  }

  /** Drops the rows kept under a name. */
  drop(name: string): void {
    this.#kept.get(name)?.release();
    this.#kept.delete(name);
  }

  /** Frees everything that was built for all traces together, and the results. */
  close(): void {
    for (const name of [...this.#kept.keys()]) this.drop(name);
    this.changed();
  }

  scan(plan: ScanPlan, context: RunContext): Relation {
    const kept = plan.point === null && plan.trace === null ? this.#kept.get(plan.table) : undefined;
    const { work } = context;
    if (kept) {
      work.hold(kept);
      return kept.rows.relation;
    }
    for (const extension of EXTENSIONS) {
      const table = extension.tables.find(({ name }) => name === plan.table);
      if (table) return this.#whole(plan.columns, this.#madeOfAll(table, extension, work));
    }
    if (plan.table === "traces") return this.#whole(plan.columns, tracesTable(work.pools, this.#traces));
    const parts: Part[] = [];
    let without: string | undefined;
    for (const open of this.tracesFor(plan.trace)) {
      const table = this.table(open, plan.table);
      if (!table) continue;
      work.hold(open.memory);
      if (plan.point === null) parts.push(partOf(plan.columns, open, table, { kind: "all" }));
      else if (open.trace.lives) {
        const at = rowOfPoint(open.trace, plan.point);
        if (at === undefined) {
          without ??= open.name;
          continue;
        }
        const selection: Selection = { kind: "bits", blocks: liveBits(work, open.trace.lives, at) };
        parts.push(partOf(plan.columns, open, table, selection, columnsAt(open.trace, at)));
      }
    }
    if (parts.length === 0 && plan.table === "stacks") {
      const traces = this.tracesFor(plan.trace);
      for (const { memory } of traces) work.hold(memory);
      return this.#whole(plan.columns, stacksTable(work.pools, traces));
    }
    // A trace without the point of `live @ POINT` has no rows; it is an error only if no trace has the point.
    if (without !== undefined && parts.length === 0) {
      failAt(context, "Q406", `Trace "${without}" ${lacking(plan.point!)}`, plan.span);
    }
    return { columns: plan.columns, parts };
  }

  get open(): OpenTables {
    return this;
  }

  get traces(): readonly OpenTrace[] {
    return this.#traces;
  }

  stateOf<S>(extension: Extension<S>): S {
    if (!this.#states.has(extension)) this.#states.set(extension, extension.open(this.open));
    return this.#states.get(extension) as S;
  }

  /** A table about all traces together; cached until the open traces change. */
  #madeOfAll<S>({ name, make }: ExtensionTable<S>, extension: Extension<S>, work: Workspace): Table {
    let made = this.#ofAll.get(name);
    if (!made) {
      const pools = poolsFor(name, this.#pools);
      try {
        const table = make(pools, this.#traces, this.stateOf(extension));
        this.#ofAll.set(name, made = { table, memory: new Shared(() => closePools(pools)) });
      } catch (error) {
        closePools(pools);
        throw error;
      }
    }
    work.hold(made.memory);
    // A result about all traces together becomes invalid when any of them is closed.
    for (const { memory } of this.#traces) work.hold(memory);
    return made.table;
  }

  /**
   * Returns the column of a family over the rows of a table, filled earlier by `makeFamily`; null for a trace
   * that has none.
   */
  family(expr: FamilyExpr, { trace, table }: RowSource): Column {
    const open = this.#traces.find((each) => each.name === trace);
    const found = open && this.#made.get(open)?.families.get(familyKey(expr));
    return found ?? new ConstantColumn({ name: expr.argument, type: expr.type }, table.pools.arena, null);
  }

  /** Whether a family is filled for all rows of every trace that can have it. */
  hasFamily(expr: FamilyExpr): boolean {
    return this.#traces.every((open) => this.#hasFamilyIn(open, expr));
  }

  #hasFamilyIn(open: OpenTrace, expr: FamilyExpr): boolean {
    if (this.#made.get(open)?.families.has(familyKey(expr))) return true;
    return !this.table(open, expr.table) || !columnOfType(open.trace, expr);
  }

  /** Fills the columns of a family for all traces that can have it. */
  async makeFamily(expr: FamilyExpr, check?: () => void): Promise<void> {
    for (const open of this.#traces) {
      if (this.#hasFamilyIn(open, expr)) continue;
      const lazy = columnOfType(open.trace, expr)!;
      const fill = (writer: RowWriter): Promise<void> => lazy.fill(writer);
      const table = await tableOnDemand(expr.argument, open.trace.pools, [lazy.spec], fill, check);
      const made = table.column(lazy.spec.name)!;
      this.#madeFor(open).families.set(familyKey(expr), made);
    }
  }

  /**
   * Fills the columns of a family for the rows that a run needs. For few rows it returns separate columns by
   * trace, owned by the run; otherwise it fills all rows, as `makeFamily` does.
   */
  async familyFor(
    expr: FamilyExpr,
    { parts }: Relation,
    work: Workspace,
  ): Promise<ReadonlyMap<string, Column> | undefined> {
    if (this.hasFamily(expr)) return undefined;
    const few = new Map<string, Column>();
    for (const part of parts) {
      const { source } = part;
      if (!source || few.has(source.trace)) continue;
      const made = await this.#fillFew(expr, source, parts, work);
      if (!made) {
        await this.makeFamily(expr, () => work.check());
        return undefined;
      }
      few.set(source.trace, made);
    }
    return few;
  }

  /**
   * Returns a column with those rows of one trace that any part selects; undefined if there are too many of
   * them.
   */
  async #fillFew(
    expr: FamilyExpr,
    source: RowSource,
    parts: readonly Part[],
    work: Workspace,
  ): Promise<Column | undefined> {
    const open = this.#traces.find((each) => each.name === source.trace);
    const lazy = open && columnOfType(open.trace, expr);
    const mine = parts.filter((part) => part.source?.trace === source.trace);
    if (!lazy?.fillFew) return undefined;
    if (mine.reduce((sum, part) => sum + selectedRows(part), 0) > MOST_FEW_ROWS) return undefined;
    const numbers = new Set<number>();
    for (const part of mine) {
      const { pointer, count } = listRows(work, part);
      for (const row of work.arena.u32.subarray(pointer >>> 2, (pointer >>> 2) + count)) numbers.add(row);
      work.give(pointer);
    }
    const rows = [...numbers].sort((left, right) => left - right);
    const { spec } = lazy;
    const made = new Table(expr.argument, work.pools);
    const stager = new RowStager(made, [spec], { check: () => work.check() });
    const filled = await lazy.fillFew(stager, (name) => cellsAt(work, source.table.column(name)!, rows));
    stager.finish(() => undefined);
    return filled ? new FewRowsColumn(work.arena, rows, made.column(spec.name)!) : undefined;
  }

  stackFunctions(stack: number): readonly string[] {
    let names = this.#functionsOfStack.get(stack);
    if (!names) {
      const { stacks, strings } = this.#pools;
      names = Array.from(
        { length: stacks.depth(stack) },
        (_, level) => frameName(stacks.describeFrame(stacks.frameAt(stack, level)), strings),
      );
      this.#functionsOfStack.set(stack, names);
    }
    return names;
  }

  placeOf(stack: number, mine: string | null): StackPlace | null {
    const key = mine ?? "";
    let places = this.#placesOf.get(key);
    if (places === undefined) this.#placesOf.set(key, places = new StackPlaces(this.#pools, mine));
    return places.of(stack);
  }

  /** Sets the rules of suppression files by file name. */
  suppress(suppressions: readonly Suppressions[] | undefined): void {
    if (suppressions === undefined || suppressions.length === 0) return;
    const files = namesOfSuppressions(suppressions);
    if (this.#suppressions.get(files) === suppressions) return;
    this.#suppressions.set(files, suppressions);
    this.#suppressed.delete(files);
  }

  suppressedBy(stack: number | string, files: string): string | null {
    let rules = this.#suppressed.get(files);
    if (rules === undefined) {
      const all = (this.#suppressions.get(files) ?? []).flatMap((each) => each.rules);
      this.#suppressed.set(files, rules = new StackSuppressions(this.#pools, all));
    }
    return typeof stack === "string" ? rules.ofFunction(stack) : rules.of(stack);
  }

  symbol(address: bigint): string | null {
    return this.#names.symbolAt(address);
  }

  source(address: bigint): string | null {
    return this.#names.sourceAt(address);
  }

  /**
   * Whether a table exists in all traces that can have it: some are built by the first query that needs them.
   */
  isMade(name: string, trace: string | null): boolean {
    const traces = this.tracesFor(trace);
    const waits = (open: OpenTrace): boolean =>
      this.table(open, name) === undefined && isOnDemand(open, name);
    return traces.some((open) => this.table(open, name) !== undefined) && !traces.some(waits);
  }

  /** Values of a column with their counts, most frequent first; undefined if there are too many. */
  countValues(name: string, columnName: string, trace: string | null): readonly ValueCount[] | undefined {
    const counts = new Map<string | bigint, number>();
    for (const open of this.tracesFor(trace)) {
      const table = this.table(open, name);
      const column = table?.column(columnName);
      if (!table || !column || !["text", "u64", "u32"].includes(column.type)) continue;
      column.later?.finish();
      if (!addCounts(this.#pools, column, table.rowCount, counts)) return undefined;
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((left, right) => right.count - left.count);
  }

  #whole(columns: readonly PlanColumn[], table: Table): Relation {
    return { columns, parts: [partOf(columns, null, table, { kind: "all" })] };
  }
}

function familyKey({ table, family, argument, type }: FamilyExpr): string {
  return `${table}.${family}(${argument}): ${type}`;
}

/** Rows of a table with the columns of a plan; columns that the table lacks are null. */
function partOf(
  columns: readonly PlanColumn[],
  open: OpenTrace | null,
  table: Table,
  selection: Selection,
  instead: ReadonlyMap<string, Column> = new Map(),
): Part {
  const { arena } = table.pools;
  return {
    columns: columns.map((info) => {
      const column = instead.get(info.name) ?? readyColumn(table, info.name);
      if (!column) return new ConstantColumn(info, arena, null);
      // All formats use the same types for columns in tables of the same name; a test enforces this.
      const given = column.type === "u32" ? "u64" : column.type;
      if (given === info.type) return column;
      throw new TypeError(
        `Column ${table.name}.${info.name} is ${given} in one trace and ${info.type} in another`,
      );
    }),
    rowCount: table.rowCount,
    selection,
    source: open && { trace: open.name, table },
  };
}

/**
 * Returns a column of a table; for a column of names, the stored names once all of them have been looked up
 * and read.
 */
function readyColumn(table: Table, name: string): Column | undefined {
  const column = table.column(name);
  const isLater = column instanceof CachedColumn && column.behind instanceof DeferredColumn;
  const stored = isLater ? column.whole : undefined;
  if (stored) table.add(stored);
  return stored ?? column;
}

/** Describes what a trace lacks for a point. */
function lacking(point: BoundPoint): string {
  switch (point.at) {
    case "time":
    case "elapsed":
      return "has no times";
    case "column":
      return `has no ${point.column}s`;
    case "bit":
      return `has no ${point.column} "${point.name}"`;
    default:
      return "has no such point";
  }
}

/** Adds the counts of the values of a column; returns false if there are too many distinct values. */
function addCounts(
  pools: Pools,
  column: Column,
  rowCount: number,
  counts: Map<string | bigint, number>,
): boolean {
  const work = Workspace.beside("counting values", pools);
  try {
    const found = countValues(work, column, rowCount) ?? countByHash(work, column, rowCount);
    for (const [value, count] of found ?? []) {
      if (typeof value === "string" || typeof value === "bigint") {
        counts.set(value, (counts.get(value) ?? 0) + count);
      }
    }
    return found !== undefined && counts.size <= MOST_VALUES;
  } finally {
    work.release();
  }
}

/** Counts values with a hash table, if their range is too wide for one slot per value. */
function countByHash(work: Workspace, column: Column, rowCount: number): Map<Constant, number> | undefined {
  const known = new KeyTable(work);
  const { group } = kernelsOf(work.arena);
  const values = work.take(65536 * 8);
  const nulls = work.take(65536);
  const ids = work.take(65536 * 4);
  const cells = work.takeZeroed((MOST_VALUES + 65537) * GroupCell.Bytes);
  const part: Part = { columns: [column], rowCount, selection: { kind: "all" }, source: null };
  for (const piece of pieces(work, part)) {
    const nullsAt = readPiece(column, piece, values, nulls);
    known.assign(values, nullsAt, piece.count, ids, { rows: 0, base: piece.base, add: true });
    if (known.count > MOST_VALUES) return undefined;
    group.countRows(ids, nullsAt, 0, piece.count, cells);
  }
  const counts = new Map<Constant, number>();
  const { count } = known;
  for (let from = 0; from < count; from += 65536) {
    const n = Math.min(65536, count - from);
    const hasNulls = column.gather(known.firsts + 4 * from, n, values, nulls) > 0;
    for (let at = 0; at < n; at++) {
      if (hasNulls && work.arena.u8[nulls + at]) continue;
      const value = toConstant(work.arena.u64[(values >>> 3) + at]!, column.type, work.pools);
      const cell = cells + GroupCell.Bytes * (from + at);
      counts.set(value, Number(work.arena.u64[(cell + GroupCell.Count) >>> 3]!));
    }
  }
  return counts;
}
