/**
 * What stages on stacks share: the step that computes rows out of them, and how a step with a pattern is printed.
 * @module
 */

import { sizeIndex } from "../analysis/bind_group.ts";
import { type BoundRelation, computedRelation } from "../analysis/scope.ts";
import type { StackPlan } from "../operators/stack/stacks.ts";
import { columnName } from "../plan/plan_printer.ts";
import type { PlanColumn } from "../plan/values.ts";

/** Rows made of the stacks of others, with `bytes` where those have sizes. */
export function rowsFromStacks(
  input: BoundRelation,
  columns: readonly PlanColumn[],
  step: Omit<StackPlan, "input" | "size" | "columns">,
): BoundRelation {
  const size = sizeIndex(input);
  const bytes: readonly PlanColumn[] = size < 0 ? [] : [{ name: "bytes", type: "u64", display: "plain" }];
  return computedRelation<StackPlan>({ ...step, input: input.plan, size, columns: [...columns, ...bytes] });
}

/** The step with its pattern, as `through glob "net_*" in stack`. */
export function printStackPattern({ op, pattern, input, stack }: StackPlan): string {
  const text = pattern === null ? "" : `${pattern.how} ${JSON.stringify(pattern.pattern)} `;
  return `${op} ${text}in ${columnName(input.columns, stack)}`;
}
