/**
 * `unwind`: one row per stack frame.
 * @module
 */

import { stackColumn } from "../analysis/bind_stack.ts";
import { openRelation, spanInText, withColumns } from "../analysis/scope.ts";
import { runUnwind, type UnwindPlan } from "../operators/stack/unwind.ts";
import { columnName } from "../plan/plan_printer.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { StageNode } from "../syntax/ast.ts";
import type { QueryStage } from "./stage.ts";

/** Columns of a row for a stack frame. */
const FRAME_COLUMNS: readonly PlanColumn[] = [
  { name: "level", type: "u64", display: "plain" },
  { name: "addr", type: "u64", display: "hex" },
  { name: "func", type: "text", display: "plain" },
  { name: "module", type: "text", display: "plain" },
  { name: "offset", type: "u64", display: "hex" },
  { name: "file", type: "text", display: "plain" },
  { name: "line", type: "u64", display: "plain" },
];

/** Replaces each row by one row per frame of its stack. */
export const unwind: QueryStage<StageNode, UnwindPlan> = {
  keyword: "unwind",
  usage: "unwind",
  summary:
    "One row per stack frame; func is what func_at() gives: without a function its module and offset, or its \
address",
  examples: ["profile | take 1 | unwind"],
  takesOperand: false,
  parse: (_, { span }) => ({ kind: "stage", keyword: "unwind", span }),
  print: () => "unwind",
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const stack = stackColumn(binder, node, input, frame);
    if (stack < 0) return openRelation(span);
    const { columns, facts } = withColumns(input, FRAME_COLUMNS.map((column) => [column, null]));
    const plan: UnwindPlan = { op: "unwind", input: input.plan, stack, columns, span };
    return { ...input, plan, facts, table: null };
  },
  step: {
    op: "unwind",
    print: (plan) => `unwind ${columnName(plan.input.columns, plan.stack)}`,
    run: (plan, [input], context) => runUnwind(plan, input!, context),
  },
};
