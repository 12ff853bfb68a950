/**
 * `callers of`: shows the callers of a function.
 * @module
 */

import { bindFunctionPattern, stackColumn } from "../analysis/bind_stack.ts";
import { openRelation, spanInText } from "../analysis/scope.ts";
import { runCallers, type StackPlan } from "../operators/stack/stacks.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression, StageNode } from "../syntax/ast.ts";
import { parsePattern } from "../syntax/parse_words.ts";
import { printStackPattern, rowsFromStacks, takesUnfolded, UNFOLDED, UNFOLDED_WORD } from "./stack_steps.ts";
import type { QueryStage } from "./stage.ts";

const CALLER_COLUMNS: readonly PlanColumn[] = [
  { name: "func", type: "text", display: "plain" },
  { name: "count", type: "u64", display: "plain" },
];

/** `callers of PATTERN [unfolded]`; the pattern is a word, a string or a regex. */
interface CallersNode extends StageNode {
  readonly pattern: Expression;
  readonly isUnfolded: boolean;
}

/** Counts the callers of a function. */
export const callers: QueryStage<CallersNode, StackPlan> = {
  keyword: "callers",
  usage: "callers of NAME [unfolded]",
  summary: "Who calls a function, by the stacks of the rows",
  examples: ["profile | callers of main", "profile | extend size = live_bytes | callers of main"],
  takesOperand: true,
  words: [UNFOLDED_WORD],
  begins: (next) => next.word === "of" ? true : undefined,
  parse(state, { span }) {
    if (!state.takeWord("of")) {
      state.expected('"of"', "Q101", "for example callers of malloc");
    }
    const pattern = parsePattern(state, 'after "callers of"');
    return { kind: "stage", keyword: "callers", pattern, isUnfolded: takesUnfolded(state), span };
  },
  print: ({ pattern, isUnfolded }, writer) =>
    `callers of ${writer.pattern(pattern)}${isUnfolded ? ` ${UNFOLDED}` : ""}`,
  wants: (_node, _part, previous) =>
    previous.role === "stage" ? [{ want: "words", words: ["of"] }] : [{ want: "function" }],
  wordsAfter: ({ isUnfolded }, previous) =>
    previous.role === "stage" ? ["of"] : isUnfolded || previous.word === "of" ? [] : [UNFOLDED],
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const stack = stackColumn(binder, node, input, frame);
    const pattern = bindFunctionPattern(binder, node.pattern, "callers of net_*", frame);
    if (stack < 0 || pattern === null) return openRelation(span);
    const isFolded = !node.isUnfolded;
    return rowsFromStacks(input, CALLER_COLUMNS, {
      op: "callers",
      stack,
      pattern,
      direction: "up",
      isFolded,
      span,
    });
  },
  step: {
    op: "callers",
    print: printStackPattern,
    run: (plan, [input], context) => runCallers(plan, input!, context),
  },
};
