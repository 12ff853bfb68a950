/**
 * What an operator is: takes relations, gives one. Plan node and operator share their name.
 * @module
 */

import type { CoveragePlan, CoverageSetPlan, Plan } from "../plan/plan.ts";
import type { RunContext } from "../execution/context.ts";
import type { Relation } from "../execution/relation.ts";

/** The tables of the open traces, as the executor sees them. */
export interface TableProvider {
  /** Tables of this name, one for each trace that has it (or for the one named), with the point's rows selected. */
  scan(plan: Plan & { op: "scan" }, context: RunContext): Relation;
  /** Runs what only coverage tables can answer. */
  coverage(plan: CoveragePlan | CoverageSetPlan, context: OperatorContext): Relation;
}

/** Work in small steps: between two of them the query can be cancelled. */
export type Steps<T> = Generator<void, T>;

/** Does all steps at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  while (true) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** What `explain` learns while a query runs. */
export interface StepReport {
  readonly name: string;
  readonly detail: string;
  readonly rowsIn: number;
  readonly rowsOut: number;
  readonly blocks: number;
  readonly blocksSkipped: number;
  readonly milliseconds: number;
}

/** Context of operators: expressions' context plus tables and measuring. */
export interface OperatorContext extends RunContext {
  readonly tables: TableProvider;
  /** Blocks that a filter settled by zone map, for the step at hand. */
  countBlocks(looked: number, skipped: number): void;
  /** Keeps a relation under a name (`as`). */
  keep(name: string, relation: Relation): void;
}
