/**
 * How steps are printed that look for functions in stacks.
 * @module
 */

import type { StackPlan } from "../operators/stacks.ts";
import { columnName } from "../plan/plan_printer.ts";

/** The step with its pattern, as `through glob "net_*" in stack`. */
export function printStackPattern({ op, pattern, input, stack }: StackPlan): string {
  const text = pattern === null ? "" : `${pattern.how} ${JSON.stringify(pattern.pattern)} `;
  return `${op} ${text}in ${columnName(input.columns, stack)}`;
}
