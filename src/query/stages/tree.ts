/**
 * `tree`: shows stacks as a call tree; `down` starts at the outermost function, `up` at the innermost.
 * @module
 */

import { stackColumn } from "../analysis/bind_stack.ts";
import { openRelation, spanInText } from "../analysis/scope.ts";
import { runTree, type StackPlan } from "../operators/stack/stacks.ts";
import { columnName } from "../plan/plan_printer.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { StageNode } from "../syntax/ast.ts";
import { rowsFromStacks, takesUnfolded, UNFOLDED, UNFOLDED_WORD } from "./stack_steps.ts";
import type { QueryStage } from "./stage.ts";

const TREE_COLUMNS: readonly PlanColumn[] = [
  { name: "level", type: "u64", display: "plain" },
  { name: "func", type: "text", display: "plain" },
  { name: "count", type: "u64", display: "plain" },
];

/** `tree [up|down] [unfolded]`. */
interface TreeNode extends StageNode {
  readonly direction: "up" | "down" | null;
  readonly isUnfolded: boolean;
}

/** Shows stacks as a call tree. */
export const tree: QueryStage<TreeNode, StackPlan> = {
  keyword: "tree",
  usage: "tree [up|down] [unfolded]",
  summary: "Rows with stacks as a call tree: their count, and the sum of the column size",
  examples: [
    "profile | tree",
    "profile | extend size = live_bytes | tree",
    "profile | where live_bytes > 0 | tree up",
  ],
  takesOperand: false,
  words: [
    { word: "up", doc: "From the innermost functions up to their callers", ends: true },
    { word: "down", doc: "From the outermost functions down to what they call", ends: true },
    UNFOLDED_WORD,
  ],
  parse(state, { span }) {
    const direction = state.takeWord("up") ? "up" : state.takeWord("down") ? "down" : null;
    return { kind: "stage", keyword: "tree", direction, isUnfolded: takesUnfolded(state), span };
  },
  print: ({ direction, isUnfolded }) =>
    ["tree", ...(direction === null ? [] : [direction]), ...(isUnfolded ? [UNFOLDED] : [])].join(" "),
  wordsAfter: ({ direction, isUnfolded }) =>
    isUnfolded ? [] : [...(direction === null ? ["up", "down"] : []), UNFOLDED],
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const stack = stackColumn(binder, node, input, frame);
    if (stack < 0) return openRelation(span);
    return rowsFromStacks(input, TREE_COLUMNS, {
      op: "tree",
      stack,
      pattern: null,
      direction: node.direction ?? "down",
      isFolded: !node.isUnfolded,
      span,
    });
  },
  step: {
    op: "tree",
    print: ({ direction, isFolded, input, stack }) =>
      `tree ${direction}${isFolded ? "" : ` ${UNFOLDED}`} of ${columnName(input.columns, stack)}`,
    run: (plan, [input], context) => runTree(plan, input!, context),
  },
};
