/**
 * A source with a keyword of its own: its syntax, documentation, binding and execution. To add one, write a
 * file that exports it and list it in `language/registry.ts`.
 * @module
 */

import type { Binder } from "../analysis/binder.ts";
import type { BoundRelation, DefinitionUse } from "../analysis/scope.ts";
import type { PlanStep } from "../operators/operator.ts";
import type { Plan } from "../plan/plan.ts";
import type { SourceNode } from "../syntax/ast.ts";
import type { SourceSyntax } from "../syntax/language.ts";

/**
 * One source of the query language. Parser, printer, help, completion, binder and executor use these objects.
 */
export interface QuerySource<N extends SourceNode = SourceNode, P extends Plan = Plan>
  extends SourceSyntax<N> {
  /** Binds the source to its rows. After an error, nothing is known about their columns. */
  bind(binder: Binder, node: N, frame: DefinitionUse | null): BoundRelation;
  /** The plan step that the source adds, unless another source provides it. */
  readonly step?: PlanStep<P>;
}
