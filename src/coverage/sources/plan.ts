/**
 * Plan nodes that only coverage traces can execute.
 * @module
 */

import type { Expr } from "../../query/plan/expressions.ts";
import type { Plan } from "../../query/plan/plan.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import { displayOf } from "../../tables/row_stager.ts";

/**
 * `gaps in WINDOW`, `heat in WINDOW`, `traces reaching ADDR`. Bounds are constants, and `high` is exclusive.
 * Columns of gaps: those of the table `gaps` (otherwise `addr end size`); of `reaching`: where a trace
 * reaches the window, and how often.
 */
export interface CoveragePlan extends Plan {
  readonly op: "gaps" | "heat" | "reaching";
  readonly low: Expr | null;
  readonly high: Expr | null;
  /** The module to which the window is restricted; null for any. */
  readonly module: string | null;
}

/** Creates columns of a source from their types; addresses and lines are displayed as such. */
export function planColumns(types: Readonly<Record<string, PlanColumn["type"]>>): PlanColumn[] {
  return Object.entries(types).map(([name, type]) => ({ name, type, display: displayOf({ name, type }) }));
}

/** `union of …`, `intersection of …`, `difference of …`, `complement of …`: set operations over coverage. */
export interface CoverageSetPlan extends Plan {
  readonly op: "union" | "intersection" | "difference" | "complement";
  /** Names of traces. */
  readonly traces: readonly string[];
  /** Traces that are subtracted, for a difference only. */
  readonly others: readonly string[];
  /** Whether outcomes must be equal, too. */
  readonly byOutcome: boolean;
}
