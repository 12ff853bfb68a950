/**
 * `explain`: what each step has done.
 * @module
 */

import { computedRelation, placed } from "../analysis/scope.ts";
import { constantsRelation } from "../operators/columns/constants.ts";
import type { StepReport } from "../operators/operator.ts";
import type { Plan } from "../plan/plan.ts";
import type { Constant, PlanColumn } from "../plan/values.ts";
import type { StageNode } from "../syntax/ast.ts";
import type { QueryStage } from "./stage.ts";

const COLUMNS: readonly PlanColumn[] = [
  { name: "step", type: "text", display: "plain" },
  { name: "rows_in", type: "u64", display: "plain" },
  { name: "rows", type: "u64", display: "plain" },
  { name: "blocks", type: "u64", display: "plain" },
  { name: "skipped", type: "u64", display: "plain" },
  { name: "read", type: "u64", display: "bytes" },
  { name: "threads", type: "u64", display: "plain" },
  { name: "ms", type: "f64", display: "plain" },
  { name: "how", type: "text", display: "plain" },
];

/** A row for each step that has run: what it was, and what `COLUMNS` say of it. */
interface ExplainPlan extends Plan {
  readonly op: "explain";
  readonly input: Plan;
}

const VALUES: Readonly<Record<string, (step: StepReport) => Constant>> = {
  // Steps of another pipeline, whose rows a step needs, are indented.
  step: (step) => "  ".repeat(step.depth) + step.detail,
  rows_in: (step) => BigInt(step.rowsIn),
  rows: (step) => BigInt(step.rowsOut),
  blocks: (step) => BigInt(step.blocks),
  skipped: (step) => BigInt(step.blocksSkipped),
  read: (step) => BigInt(step.bytesRead),
  threads: (step) => BigInt(step.threads),
  how: (step) => step.how || null,
  ms: (step) => Math.round(step.milliseconds * 1000) / 1000,
};

/** The plan, with rows and time. */
export const explain: QueryStage<StageNode, ExplainPlan> = {
  keyword: "explain",
  usage: "explain",
  summary:
    "Runs the query and shows its plan: rows and time per step, blocks that filters looked at and those that \
they skipped by their smallest and largest values, bytes read from disk, threads that took part, and how it was done",
  examples: ["leaks | where size > 1K | explain"],
  takesOperand: false,
  hidesRowCount: true,
  comesLast: "explain comes last: leaks | take 3 | explain",
  parse: (_, { span }) => ({ kind: "stage", keyword: "explain", span }),
  print: () => "explain",
  bind(_, node, input, frame) {
    const span = placed(node.span, { frame });
    return computedRelation<ExplainPlan>({ op: "explain", input: input.plan, columns: COLUMNS, span });
  },
  step: {
    op: "explain",
    print: () => "explain",
    run({ columns }, _, context) {
      const { reports } = context;
      const lists = columns.map(({ name }) => reports.map((step) => VALUES[name]?.(step) ?? null));
      return constantsRelation(columns, lists, reports.length, context);
    },
  },
};
