/**
 * Steps shared by sources and several stages.
 * @module
 */

import type { BoundAggregate, Expr, NamedExpr } from "./expressions.ts";
import type { Plan } from "./plan.ts";
import type { BoundPoint } from "./statement.ts";

/** A table of one trace, or of all open traces that have it. `live` and `leaks` are `allocs` with a point. */
export interface ScanPlan extends Plan {
  readonly op: "scan";
  readonly table: string;
  /** Name of the trace; null = all. */
  readonly trace: string | null;
  /** If set, only allocations that are live at this point, with their size at that point. */
  readonly point: BoundPoint | null;
  /** True if `table` names the result of an earlier statement (named with `as`, or `_`). */
  readonly kept?: boolean;
}

/** Keeps the rows that satisfy the condition. */
export interface FilterPlan extends Plan {
  readonly op: "filter";
  readonly input: Plan;
  readonly condition: Expr;
  /** Name of the step that the filter was written after, if it was pushed below that step. */
  readonly before?: string;
}

/** Adds columns at the end; a column with an existing name replaces that column in place. */
export interface ExtendPlan extends Plan {
  readonly op: "extend";
  readonly input: Plan;
  readonly added: readonly NamedExpr[];
}

/** Keeps or computes exactly these columns (`select`, `drop`, `rename`). */
export interface ProjectPlan extends Plan {
  readonly op: "project";
  readonly input: Plan;
  readonly list: readonly NamedExpr[];
}

/**
 * Groups rows: one row per distinct key, or a single row if there are no keys. `distinct` has no aggregates.
 * If no sort follows a `by`, `order` gives the order. Columns: keys, then aggregates.
 */
export interface AggregatePlan extends Plan {
  readonly op: "aggregate";
  readonly input: Plan;
  readonly keys: readonly NamedExpr[];
  readonly aggregates: readonly BoundAggregate[];
}

/** Whether the aggregation only counts rows, without groups. */
export function onlyCounts({ keys, aggregates }: AggregatePlan): boolean {
  return keys.length === 0 &&
    aggregates.every(({ fn, arg, condition }) => fn.countsRows && !arg && !condition);
}

/** A sort key. */
interface PlanSortKey {
  readonly expr: Expr;
  readonly descending: boolean;
  /** Nulls come first; by default they come last, in either direction. */
  readonly nullsFirst?: true;
}

/** Sorts rows stably; with `limit`, keeps only the first ones (top N). */
export interface SortPlan extends Plan {
  readonly op: "sort";
  readonly input: Plan;
  readonly keys: readonly PlanSortKey[];
  readonly limit: number | null;
}
