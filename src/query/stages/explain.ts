/**
 * `explain`: what each step has done.
 * @module
 */

import { computedRelation, placed } from "../analysis/scope.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { StageNode } from "../syntax/ast.ts";
import type { QueryStage } from "./stage.ts";

const COLUMNS: readonly PlanColumn[] = [
  { name: "step", type: "text", display: "plain" },
  { name: "rows_in", type: "u64", display: "plain" },
  { name: "rows", type: "u64", display: "plain" },
  { name: "blocks", type: "u64", display: "plain" },
  { name: "skipped", type: "u64", display: "plain" },
  { name: "ms", type: "f64", display: "plain" },
];

/** `explain`. */
interface ExplainNode extends StageNode {
  readonly keyword: "explain";
}

/** The plan, with rows and time. */
export const explain: QueryStage<ExplainNode> = {
  keyword: "explain",
  usage: "explain",
  summary: "Shows the plan with rows and time per stage",
  examples: ["leaks | where size > 1K | explain"],
  takesOperand: false,
  hidesRowCount: true,
  comesLast: "explain comes last: leaks | take 3 | explain",
  parse: (_, { span }) => ({ kind: "stage", keyword: "explain", span }),
  print: () => "explain",
  bind(_, node, input, frame) {
    const span = placed(node.span, { frame });
    return computedRelation({ op: "explain", input: input.plan, columns: COLUMNS, span });
  },
};
