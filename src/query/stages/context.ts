/**
 * Rows with their neighbours: `before` and `after`.
 * @module
 */

import { bindNumber } from "../analysis/bind_order.ts";
import { scopeOf, spanInText, withFewerRows } from "../analysis/scope.ts";
import { type ContextPlan, runContextRows } from "../operators/scan/limit.ts";
import { isStep, type Plan } from "../plan/plan.ts";
import type { FilterPlan } from "../plan/steps.ts";
import { type RowCountNode, rowCountSyntax } from "./row_counts.ts";
import type { QueryStage } from "./stage.ts";

/** Adds the rows before each row. */
export const before: QueryStage<RowCountNode, ContextPlan> = context(
  "before",
  "Each row with the N rows before it in the trace",
  ["events | where kind == realloc and size > 100 | before 2"],
);
/** Adds the rows after each row. */
export const after: QueryStage<RowCountNode, ContextPlan> = context(
  "after",
  "Each row with the N rows after it in the trace",
  ["events | where seq == 100 | before 2 | after 2"],
);

/** Creates a stage; consecutive `before` and `after` stages share one plan step. */
function context(
  keyword: "before" | "after",
  summary: string,
  examples: readonly string[],
): QueryStage<RowCountNode, ContextPlan> {
  return {
    ...rowCountSyntax(keyword, summary, examples),
    step: {
      op: "context",
      print: (plan) => `context before ${plan.before} after ${plan.after}`,
      run: (plan, [input], context) => runContextRows(plan, input!, context),
    },
    bind(binder, node, input, frame) {
      const count = bindNumber(binder, node.count, scopeOf(input, frame), 0);
      const { plan } = input;
      const { columns } = plan;
      const span = spanInText(node.span, { frame });
      const around = isStep<ContextPlan>(plan, "context") ? plan : null;
      const inner = around?.input ?? plan;
      if (!isFilteredScan(inner)) {
        if (!input.open) {
          const message = `"${keyword}" needs the rows of a table, with filters only`;
          const suggestion = `put it directly after the filters: events | where … | ${keyword} 10`;
          binder.report("Q223", message, node, { frame }, suggestion);
        }
        return input;
      }
      if (count === null) return input;
      return withFewerRows<ContextPlan>(input, {
        op: "context",
        input: inner,
        before: keyword === "before" ? count : around?.before ?? 0,
        after: keyword === "after" ? count : around?.after ?? 0,
        columns,
        span,
      });
    },
  };
}

function isFilteredScan(plan: Plan): boolean {
  let at = plan;
  while (isStep<FilterPlan>(at, "filter")) at = at.input;
  return at.op === "scan";
}
