/**
 * `count`: the number of rows.
 * @module
 */

import { aggregateColumns, countAggregate } from "../analysis/bind_group.ts";
import { placed } from "../analysis/scope.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { StageNode } from "../syntax/ast.ts";
import type { QueryStage } from "./stage.ts";

/** `count`. */
interface CountNode extends StageNode {
  readonly keyword: "count";
}

/** Counts rows. */
export const count: QueryStage<CountNode> = {
  keyword: "count",
  usage: "count",
  summary: "The number of rows",
  examples: ["leaks | count", "count"],
  takesOperand: false,
  hidesRowCount: true,
  parse: (_, { span }) => ({ kind: "stage", keyword: "count", span }),
  print: () => "count",
  bind(_, node, input, frame) {
    const span = placed(node.span, { frame });
    const aggregates = [countAggregate("count", span)];
    const columns = aggregateColumns(aggregates);
    const plan: AggregatePlan = { op: "aggregate", input: input.plan, keys: [], aggregates, columns, span };
    return {
      plan,
      facts: [null],
      table: null,
      open: false,
      poisoned: new Set(),
    };
  },
};
