/**
 * `small`, `medium`, `large` and `xlarge`: size classes with the limits of the open profile.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Expr } from "../plan/expressions.ts";
import { constant, isInteger } from "../plan/types.ts";
import type { ComparisonOperator } from "../syntax/ast.ts";
import type { SizeClasses } from "./catalog.ts";
import { compare, constantCondition, testExpr } from "./make_expressions.ts";

/** The class names, smallest first. */
export const SIZE_CLASS_NAMES: readonly string[] = ["small", "medium", "large", "xlarge"];

/** A range of sizes, including both ends; null for an open end. */
interface SizeClass {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

/** Returns the sizes of a class; undefined if the word does not name one. */
export function sizeClass(word: string, classes: SizeClasses): SizeClass | undefined {
  switch (word) {
    case "small":
      return { low: null, high: classes.small };
    case "medium":
      return { low: classes.small + 1n, high: classes.medium };
    case "large":
      return { low: classes.medium + 1n, high: classes.large };
    case "xlarge":
      return { low: classes.large + 1n, high: null };
    default:
      return undefined;
  }
}

/** Whether a value can belong to a size class. */
export function hasSizeClass(operand: Expr): boolean {
  return isInteger(operand.type);
}

/** Binds `operand op class`: equality tests membership; other operators compare with the nearer end. */
export function compareWithClass(op: ComparisonOperator, operand: Expr, of: SizeClass, span: Span): Expr {
  const bound = (value: bigint): Expr => constant(value, operand.type, span);
  const end = (fn: "<" | "<=" | ">" | ">=", value: bigint | null, otherwise: boolean): Expr =>
    value === null
      ? otherwise
        ? testExpr(operand, constantCondition(false, span), true, span)
        : constantCondition(false, span)
      : compare(fn, operand, bound(value), span);
  switch (op) {
    case "<":
      return end("<", of.low, false);
    case "<=":
      return end("<=", of.high, true);
    case ">":
      return end(">", of.high, false);
    case ">=":
      return end(">=", of.low, true);
    default: {
      const low = of.low === null ? null : bound(of.low);
      const high = of.high === null ? null : bound(of.high);
      const inside: Expr = { op: "between", operand, low, high, closed: high !== null, type: "bool", span };
      return testExpr(operand, inside, op === "!=", span);
    }
  }
}
