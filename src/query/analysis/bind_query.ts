/**
 * Binds queries inside expressions: their single value, or their first column as a list of values.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { ProjectPlan } from "../plan/steps.ts";
import { coerce, isNumber, typeText } from "../plan/types.ts";
import type { Expression, Pipeline, Source } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { fitComparison } from "./fit_comparison.ts";
import { columnExpr, testExpr } from "./make_expressions.ts";
import { type BoundRelation, type Scope, spanInText } from "./scope.ts";
import { listFirst, plural, quote } from "./message_words.ts";

/** Binds a pipeline as a single value; it must have one column and give at most one row. */
export function bindScalarQuery(
  binder: Binder,
  pipeline: Pipeline,
  scope: Scope,
  use: Expression,
): Expr | null {
  const relation = binder.deeper(use, scope, () => binder.pipeline(pipeline, scope.frame));
  if (relation === null || relation.open) return null;
  const { columns } = relation.plan;
  const [first] = columns;
  if (columns.length !== 1 || first === undefined) {
    if (relation.poisoned.size > 0) return null;
    const message = `Query has ${plural(columns.length, "column")}, expected a single value`;
    return binder.report("Q220", message, use, scope, "end it with count, summarize or select");
  }
  const span = spanInText(use.span, scope);
  return { op: "scalarPlan", plan: relation.plan, type: first.type, span };
}

/** Binds `operand in (pipeline)`. */
export function bindInQuery(
  binder: Binder,
  operand: Expr,
  choices: Pipeline | Source,
  use: Expression,
  scope: Scope,
  negated: boolean,
): Expr | null {
  const relation = binder.deeper(use, scope, () => bindRows(binder, choices, scope));
  if (relation === null || relation.open) return null;
  const span = spanInText(use.span, scope);
  const plan = singleColumn(binder, relation, operand, use, scope);
  if (plan === null) return null;
  const first = plan.columns[0]!;
  const fitted = fitComparison(operand, { op: "column", index: 0, type: first.type, span });
  const value = fitted === undefined || isNumber(operand.type) ? operand : coerce(operand, first.type);
  if (fitted === undefined || value === undefined) {
    const message = `Cannot look for ${typeText(operand.type)} in column ${quote(first.name)}, which is ${
      typeText(first.type)
    }`;
    return binder.report("Q206", message, use, scope);
  }
  const test: Expr = { op: "inPlan", operand: value, plan, type: "bool", span };
  return testExpr(operand, test, negated, span);
}

/** Returns the plan reduced to the column to search: its only one, or the one named like the operand. */
function singleColumn(
  binder: Binder,
  { plan }: BoundRelation,
  operand: Expr,
  use: Expression,
  scope: Scope,
): Plan | null {
  const { columns, span } = plan;
  if (columns.length === 1) return plan;
  const name = operand.op === "column" ? scope.columns[operand.index]?.name : undefined;
  const index = columns.findIndex((column) => column.name === name);
  if (index < 0) {
    const message = `Query has ${plural(columns.length, "column")}, expected one to look in`;
    const suggestion = `end it with select and one of: ${listFirst(columns.map((column) => column.name), 8)}`;
    return binder.report("Q220", message, use, scope, suggestion);
  }
  const column = columns[index]!;
  const list = [{ name: column.name, expr: columnExpr(plan, index, span), display: column.display }];
  const project: ProjectPlan = { op: "project", input: plan, list, columns: [column], span };
  return project;
}

function bindRows(binder: Binder, node: Pipeline | Source, scope: Scope): BoundRelation | null {
  return node.kind === "pipeline" ? binder.pipeline(node, scope.frame) : binder.source(node, scope.frame);
}
