/**
 * `where`: keeps rows that satisfy a filter.
 * @module
 */

import { bindFilter } from "../analysis/bind_filter.ts";
import { filtered, scopeOf, spanInText } from "../analysis/scope.ts";
import { forecastFilter, runFilter } from "../operators/scan/filter.ts";
import type { FilterPlan } from "../plan/steps.ts";
import type { Expression, StageNode } from "../syntax/ast.ts";
import { NOWHERE } from "../syntax/build_nodes.ts";
import { parseExpression } from "../syntax/parse_expression.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** The stage `where condition`. */
interface WhereNode extends StageNode {
  readonly condition: Expression;
}

/** Creates the syntax node of `where`. */
export function whereNode(condition: Expression): StageNode {
  const node: WhereNode = { kind: "stage", keyword: "where", condition, span: NOWHERE };
  return node;
}

/** Keeps the rows that satisfy a filter. */
export const where: QueryStage<WhereNode, FilterPlan> = {
  keyword: "where",
  usage: "where FILTER",
  summary: "Keeps the rows that pass a filter",
  examples: [
    "events | where size > 1K and kind == alloc",
    "size > 1K | where func is not null | count",
  ],
  takesOperand: true,
  elsewhere: [{ word: "filter" }, { word: "having" }, { word: "grep" }],
  called: ["search", "if", "whose", "query"],
  loosely: (operand, reader) => `where ${reader.condition(operand)}`,
  parse: (state, { span }) => ({ kind: "stage", keyword: "where", condition: parseExpression(state), span }),
  print: (node, writer) => `where ${writer.expression(node.condition)}`,
  wants: () => expectsExpression("filter"),
  bind(binder, node, input, frame) {
    const condition = bindFilter(binder, node.condition, scopeOf(input, frame));
    return filtered(input, condition, spanInText(node.span, { frame }));
  },
  step: {
    op: "filter",
    print(plan, printer) {
      const before = plan.before === undefined ? "" : ` before ${plan.before}`;
      return `filter ${printer.expr(plan.condition, plan.input.columns)}${before}`;
    },
    run: (plan, [input], context, limit) => runFilter(plan, input!, context, limit),
    forecast: (plan, [input], context) => forecastFilter(plan, input!, context),
    split(plan, waits) {
      const { condition } = plan;
      if (condition.op !== "and") return null;
      const later = condition.operands.filter(waits);
      const first = condition.operands.filter((each) => !waits(each));
      if (later.length === 0 || first.length === 0) return null;
      return [
        { ...plan, condition: { ...condition, operands: first } },
        { ...plan, condition: { ...condition, operands: later } },
      ];
    },
  },
};
