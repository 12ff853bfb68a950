/**
 * Which values of a column the filters before a stage let through, as far as they speak of that column alone.
 * @module
 */

import { textTest } from "../../patterns/text_test.ts";
import { TooMuchWork } from "../../patterns/work_meter.ts";
import type { Expr } from "../plan/expressions.ts";
import { inputsOf, isStep, type Plan } from "../plan/plan.ts";
import type { FilterPlan } from "../plan/steps.ts";

/** A value of a text column, or of one of whole numbers. */
type Value = string | bigint;

/** The values that no filter of the rows rules out. */
export function valuesThatPass<V extends Value>(rows: Plan, column: number, values: readonly V[]): V[] {
  let left = [...values];
  let at: Plan | undefined = rows;
  while (at !== undefined) {
    const { columns }: Plan = at;
    if (isStep<FilterPlan>(at, "filter")) {
      const { condition } = at;
      left = left.filter((value) => passes(condition, column, value) !== false);
    }
    // Other columns, other numbers of columns.
    const input: Plan | undefined = inputsOf(at)[0];
    at = input?.columns === columns ? input : undefined;
  }
  return left;
}

/** Whether a row with the value passes; undefined where that depends on more. */
function passes(test: Expr, column: number, value: Value): boolean | undefined {
  const isColumn = (expr: Expr): boolean => expr.op === "column" && expr.index === column;
  switch (test.op) {
    case "compare": {
      const other = isColumn(test.left) ? test.right : isColumn(test.right) ? test.left : null;
      if (other?.op !== "constant" || typeof other.value !== typeof value) return undefined;
      if (test.fn !== "==" && test.fn !== "!=") return undefined;
      return (other.value === value) === (test.fn === "==");
    }
    case "oneOf":
      return isColumn(test.operand) ? test.values.includes(value) : undefined;
    case "isNull":
      return isColumn(test.operand) ? false : undefined;
    case "match":
      return isColumn(test.operand) && typeof value === "string" ? matches(test, value) : undefined;
    case "not": {
      const found = passes(test.operand, column, value);
      return found === undefined ? undefined : !found;
    }
    case "and": {
      const found = test.operands.map((each) => passes(each, column, value));
      return found.includes(false) ? false : found.includes(undefined) ? undefined : true;
    }
    case "or": {
      const found = test.operands.map((each) => passes(each, column, value));
      return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
    }
    default:
      return undefined;
  }
}

function matches({ how, pattern, flags }: Expr & { op: "match" }, value: string): boolean | undefined {
  try {
    return textTest(how, pattern, flags)(value);
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
