/**
 * Where names are looked up: the columns of a relation, and the parameters of the definition that is being unfolded.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Expr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { FilterPlan, ScanPlan } from "../plan/steps.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression } from "../syntax/ast.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** The stored column that a column of a relation shows unchanged. */
export interface ColumnFact {
  readonly table: string;
  readonly trace: string | null;
  readonly column: CatalogColumn;
}

/** A bound part of a pipeline, with what is known beside its plan. */
export interface BoundRelation {
  readonly plan: Plan;
  /** One per column of the plan; null for a computed column. */
  readonly facts: readonly (ColumnFact | null)[];
  /** The table whose rows these are, while only filters and new columns lie between. */
  readonly table: CatalogTable | null;
  /** Nothing is known of the columns, because the source is an error: no name is reported as unknown. */
  readonly open: boolean;
  /** Columns that should be there but whose definition is an error: using one is not a second error. */
  readonly poisoned: ReadonlySet<string>;
}

/** What a parameter stands for: an expression, and where its own names are looked up. */
export interface Argument {
  readonly node: Expression;
  readonly frame: Frame | null;
}

/** The definition that is being unfolded. */
export interface Frame {
  readonly params: ReadonlyMap<string, Argument>;
  /** Definitions around this one, innermost first: unfolding one of them again would never end. */
  readonly chain: readonly string[];
  /** The use, when the definition is from another text; all spans become this one. */
  readonly anchor: Span | null;
}

/** Takes the aggregates found inside an expression and gives the column each will be. */
export interface AggregateCollector {
  add(node: Expression, scope: Scope): Expr | null;
  /** Takes functions of windows, too. */
  readonly ofWindows?: true;
}

/** All that an expression is bound against. */
export interface Scope {
  readonly columns: readonly PlanColumn[];
  readonly facts: readonly (ColumnFact | null)[];
  readonly table: CatalogTable | null;
  readonly open: boolean;
  readonly poisoned: ReadonlySet<string>;
  readonly frame: Frame | null;
  /** No warnings about the data: the value is shown or grouped by, and filters nothing. */
  readonly quiet: boolean;
  /** Set where aggregates may appear. */
  readonly collector: AggregateCollector | null;
  /** Columns that exist before grouping, to explain why one is not to be found. */
  readonly ungrouped: readonly PlanColumn[];
}

/** The place of what no text has. */
export const NOWHERE: Span = { start: 0, end: 0 };
const NOTHING: ReadonlySet<string> = new Set();

/** The scope of a relation's columns. */
export function scopeOf(relation: BoundRelation, frame: Frame | null): Scope {
  const { plan: { columns }, facts, table, open, poisoned } = relation;
  return { ...emptyScope(frame), columns, facts, table, open, poisoned };
}

/** A scope without columns, for numbers of rows and the like. */
export function emptyScope(frame: Frame | null): Scope {
  return {
    columns: [],
    facts: [],
    table: null,
    open: false,
    poisoned: NOTHING,
    frame,
    quiet: false,
    collector: null,
    ungrouped: [],
  };
}

/** What replaces a source that is an error. */
export function openRelation(span: Span): BoundRelation {
  const plan: ScanPlan = { op: "scan", table: "", trace: null, point: null, columns: [], span };
  return { plan, facts: [], table: null, open: true, poisoned: NOTHING };
}

/** A relation with computed columns only. */
export function computedRelation<P extends Plan>(
  plan: P,
  poisoned: ReadonlySet<string> = NOTHING,
): BoundRelation {
  return { plan, facts: plan.columns.map(() => null), table: null, open: false, poisoned };
}

/** Some rows of the same tables, as they lie there: what exists by argument is still available. */
export function withFewerRows<P extends Plan>(relation: BoundRelation, plan: P): BoundRelation {
  return { ...relation, plan };
}

/** A relation's columns over another plan, for stages such as `sort` that keep the columns. */
export function withPlan<P extends Plan>(relation: BoundRelation, plan: P): BoundRelation {
  return { ...relation, plan, table: null };
}

/** The columns of rows and others after them, or in the places of those of the same names; each with its fact. */
export function withColumns(
  { plan, facts }: BoundRelation,
  added: readonly (readonly [PlanColumn, ColumnFact | null])[],
): { readonly columns: PlanColumn[]; readonly facts: (ColumnFact | null)[] } {
  const all = { columns: [...plan.columns], facts: [...facts] };
  for (const [column, fact] of added) {
    const known = all.columns.findIndex(({ name }) => name === column.name);
    const at = known < 0 ? all.columns.length : known;
    [all.columns[at], all.facts[at]] = [column, fact];
  }
  return all;
}

/** Rows that pass; a filter that is an error lets all rows pass, since its statement will not run. */
export function filtered(rows: BoundRelation, condition: Expr | null, span: Span): BoundRelation {
  if (condition === null) return rows;
  const plan: FilterPlan = { op: "filter", input: rows.plan, condition, columns: rows.plan.columns, span };
  return { ...rows, plan };
}

/** A span as the plan shall have it: of this text, even for a definition from another. */
export function placed(span: Span, scope: Pick<Scope, "frame">): Span {
  return scope.frame?.anchor ?? span;
}
