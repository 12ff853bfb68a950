/**
 * `extend`, `select`, `drop`, `rename`: other columns over the same rows. Computed columns are evaluated
 * lazily.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import type { Part, Relation } from "../../execution/relation.ts";
import type { Expr, NamedExpr } from "../../plan/expressions.ts";
import type { ExtendPlan, ProjectPlan } from "../../plan/steps.ts";
import type { OperatorContext } from "../operator.ts";

/** Adds columns; one with an existing name replaces it. */
export function runExtend(plan: ExtendPlan, input: Relation, context: OperatorContext): Relation {
  const parts = input.parts.map((part) => {
    const columns = [...part.columns];
    for (const added of compileAll(plan.added, part, context)) {
      const at = plan.columns.findIndex((each) => each.name === added.name);
      columns[at] = added.column;
    }
    return { ...part, columns };
  });
  return { columns: plan.columns, parts };
}

/** Projects to exactly the listed columns. */
export function runProject(plan: ProjectPlan, input: Relation, context: OperatorContext): Relation {
  const parts = input.parts.map((part) => ({
    ...part,
    columns: compileAll(plan.list, part, context).map((each) => each.column),
  }));
  return { columns: plan.columns, parts };
}

/**
 * Appends unnamed computed columns. Argument columns depend on the trace of a row, so they must be computed
 * before rows of several traces are copied together.
 */
export function withComputed(input: Relation, exprs: readonly Expr[], context: OperatorContext): Relation {
  const added = exprs.map(({ type }) => ({ name: "", type, display: "plain" as const }));
  const parts = input.parts.map((part): Part => {
    const compiler = new ExpressionCompiler(context, part);
    return { ...part, columns: [...part.columns, ...exprs.map((each) => compiler.compile(each))] };
  });
  return { columns: [...input.columns, ...added], parts };
}

function compileAll(
  list: readonly NamedExpr[],
  part: Part,
  context: OperatorContext,
): { name: string; column: Column }[] {
  const compiler = new ExpressionCompiler(context, part);
  return list.map(({ name, expr }) => ({ name, column: compiler.compile(expr) }));
}
