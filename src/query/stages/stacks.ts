/**
 * Stages that look into stacks: who calls a function (`callers of`), rows whose stack has one (`through`), and the call
 * tree (`tree`): `down` goes from the outermost function, `up` from the innermost.
 * @module
 */

import { sizeIndex } from "../analysis/bind_group.ts";
import { bindPattern, stackColumn, withBytes } from "../analysis/bind_stack.ts";
import { computedRelation, openRelation, placed, withPlan } from "../analysis/scope.ts";
import { runCallers, runThrough, runTree, type StackPlan } from "../operators/stacks.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression, StageNode } from "../syntax/ast.ts";
import { parsePattern } from "../syntax/parse_words.ts";
import type { QueryStage } from "./stage.ts";
import { columnName } from "../plan/plan_printer.ts";

/** The step with its pattern, as `through glob "net_*" in stack`. */
function printStackPattern({ op, pattern, input, stack }: StackPlan): string {
  const text = pattern === null ? "" : `${pattern.how} ${JSON.stringify(pattern.pattern)} `;
  return `${op} ${text}in ${columnName(input.columns, stack)}`;
}

const CALLER_COLUMNS: readonly PlanColumn[] = [
  { name: "func", type: "text", display: "plain" },
  { name: "count", type: "u64", display: "plain" },
];

/** `callers of PATTERN`; the pattern is a word, a string or a regex. */
interface CallersNode extends StageNode {
  readonly pattern: Expression;
}

/** Counts callers. */
export const callers: QueryStage<CallersNode, StackPlan> = {
  keyword: "callers",
  usage: "callers of NAME",
  summary: "Who calls a function, by the stacks of the rows",
  examples: ["profile | callers of main"],
  takesOperand: true,
  begins: (next) => next.word === "of" ? true : undefined,
  parse(state, { span }) {
    if (!state.takeWord("of")) {
      state.expected('"of"', "Q101", "for example callers of malloc");
    }
    return { kind: "stage", keyword: "callers", pattern: parsePattern(state, 'after "callers of"'), span };
  },
  print: (node, writer) => `callers of ${writer.pattern(node.pattern)}`,
  wants: (_node, _part, previous) =>
    previous.role === "stage" ? [{ want: "words", words: ["of"] }] : [{ want: "function" }],
  wordsAfter: (_, previous) => previous.role === "stage" ? ["of"] : [],
  bind(binder, node, input, frame) {
    const span = placed(node.span, { frame });
    const stack = stackColumn(binder, node, input, frame);
    const pattern = bindPattern(binder, node.pattern, "callers of net_*", frame);
    if (stack < 0 || pattern === null) return openRelation(span);
    const size = sizeIndex(input);
    return computedRelation<StackPlan>({
      op: "callers",
      input: input.plan,
      stack,
      size,
      pattern,
      direction: "up",
      columns: withBytes(CALLER_COLUMNS, size),
      span,
    });
  },
  step: {
    op: "callers",
    print: printStackPattern,
    run: (plan, [input], context) => runCallers(plan, input!, context),
  },
};

/** `through PATTERN`; the pattern is a word, a string or a regex. */
interface ThroughNode extends StageNode {
  readonly pattern: Expression;
}

/** Keeps rows by their stacks. */
export const through: QueryStage<ThroughNode, StackPlan> = {
  keyword: "through",
  usage: "through GLOB",
  summary: "Rows whose stack passes through a function",
  examples: ["profile | through read_* | select func, live_bytes"],
  takesOperand: true,
  parse(state, { span }) {
    return { kind: "stage", keyword: "through", pattern: parsePattern(state, 'after "through"'), span };
  },
  print: (node, writer) => `through ${writer.pattern(node.pattern)}`,
  wants: () => [{ want: "function" }],
  bind(binder, node, input, frame) {
    const span = placed(node.span, { frame });
    const stack = stackColumn(binder, node, input, frame);
    const pattern = bindPattern(binder, node.pattern, "through net_*", frame);
    if (stack < 0 || pattern === null) return input;
    const { plan } = input;
    return withPlan<StackPlan>(input, {
      op: "through",
      input: plan,
      stack,
      size: sizeIndex(input),
      pattern,
      direction: "up",
      columns: plan.columns,
      span,
    });
  },
  step: {
    op: "through",
    print: printStackPattern,
    run: (plan, [input], context) => runThrough(plan, input!, context),
  },
};

const TREE_COLUMNS: readonly PlanColumn[] = [
  { name: "level", type: "u64", display: "plain" },
  { name: "func", type: "text", display: "plain" },
  { name: "count", type: "u64", display: "plain" },
];

/** `tree [up|down]`. */
interface TreeNode extends StageNode {
  readonly direction: "up" | "down" | null;
}

/** A call tree. */
export const tree: QueryStage<TreeNode, StackPlan> = {
  keyword: "tree",
  usage: "tree [up|down]",
  summary: "Rows with stacks as a call tree",
  examples: [
    "profile | tree",
    "profile | where live_bytes > 0 | tree up",
  ],
  takesOperand: false,
  words: [
    { word: "up", doc: "From the callers to the callees", ends: true },
    { word: "down", doc: "From the callees to the callers", ends: true },
  ],
  parse(state, { span }) {
    const direction = state.takeWord("up") ? "up" : state.takeWord("down") ? "down" : null;
    return { kind: "stage", keyword: "tree", direction, span };
  },
  print: ({ direction }) => direction === null ? "tree" : `tree ${direction}`,
  wordsAfter: ({ direction }) => direction === null ? ["up", "down"] : [],
  bind(binder, node, input, frame) {
    const span = placed(node.span, { frame });
    const stack = stackColumn(binder, node, input, frame);
    if (stack < 0) return openRelation(span);
    const size = sizeIndex(input);
    return computedRelation<StackPlan>({
      op: "tree",
      input: input.plan,
      stack,
      size,
      pattern: null,
      direction: node.direction ?? "down",
      columns: withBytes(TREE_COLUMNS, size),
      span,
    });
  },
  step: {
    op: "tree",
    print: (plan) => `tree ${plan.direction} of ${columnName(plan.input.columns, plan.stack)}`,
    run: (plan, [input], context) => runTree(plan, input!, context),
  },
};
