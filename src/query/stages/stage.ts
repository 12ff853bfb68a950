/**
 * A stage: how it is written, what is said of it, and what its rows become. To add one, write a file that exports it
 * and put it into `registry.ts`.
 * @module
 */

import type { Binder } from "../analysis/binder.ts";
import type { BoundRelation, Frame } from "../analysis/scope.ts";
import type { PlanStep } from "../operators/operator.ts";
import type { Plan } from "../plan/plan.ts";
import type { StageNode } from "../syntax/ast.ts";
import type { StageSyntax } from "../syntax/language.ts";

/** One stage of the query language; parser, printer, help, completion, binder and executor read it. */
export interface QueryStage<N extends StageNode = StageNode, P extends Plan = Plan> extends StageSyntax<N> {
  /** The rows that come out of it. After an error the result has no columns that are known, or is the input. */
  bind(binder: Binder, node: N, input: BoundRelation, frame: Frame | null): BoundRelation;
  /** The step of plans that it brings, unless its rows are made of steps that others bring. */
  readonly step?: PlanStep<P>;
}
