/**
 * What stages on stacks share: the step that computes rows out of them, and how a step with a pattern is printed.
 * @module
 */

import { sizeIndex } from "../analysis/bind_group.ts";
import { type BoundRelation, computedRelation } from "../analysis/scope.ts";
import type { StackPlan } from "../operators/stack/stacks.ts";
import { columnName } from "../plan/plan_printer.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { ParseState } from "../syntax/parse_state.ts";

/** The word after which recursion is shown call by call. */
export const UNFOLDED = "unfolded";

/** That word, for help and completion. */
export const UNFOLDED_WORD = {
  word: UNFOLDED,
  doc: "Recursion call by call; by default a function that calls itself is one level, with its depth",
  ends: true,
} as const;

/** Takes the word. */
export const takesUnfolded = (state: ParseState): boolean => state.takeWord(UNFOLDED) !== null;

/** Rows made of the stacks of others, with `bytes` where those have sizes. */
export function rowsFromStacks(
  input: BoundRelation,
  columns: readonly PlanColumn[],
  step: Omit<StackPlan, "input" | "size" | "columns">,
): BoundRelation {
  const size = sizeIndex(input);
  const number = (name: string): PlanColumn => ({ name, type: "u64", display: "plain" });
  const more = [...(size < 0 ? [] : [number("bytes")]), ...(step.isFolded ? [number("depth")] : [])];
  return computedRelation<StackPlan>({ ...step, input: input.plan, size, columns: [...columns, ...more] });
}

/** The step with its pattern, as `through glob "net_*" in stack`. */
export function printStackPattern({ op, pattern, isFolded, input, stack }: StackPlan): string {
  const text = pattern === null ? "" : `${pattern.how} ${JSON.stringify(pattern.pattern)} `;
  return `${op} ${text}${op === "callers" && !isFolded ? `${UNFOLDED} ` : ""}in ${
    columnName(input.columns, stack)
  }`;
}
