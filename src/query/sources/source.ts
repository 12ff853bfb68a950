/**
 * A source that begins with a word of its own: how it is written, what is said of it, what its rows are and how they are
 * made. To add one, write a file that exports it and put it into `language/registry.ts`.
 * @module
 */

import type { Binder } from "../analysis/binder.ts";
import type { BoundRelation, Frame } from "../analysis/scope.ts";
import type { PlanStep } from "../operators/operator.ts";
import type { Plan } from "../plan/plan.ts";
import type { SourceNode } from "../syntax/ast.ts";
import type { SourceSyntax } from "../syntax/language.ts";

/** One source of the query language; parser, printer, help, completion, binder and executor read it. */
export interface QuerySource<N extends SourceNode = SourceNode, P extends Plan = Plan>
  extends SourceSyntax<N> {
  /** Its rows. After an error nothing is known of their columns. */
  bind(binder: Binder, node: N, frame: Frame | null): BoundRelation;
  /** The step of plans that it brings, unless another source brings it. */
  readonly step?: PlanStep<P>;
}
