/**
 * The context that expressions and operators need during a run.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { QueryError } from "../../base/errors.ts";
import type { Column } from "../../tables/column.ts";
import type { FamilyExpr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { FunctionContext } from "../plan/row_function.ts";
import type { Relation, RowSource, Workspace } from "./relation.ts";

/** A run of a query. */
export interface RunContext {
  /** Memory and cancellation. */
  readonly work: Workspace;
  /** The text of the script, for messages. */
  readonly source: string;
  /** Data that functions may look up. */
  readonly functions: FunctionContext;
  /** Runs another query. */
  run(plan: Plan): Relation;
  /** Column of a family over the rows of a table; made before the run. */
  family(expr: FamilyExpr, source: RowSource | null): Column;
  /**
   * If set, sums beyond 64 bits are null instead of an error, so that one damaged record does not make a
   * table unusable.
   */
  readonly largeSumsAreNull?: boolean;
}

/** Handles a sum beyond 64 bits: null, or an error. */
export function largeSum(context: RunContext, total: bigint, span: Span): null {
  if (context.largeSumsAreNull) return null;
  failAt(context, "Q402", `Sum does not fit into 64 bits: ${total}`, span);
}

/** Ends the query with an error at a position in the script. */
export function failAt(
  context: RunContext,
  code: string,
  message: string,
  span: Span,
  suggestion?: string,
): never {
  const diagnostic = { severity: "error" as const, code, message, span };
  throw new QueryError([suggestion ? { ...diagnostic, suggestion } : diagnostic], context.source, true);
}
