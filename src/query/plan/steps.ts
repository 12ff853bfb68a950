/**
 * Steps that sources and several stages are made of.
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
  /** Only lives that are alive then, with the size they had. */
  readonly point: BoundPoint | null;
  /** True when `table` is the name of a result that an earlier statement has kept (by `as`, or `_`). */
  readonly kept?: boolean;
}

/** Rows that pass. */
export interface FilterPlan extends Plan {
  readonly op: "filter";
  readonly input: Plan;
  readonly condition: Expr;
  /** Step after which it was written, where it is tested first. */
  readonly before?: string;
}

/** Columns added after the others; one of the same name is replaced in its place. */
export interface ExtendPlan extends Plan {
  readonly op: "extend";
  readonly input: Plan;
  readonly added: readonly NamedExpr[];
}

/** Exactly these columns (`select`, `drop`, `rename`). */
export interface ProjectPlan extends Plan {
  readonly op: "project";
  readonly input: Plan;
  readonly list: readonly NamedExpr[];
}

/** One row per distinct key (one row in all without keys). `distinct` has no aggregates. `by` without a following
 * sort is ordered as `order` says. Columns: keys, then aggregates. */
export interface AggregatePlan extends Plan {
  readonly op: "aggregate";
  readonly input: Plan;
  readonly keys: readonly NamedExpr[];
  readonly aggregates: readonly BoundAggregate[];
}

/** Whether groups are one, of which nothing is asked but how many rows it has. */
export function onlyCounts({ keys, aggregates }: AggregatePlan): boolean {
  return keys.length === 0 &&
    aggregates.every(({ fn, arg, condition }) => fn.countsRows && !arg && !condition);
}

/** What rows are sorted by. */
interface PlanSortKey {
  readonly expr: Expr;
  readonly descending: boolean;
  /** Rows without a value come first; otherwise they come last, whatever the direction. */
  readonly nullsFirst?: true;
}

/** Sorted rows, stable; with `limit` only the first ones (top N). */
export interface SortPlan extends Plan {
  readonly op: "sort";
  readonly input: Plan;
  readonly keys: readonly PlanSortKey[];
  readonly limit: number | null;
}
