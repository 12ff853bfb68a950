/**
 * A stage: its syntax, documentation, binding and execution. To add one, write a file that exports it and
 * list it in `registry.ts`.
 * @module
 */

import type { Binder } from "../analysis/binder.ts";
import type { BoundRelation, DefinitionUse } from "../analysis/scope.ts";
import type { PlanStep } from "../operators/operator.ts";
import type { Plan } from "../plan/plan.ts";
import type { StageNode } from "../syntax/ast.ts";
import type { StageSyntax } from "../syntax/language.ts";

/**
 * One stage of the query language. Parser, printer, help, completion, binder and executor use these objects.
 */
export interface QueryStage<N extends StageNode = StageNode, P extends Plan = Plan> extends StageSyntax<N> {
  /**
   * Binds the stage to its output rows. After an error, the result has unknown columns, or is the input
   * itself.
   */
  bind(binder: Binder, node: N, input: BoundRelation, frame: DefinitionUse | null): BoundRelation;
  /** The plan step that the stage adds, unless its rows come from steps that other stages provide. */
  readonly step?: PlanStep<P>;
}
