/**
 * `through`: keeps rows whose stack contains a function.
 * @module
 */

import { sizeColumnIndex } from "../analysis/bind_group.ts";
import { bindFunctionPattern, stackColumn } from "../analysis/bind_stack.ts";
import { spanInText, withPlan } from "../analysis/scope.ts";
import { runThrough, type StackPlan } from "../operators/stack/stacks.ts";
import type { Expression, StageNode } from "../syntax/ast.ts";
import { parsePattern } from "../syntax/parse_words.ts";
import { printStackPattern } from "./stack_steps.ts";
import type { QueryStage } from "./stage.ts";

/** `through PATTERN`; the pattern is a word, a string or a regex. */
interface ThroughNode extends StageNode {
  readonly pattern: Expression;
}

/** Keeps rows by the functions in their stacks. */
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
    const span = spanInText(node.span, { frame });
    const stack = stackColumn(binder, node, input, frame);
    const pattern = bindFunctionPattern(binder, node.pattern, "through net_*", frame);
    if (stack < 0 || pattern === null) return input;
    const { plan } = input;
    return withPlan<StackPlan>(input, {
      op: "through",
      input: plan,
      stack,
      size: sizeColumnIndex(input),
      pattern,
      direction: "up",
      isFolded: false,
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
