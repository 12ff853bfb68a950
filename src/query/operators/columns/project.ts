/**
 * `extend`, `select`, `drop`, `rename`: other columns over the same rows. Computed columns stay computations until
 * somebody reads them.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import type { Part, Relation } from "../../execution/relation.ts";
import type { Expr, NamedExpr } from "../../plan/expressions.ts";
import type { ExtendPlan, ProjectPlan } from "../../plan/steps.ts";
import type { OperatorContext } from "../operator.ts";

/** Adds columns; one of a known name replaces that. */
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

/** Exactly the listed columns. */
export function runProject(plan: ProjectPlan, input: Relation, context: OperatorContext): Relation {
  const parts = input.parts.map((part) => ({
    ...part,
    columns: compileAll(plan.list, part, context).map((each) => each.column),
  }));
  return { columns: plan.columns, parts };
}

/**
 * Computed columns without a name after those that there are. Arguments of calls are found by the trace that a row is from:
 * whoever copies rows of several traces together computes first.
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
