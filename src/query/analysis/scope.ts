/**
 * Scopes of names: the columns of a relation, and the parameters of the definition being expanded.
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
export interface StoredColumnFact {
  readonly table: string;
  readonly trace: string | null;
  readonly column: CatalogColumn;
}

/** A bound part of a pipeline, with facts beside its plan. */
export interface BoundRelation {
  readonly plan: Plan;
  /** One per column of the plan; null for a computed column. */
  readonly facts: readonly (StoredColumnFact | null)[];
  /** The table whose rows these are, if only filters and new columns are in between. */
  readonly table: CatalogTable | null;
  /** The columns are unknown because the source has an error; unknown names are not reported. */
  readonly open: boolean;
  /** Columns whose definition has an error; using one is not reported again. */
  readonly poisoned: ReadonlySet<string>;
}

/** The expression passed for a parameter, and the frame of its names. */
export interface Argument {
  readonly node: Expression;
  readonly frame: DefinitionUse | null;
}

/** A use of a definition. */
export interface DefinitionUse {
  readonly params: ReadonlyMap<string, Argument>;
  /** Surrounding definitions, innermost first: expanding one of them again would never end. */
  readonly chain: readonly string[];
  /** The place of the use if the definition is from another text; all spans become this one. */
  readonly anchor: Span | null;
}

/** Takes aggregates found inside an expression and returns the column that each becomes. */
export interface AggregateCollector {
  add(node: Expression, scope: Scope): Expr | null;
  /** Takes window functions too. */
  readonly ofWindows?: true;
}

/** Everything an expression is bound against. */
export interface Scope {
  readonly columns: readonly PlanColumn[];
  readonly facts: readonly (StoredColumnFact | null)[];
  readonly table: CatalogTable | null;
  readonly open: boolean;
  readonly poisoned: ReadonlySet<string>;
  readonly frame: DefinitionUse | null;
  /** No warnings about the data, since the value does not filter anything. */
  readonly quiet: boolean;
  /** Set if aggregates are allowed. */
  readonly collector: AggregateCollector | null;
  /** Columns before grouping, to explain why one is missing. */
  readonly ungrouped: readonly PlanColumn[];
}

const NOTHING: ReadonlySet<string> = new Set();

/** The scope of the columns of a relation. */
export function scopeOf(relation: BoundRelation, frame: DefinitionUse | null): Scope {
  const { plan: { columns }, facts, table, open, poisoned } = relation;
  return { ...emptyScope(frame), columns, facts, table, open, poisoned };
}

/** A scope without columns, for row counts and the like. */
export function emptyScope(frame: DefinitionUse | null): Scope {
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

/** Stands in for a source with an error. */
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

/** Fewer rows of the same tables, still in place: argument columns stay available. */
export function withFewerRows<P extends Plan>(relation: BoundRelation, plan: P): BoundRelation {
  return { ...relation, plan };
}

/** The columns of a relation on another plan, for stages such as `sort` that keep the columns. */
export function withPlan<P extends Plan>(relation: BoundRelation, plan: P): BoundRelation {
  return { ...relation, plan, table: null };
}

/** The columns of the rows, with others appended or replacing those of the same name; each with its fact. */
export function withColumns(
  { plan, facts }: BoundRelation,
  added: readonly (readonly [PlanColumn, StoredColumnFact | null])[],
): { readonly columns: PlanColumn[]; readonly facts: (StoredColumnFact | null)[] } {
  const all = { columns: [...plan.columns], facts: [...facts] };
  for (const [column, fact] of added) {
    const known = all.columns.findIndex(({ name }) => name === column.name);
    const at = known < 0 ? all.columns.length : known;
    [all.columns[at], all.facts[at]] = [column, fact];
  }
  return all;
}

/** Filters rows. A filter with an error lets all rows pass, since its statement will not run. */
export function filtered(rows: BoundRelation, condition: Expr | null, span: Span): BoundRelation {
  if (condition === null) return rows;
  const plan: FilterPlan = { op: "filter", input: rows.plan, condition, columns: rows.plan.columns, span };
  return { ...rows, plan };
}

/** The span for the plan: always in this text, even for a definition from another one. */
export function spanInText(span: Span, scope: Pick<Scope, "frame">): Span {
  return scope.frame?.anchor ?? span;
}
