/**
 * Steps of plans that only coverage traces can answer.
 * @module
 */

import type { Expr } from "../../query/plan/expressions.ts";
import type { Plan } from "../../query/plan/plan.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import { displayOf } from "../../tables/row_stager.ts";

/**
 * `gaps in WINDOW`, `heat in WINDOW`, `traces reaching ADDR`; run by the coverage tables. Bounds are constants, `high`
 * is not included. Columns: those of the table `gaps` (else `addr end size`); where a trace reaches, and how often.
 */
export interface CoveragePlan extends Plan {
  readonly op: "gaps" | "heat" | "reaching";
  readonly low: Expr | null;
  readonly high: Expr | null;
  /** The only module that counts; null: any. */
  readonly module: string | null;
}

/** Columns of a source by their types; places are shown as such. */
export function planColumns(types: Readonly<Record<string, PlanColumn["type"]>>): PlanColumn[] {
  return Object.entries(types).map(([name, type]) => ({ name, type, display: displayOf({ name, type }) }));
}

/** `union of …`, `intersection of …`, `difference of …`, `complement of …`: what coverage traces cover together. */
export interface CoverageSetPlan extends Plan {
  readonly op: "union" | "intersection" | "difference" | "complement";
  /** Names of traces. */
  readonly traces: readonly string[];
  /** Traces that are taken away: of a difference only. */
  readonly others: readonly string[];
  /** Outcomes must agree too. */
  readonly byOutcome: boolean;
}
