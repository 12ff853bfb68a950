/**
 * Gives the executor the tables of the open traces, with the columns that a plan expects.
 * @module
 */

import type { LazyColumn } from "../events/trace_sink.ts";
import type { FunctionContext } from "../query/functions/function.ts";
import type { ValueCount } from "../query/analysis/catalog.ts";
import type {
  BoundPoint,
  Constant,
  CoveragePlan,
  CoverageSetPlan,
  FamilyExpr,
  Plan,
  PlanColumn,
} from "../query/plan/plan.ts";
import { countValues } from "../query/operators/dense_groups.ts";
import { Grouper } from "../query/operators/grouping.ts";
import { kernelsOf } from "../query/execution/kernels.ts";
import type { OperatorContext, TableProvider } from "../query/operators/operator.ts";
import {
  cellsAt,
  listRows,
  type Part,
  pieces,
  readPiece,
  type Relation,
  selectedRows,
  type Selection,
  Workspace,
} from "../query/execution/relation.ts";
import { failAt, type RunContext } from "../query/execution/context.ts";
import { frameName } from "../query/execution/frame_name.ts";
import { toConstant } from "../query/execution/words.ts";
import { type Column, ConstantColumn } from "../tables/column.ts";
import { RowStager } from "../tables/row_stager.ts";
import { type Pools, Table } from "../tables/table.ts";
import { stacksTable, tracesTable } from "./built_in_tables.ts";
import { coverageRelation } from "./coverage/coverage_sources.ts";
import { ProgramNames } from "./coverage/program_names.ts";
import { RunCoverage } from "./coverage/run_coverage.ts";
import { runsTable } from "./coverage/runs_table.ts";
import { columnOfType } from "./family_types.ts";
import { FewRowsColumn } from "./few_rows_column.ts";
import type { OpenTrace } from "./open_trace.ts";
import { aliveBits, columnsAt, rowOfPoint } from "./points.ts";

/** Most distinct values that are counted for messages and completion. */
const MOST_VALUES = 20_000;
/** More rows than this are no few. */
const MOST_FEW_ROWS = 1000;

/** Tables, families and kept results of a session. */
export class SessionTables implements TableProvider, FunctionContext {
  readonly #pools: Pools;
  readonly #traces: readonly OpenTrace[];
  readonly #made = new Map<string, Table>();
  readonly #families = new Map<string, Map<Column, Column>>();
  readonly #kept: Map<string, Relation>;
  readonly #coverage = new RunCoverage((open, name) => this.table(open, name));
  readonly #names: ProgramNames;
  #runs: Table | undefined;
  readonly #functionsOfStack = new Map<number, readonly string[]>();

  /** Tables of these traces; results that were kept before stay. */
  constructor(pools: Pools, traces: readonly OpenTrace[], before?: SessionTables) {
    this.#pools = pools;
    this.#traces = traces;
    this.#names = new ProgramNames(traces);
    this.#kept = before ? before.#kept : new Map();
  }

  /** Traces that a scan reads. */
  tracesFor(trace: string | null): readonly OpenTrace[] {
    return trace === null ? this.#traces : this.#traces.filter((each) => each.name === trace);
  }

  /** A table of one trace, if it has been made. */
  table(open: OpenTrace, name: string): Table | undefined {
    return open.trace.tables.get(name) ?? this.#made.get(`${open.name}\u0000${name}`);
  }

