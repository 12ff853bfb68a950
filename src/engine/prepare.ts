/**
 * Creates what a plan needs before it runs: plans run synchronously, but building tables and reading
 * arguments is asynchronous.
 * @module
 */

import { ALL_STEPS } from "../language/plan_steps.ts";
import { EXTENSIONS } from "../language/registry.ts";
import { relationRows, Workspace } from "../query/execution/relation.ts";
import { flatten, readWholeColumn, storeWords } from "../query/operators/columns/materialize.ts";
import type { Expr } from "../query/plan/expressions.ts";
import { familiesInPlan } from "../query/plan/families.ts";
import type { Plan } from "../query/plan/plan.ts";
import type { ScanPlan } from "../query/plan/steps.ts";
import type { QueryRows } from "../query/run.ts";
import type { StoredColumn } from "../tables/stored_column.ts";
import { withPoolsWithin } from "../tables/pools.ts";
import { Table } from "../tables/table.ts";
import { derivedTable } from "./derived_tables.ts";
import type { OpenTrace } from "./open_trace.ts";
import type { SessionTables } from "./session_tables.ts";

/** Runs the query of a derived table over one trace. */
type Derive = (query: string, trace: OpenTrace) => Promise<QueryRows>;

/** Builds the tables and columns that a plan reads and that do not exist yet. */
export async function prepare(
  plan: Plan,
  tables: SessionTables,
  derive: Derive,
  { later = false, signal }: { readonly later?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const check = (): void => signal?.throwIfAborted();
  const scans = new Map<string, ScanPlan>();
  const families: (Expr & { op: "family" })[] = [];
  const needed = new Set<string>();
  walkPlan(plan, (node) => {
    if (node.op === "scan") {
      const scan = node as ScanPlan;
      scans.set(`${scan.table}\u0000${scan.trace ?? ""}`, scan);
    } else for (const name of ALL_STEPS.tablesNeeded(node.op)) needed.add(name);
    if (node.op === "family") families.push(node as Expr & { op: "family" });
  });
  for (const { name, needs } of EXTENSIONS.flatMap(({ tables }) => tables)) {
    if ([...scans.values()].some(({ table }) => table === name)) {
      for (const each of needs) needed.add(each);
    }
  }
  for (const name of needed) await makeEverywhere(name, tables, check);
  for (const scan of scans.values()) await makeTable(scan, tables, derive, check);
  const postponed = new Set(later ? familiesInPlan(plan) : []);
  for (const family of families) if (!postponed.has(family)) await tables.makeFamily(family, check);
}

/** Builds a table on demand in a trace, or in all traces that can have it. */
export async function makeTable(
  { table, trace }: Pick<ScanPlan, "table" | "trace">,
  tables: SessionTables,
  derive: Derive,
  check: () => void,
): Promise<void> {
  for (const open of tables.tracesFor(trace)) {
    if (tables.table(open, table)) continue;
    const maker = open.trace.makers.get(table);
    const derived = derivedTable(open, table);
    if (maker) tables.addTable(open, await maker.make(check));
    else if (derived) {
      tables.addTable(open, await store(derived.name, await derive(derived.query, open), open));
    }
  }
}

/** Builds a table in every trace that can have it. */
async function makeEverywhere(name: string, tables: SessionTables, check: () => void): Promise<void> {
  for (const open of tables.tracesFor(null)) {
    const maker = open.trace.makers.get(name);
    if (maker && !tables.table(open, name)) tables.addTable(open, await maker.make(check));
  }
}

/** Stores a result as a table that lives as long as its trace. */
async function store(name: string, rows: QueryRows, open: OpenTrace): Promise<Table> {
  try {
    return await withPoolsWithin(open.trace.pools, name, (pools) => {
      const table = new Table(name, pools);
      const work = new Workspace(pools);
      const relation = flatten(rows.work, rows.relation);
      const total = relationRows(relation);
      table.rowCount = total;
      relation.columns.forEach((info, index) => {
        const columns = relation.parts.map((part) => part.columns[index]!);
        const { words, nulls, someNull } = readWholeColumn(rows.work, relation.parts, columns, total);
        const column: StoredColumn = storeWords(work, info, words, someNull ? nulls : 0, total);
        table.add(column);
      });
      return table;
    });
  } finally {
    rows.release();
  }
}

/** A plan or an expression. */
interface PlanNode {
  readonly op: string;
}

/** Fields that contain no plans or expressions. */
const LEAVES = new Set(["columns", "span", "fn", "display", "type"]);

/** Calls `visit` for every plan and expression at or below a node, parents first. */
function walkPlan(root: unknown, visit: (node: PlanNode) => void): void {
  // Use no recursion, which could overflow the stack: a plan is as deep as its pipeline is long.
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    if (!Array.isArray(node) && "op" in node) visit(node as PlanNode);
    const below = Array.isArray(node)
      ? node
      : Object.entries(node).filter(([key]) => !LEAVES.has(key)).map(([, value]) => value);
    for (let at = below.length - 1; at >= 0; at--) open.push(below[at]);
  }
}
