/**
 * Code shared by stages on stacks: the step that computes rows from stacks, and printing of a step with a
 * pattern.
 * @module
 */

import { sizeColumnIndex } from "../analysis/bind_group.ts";
import { type BoundRelation, computedRelation } from "../analysis/scope.ts";
import type { StackPlan } from "../operators/stack/stacks.ts";
import { columnName } from "../plan/plan_printer.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { ParseState } from "../syntax/parse_state.ts";

/** The keyword that shows recursion call by call. */
export const UNFOLDED = "unfolded";

/** Documentation of the keyword `unfolded`, for help and completion. */
export const UNFOLDED_WORD = {
  word: UNFOLDED,
  doc:
    "Shows recursion call by call; by default a function that calls itself is a single level with its depth",
  ends: true,
} as const;

/** Parses the optional word `unfolded`. */
export const takesUnfolded = (state: ParseState): boolean => state.takeWord(UNFOLDED) !== null;

/** Builds a step that computes rows from stacks; the rows have a column `bytes` if the input has sizes. */
export function rowsFromStacks(
  input: BoundRelation,
  columns: readonly PlanColumn[],
  step: Omit<StackPlan, "input" | "size" | "columns">,
): BoundRelation {
  const sized = sizeColumnIndex(input);
  const type = input.plan.columns[sized]?.type;
  // Sizes are whole numbers here: only those are summed.
  const size = type === "u64" || type === "i64" ? sized : -1;
  const number = (name: string, type: PlanColumn["type"]): PlanColumn => ({ name, type, display: "plain" });
  const bytes = size < 0 ? [] : [number("bytes", type!)];
  const more = [...bytes, ...(step.isFolded ? [number("depth", "u64")] : [])];
  return computedRelation<StackPlan>({ ...step, input: input.plan, size, columns: [...columns, ...more] });
}

/** Prints a step with its pattern, such as `through glob "net_*" in stack`. */
export function printStackPattern({ op, pattern, isFolded, input, stack }: StackPlan): string {
  const text = pattern === null ? "" : `${pattern.how} ${JSON.stringify(pattern.pattern)} `;
  return `${op} ${text}${op === "callers" && !isFolded ? `${UNFOLDED} ` : ""}in ${
    columnName(input.columns, stack)
  }`;
}