  /** Takes a table that was made on demand. */
  addTable(open: OpenTrace, table: Table): void {
    const code = this.#pools.strings.internText(open.name);
    const info = { name: "trace", type: "text" } as const;
    table.add(new ConstantColumn(info, this.#pools.arena, BigInt(code), table.blockRows));
    this.#made.set(`${open.name}\u0000${table.name}`, table);
  }

  /** Keeps rows under a name. */
  keep(name: string, relation: Relation): void {
    this.#kept.set(name, relation);
  }

  scan(plan: Plan & { op: "scan" }, context: RunContext): Relation {
    const kept = plan.point === null && plan.trace === null ? this.#kept.get(plan.table) : undefined;
    if (kept) return kept;
    if (plan.table === "runs") {
      return this.#whole(plan.columns, this.#runs ??= runsTable(this.#pools, this.#traces, this.#coverage));
    }
    if (plan.table === "traces") return this.#whole(plan.columns, tracesTable(this.#pools, this.#traces));
    const parts: Part[] = [];
    let without: string | undefined;
    for (const open of this.tracesFor(plan.trace)) {
      const table = this.table(open, plan.table);
      if (!table) continue;
      if (plan.point === null) parts.push(partOf(plan.columns, table, { kind: "all" }));
      else if (open.trace.lives) {
        const at = rowOfPoint(open.trace, plan.point);
        if (at === undefined) {
          without ??= open.name;
          continue;
        }
        const selection: Selection = { kind: "bits", blocks: aliveBits(context.work, open.trace.lives, at) };
        parts.push(partOf(plan.columns, table, selection, columnsAt(open.trace, at)));
      }
    }
    if (parts.length === 0 && plan.table === "stacks") {
      return this.#whole(plan.columns, stacksTable(this.#pools));
    }
    // Beside a trace that has the moment, one that lacks it has no rows.
    if (without !== undefined && parts.length === 0) {
      failAt(context, "Q406", `Trace "${without}" ${lacking(plan.point!)}`, plan.span);
    }
    return { columns: plan.columns, parts };
  }

  coverage(plan: CoveragePlan | CoverageSetPlan, context: OperatorContext): Relation {
    return coverageRelation(plan, this.#traces, this.#coverage, context);
  }

  /** The column of a family over the table behind `columns`; made by `makeFamily` before. */
  family(expr: FamilyExpr, columns: readonly Column[]): Column {
    const known = this.#families.get(familyKey(expr));
    for (const column of columns) {
      const found = known?.get(column);
      if (found) return found;
    }
    const [some] = columns;
    void some;
    return new ConstantColumn({ name: expr.argument, type: expr.type }, this.#pools.arena, null, () => 65536);
  }

  /** Whether a family is there for all rows. */
  hasFamily(expr: FamilyExpr): boolean {
    return this.#families.has(familyKey(expr));
  }

  /** Fills the columns of a family for all traces that have it. */
  async makeFamily(expr: FamilyExpr): Promise<void> {
    const key = familyKey(expr);
    if (this.#families.has(key)) return;
    const byColumn = new Map<Column, Column>();
    for (const open of this.#traces) {
      const table = this.table(open, expr.table);
      const lazy = columnOfType(open.trace, expr);
      if (!table || !lazy) continue;
      const made = await this.#fill(lazy, expr);
      // The executor knows a table by its columns.
      for (const column of table.columns) byColumn.set(column, made);
    }
    this.#families.set(key, byColumn);
  }

  /**
   * Fills the columns of a family as far as these rows need them: for few rows columns of their own, which the run
   * owns; else all of them, as `makeFamily` does.
   */
  async familyFor(
    expr: FamilyExpr,
    { parts }: Relation,
    work: Workspace,
  ): Promise<ReadonlyMap<Column, Column> | undefined> {
    if (this.#families.has(familyKey(expr))) return undefined;
    const few = new Map<Column, Column>();
    for (const part of parts) {
      const made = await this.#fillFew(expr, part, work);
      if (!made) {
        await this.makeFamily(expr);
        return undefined;
      }
      for (const column of part.columns) few.set(column, made);
    }
    return few;
  }

  async #fillFew(expr: FamilyExpr, part: Part, work: Workspace): Promise<Column | undefined> {
    if (selectedRows(part) > MOST_FEW_ROWS) return undefined;
    const open = this.#traces.find((each) =>
      [...this.table(each, expr.table)?.columns ?? []].some((column) => part.columns.includes(column))
    );
    const table = open && this.table(open, expr.table);
    const fillFew = open && columnOfType(open.trace, expr)?.fillFew;
    if (!table || !fillFew) return undefined;
    const { pointer, count } = listRows(work, part);
    const rows = [...new Set(work.arena.u32.subarray(pointer >>> 2, (pointer >>> 2) + count))]
      .sort((left, right) => left - right);
    const spec = columnOfType(open.trace, expr)!.spec;
    const made = new Table(expr.argument, this.#pools);
    const stager = new RowStager(made, [spec]);
    const filled = await fillFew(stager, (name) => cellsAt(work, table.column(name)!, rows));
    stager.finish(() => undefined);
    const values = work.own(made.column(spec.name)!);
    return filled ? new FewRowsColumn(work.arena, rows, values, table.blockRows) : undefined;
  }

  async #fill(lazy: LazyColumn, expr: FamilyExpr): Promise<Column> {
    const table = new Table(expr.argument, this.#pools);
    const stager = new RowStager(table, [lazy.spec]);
    await lazy.fill(stager);
    stager.finish(() => undefined);
    return table.column(lazy.spec.name)!;
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

  symbol(address: bigint): string | null {
    return this.#names.symbolAt(address);
  }

  source(address: bigint): string | null {
    return this.#names.sourceAt(address);
  }

  /** Whether a table is there for at least one trace: others are made by the first query about them. */
  isMade(name: string, trace: string | null): boolean {
    return this.tracesFor(trace).some((open) => this.table(open, name) !== undefined);
  }

  /** Values of a column with their counts, most frequent first; undefined when there are too many. */
  countValues(name: string, columnName: string, trace: string | null): readonly ValueCount[] | undefined {
    const counts = new Map<string | bigint, number>();
    for (const open of this.tracesFor(trace)) {
      const table = this.table(open, name);
      const column = table?.column(columnName);
      if (!table || !column || !["text", "u64", "u32"].includes(column.type)) continue;
      if (!addCounts(this.#pools, column, table.rowCount, counts)) return undefined;
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((left, right) => right.count - left.count);
  }

  #whole(columns: readonly PlanColumn[], table: Table): Relation {
    return { columns, parts: [partOf(columns, table, { kind: "all" })] };
  }
}

function familyKey({ table, family, argument, type }: FamilyExpr): string {
  return `${table}.${family}(${argument}): ${type}`;
}

/** Rows of a table with the columns of a plan; what the table lacks is null. */
function partOf(
  columns: readonly PlanColumn[],
  table: Table,
  selection: Selection,
  instead: ReadonlyMap<string, Column> = new Map(),
): Part {
  const { arena } = table.pools;
  return {
    columns: columns.map((info) =>
      instead.get(info.name) ?? table.column(info.name) ??
        new ConstantColumn(info, arena, null, table.blockRows)
    ),
    rowCount: table.rowCount,
    selection,
  };
}

/** What a trace lacks that a point needs. */
function lacking(point: BoundPoint): string {
  switch (point.at) {
    case "time":
    case "elapsed":
      return "has no times";
    case "frame":
      return "has no frames";
    case "context":
      return `has no context "${point.name}"`;
    default:
      return "has no such point";
  }
}

/** Adds how often each value occurs in a column; false when there are too many different ones. */
function addCounts(
  pools: Pools,
  column: Column,
  rowCount: number,
  counts: Map<string | bigint, number>,
): boolean {
  const work = new Workspace(pools);
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

/** The same where the values lie far apart. */
function countByHash(work: Workspace, column: Column, rowCount: number): Map<Constant, number> | undefined {
  const grouper = new Grouper(work);
  const { group } = kernelsOf(work.arena);
  const values = work.take(65536 * 8);
  const nulls = work.take(65536);
  const ids = work.take(65536 * 4);
  const cells = work.takeZeroed((MOST_VALUES + 65537) * 32);
  const part: Part = { columns: [column], rowCount, selection: { kind: "all" } };
  for (const piece of pieces(work, part)) {
    const none = readPiece(column, piece, values, nulls);
    grouper.assign(values, none, piece.count, ids, false, 0, piece.base);
    if (grouper.count > MOST_VALUES) return undefined;
    group.countRows(ids, none, 0, piece.count, cells);
  }
  const counts = new Map<Constant, number>();
  const { count } = grouper;
  for (let from = 0; from < count; from += 65536) {
    const n = Math.min(65536, count - from);
    const empty = column.gather(grouper.firsts + 4 * from, n, values, nulls) > 0;
    for (let at = 0; at < n; at++) {
      if (empty && work.arena.u8[nulls + at]) continue;
      const value = toConstant(work.arena.u64[(values >>> 3) + at]!, column.type, work.pools);
      counts.set(value, Number(work.arena.u64[(cells >>> 3) + 4 * (from + at)]!));
    }
  }
  return counts;
}
