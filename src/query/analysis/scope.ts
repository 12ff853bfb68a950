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

/** The stored column whose values a column of a relation shows unchanged. */
export interface StoredColumnFact {
  readonly table: string;
  readonly trace: string | null;
  readonly column: CatalogColumn;
}

/** A bound part of a pipeline: its plan, and facts about its columns. */
export interface BoundRelation {
  readonly plan: Plan;
  /** One entry per column of the plan; null for a computed column. */
  readonly facts: readonly (StoredColumnFact | null)[];
  /** The table that the rows come from, if only filters and new columns were applied since. */
  readonly table: CatalogTable | null;
  /** The columns are unknown because the source has an error; unknown names are not reported. */
  readonly open: boolean;
  /** Columns whose definition has an error; using such a column is not reported again. */
  readonly poisoned: ReadonlySet<string>;
}

/** The expression passed for a parameter, and the frame in which its names are looked up. */
export interface Argument {
  readonly node: Expression;
  readonly frame: DefinitionUse | null;
}

/** A use of a definition. */
export interface DefinitionUse {
  readonly params: ReadonlyMap<string, Argument>;
  /** Names of the surrounding definitions, innermost first: expanding one of them again would never end. */
  readonly chain: readonly string[];
  /** The position of the use if the definition is in another text; all spans are replaced by it. */
  readonly anchor: Span | null;
}

/** Collects aggregates found inside an expression and returns the column for each. */
export interface AggregateCollector {
  add(node: Expression, scope: Scope): Expr | null;
  /** Set if it collects window functions as well. */
  readonly ofWindows?: true;
}

/** Everything that is needed to bind an expression. */
export interface Scope {
  readonly columns: readonly PlanColumn[];
  readonly facts: readonly (StoredColumnFact | null)[];
  readonly table: CatalogTable | null;
  readonly open: boolean;
  readonly poisoned: ReadonlySet<string>;
  readonly frame: DefinitionUse | null;
  /** Report no warnings about the data, because the value does not filter anything. */
  readonly quiet: boolean;
  /** Collects aggregates; null if they are not allowed. */
  readonly collector: AggregateCollector | null;
  /** Columns before grouping, to explain why one of them is missing. */
  readonly ungrouped: readonly PlanColumn[];
}

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the scope of the columns of a relation. */
export function scopeOf(relation: BoundRelation, frame: DefinitionUse | null): Scope {
  const { plan: { columns }, facts, table, open, poisoned } = relation;
  return { ...emptyScope(frame), columns, facts, table, open, poisoned };
}

/** Returns a scope without columns, for row counts and other constants. */
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

/** Returns a relation that replaces a source with an error. */
export function openRelation(span: Span): BoundRelation {
  const plan: ScanPlan = { op: "scan", table: "", trace: null, point: null, columns: [], span };
  return { plan, facts: [], table: null, open: true, poisoned: NOTHING };
}

/** Returns a relation with computed columns only. */
export function computedRelation<P extends Plan>(
  plan: P,
  poisoned: ReadonlySet<string> = NOTHING,
): BoundRelation {
  return { plan, facts: plan.columns.map(() => null), table: null, open: false, poisoned };
}

/**
 * Returns a relation with fewer rows of the same tables; argument columns stay available, because the rows
 * are not copied.
 */
export function withFewerRows<P extends Plan>(relation: BoundRelation, plan: P): BoundRelation {
  return { ...relation, plan };
}

/** Returns the columns of a relation with another plan, for stages such as `sort` that keep the columns. */
export function withPlan<P extends Plan>(relation: BoundRelation, plan: P): BoundRelation {
  return { ...relation, plan, table: null };
}

/**
 * Returns the columns of the rows, with others appended or replacing those of the same name; each with its
 * fact.
 */
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

/** Filters rows. A filter with an error is ignored, because its statement will not run. */
export function filtered(rows: BoundRelation, condition: Expr | null, span: Span): BoundRelation {
  if (condition === null) return rows;
  const plan: FilterPlan = { op: "filter", input: rows.plan, condition, columns: rows.plan.columns, span };
  return { ...rows, plan };
}

/** Returns the span for the plan: always a span in this text, even for a definition from another text. */
export function spanInText(span: Span, scope: Pick<Scope, "frame">): Span {
  return scope.frame?.anchor ?? span;
}
