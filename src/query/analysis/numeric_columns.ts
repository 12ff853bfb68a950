/**
 * Numbers that no single type can represent: negative ones together with some above 9223372036854775807, or
 * whole ones together with fractions. They are spread over several columns, each of which is null for numbers
 * that do not fit. A comparison is true if it is true in one of the columns, so every comparison is exact.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Expr, FamilyExpr } from "../plan/expressions.ts";
import { planType } from "../plan/types.ts";
import type { NameExpression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { columnExpr, logical, negation } from "./make_expressions.ts";
import type { Scope } from "./scope.ts";
import { quote } from "./message_words.ts";

/** Returns the columns to compare for a numeric value: usually just the value itself. */
export function numericColumns(binder: Binder, expr: Expr, scope: Scope): readonly Expr[] {
  if (expr.op === "family") return partsOfArgument(binder, expr, scope);
  const rest = expr.op === "column" ? restOf(scope, expr.index) : undefined;
  return rest === undefined ? [expr] : [expr, columnExpr(scope, rest, expr.span)];
}

/**
 * Returns the columns to compare for a text argument: if some calls pass it as a number, the columns with
 * those numbers; otherwise just itself.
 */
function partsOfArgument(binder: Binder, expr: FamilyExpr, scope: Scope): readonly Expr[] {
  if (expr.family !== "arg" || expr.type !== "text") return [expr];
  const part = (family: string): FamilyExpr[] => {
    const type = binder.catalog.familyType?.(expr.table, family, expr.argument, traceOf(scope));
    return type && type !== "text" ? [{ ...expr, family, type: planType(type) }] : [];
  };
  const whole = part("number");
  const parts = [...(whole.length > 0 ? whole : ["signed", "unsigned"].flatMap(part)), ...part("float")];
  return parts.length > 0 ? parts : [expr];
}

/** Returns the trace of the rows; null if there are several. */
export function traceOf({ facts }: Scope): string | null {
  return facts.find((fact) => fact !== null)?.trace ?? null;
}

/** Returns the column for numbers that the column at `index` cannot represent. */
function restOf({ facts }: Scope, index: number): number | undefined {
  const fact = facts[index];
  if (!fact?.column.rest) return undefined;
  const rest = facts.findIndex((other) =>
    other?.table === fact.table && other.column.name === fact.column.rest
  );
  return rest < 0 ? undefined : rest;
}

/** Builds a test of each of the columns, which is true if one of them satisfies it. */
export function anyPartPasses(
  parts: readonly Expr[],
  span: Span,
  test: (part: Expr) => Expr | null,
): Expr | null {
  const tests = parts.map(test);
  return tests.includes(null) ? null : logical("or", tests as Expr[], span);
}

/** Builds a test whether one of the columns is not null. */
export function isPresent(parts: readonly Expr[], span: Span): Expr {
  return logical(
    "or",
    parts.map((operand) => negation({ op: "isNull", operand, type: "bool", span }, span)),
    span,
  );
}

/** Warns that the values of a column are guesses, once per statement. */
export function warnGuessedValues(binder: Binder, node: NameExpression, scope: Scope, index: number): void {
  const column = scope.facts[index]?.column;
  if (column?.guessed === undefined || !binder.isFirstWarning(`guess ${column.guessed.why}`)) return;
  const message = `Which block each free frees is a guess here, and so is ${quote(column.name)}`;
  binder.report("Q311", message, node, scope, column.guessed.why);
}

/**
 * Warns that a column lacks some numbers, unless it is compared together with the column that contains them.
 */
export function warnMissingNumbers(binder: Binder, node: NameExpression, scope: Scope, index: number): void {
  const fact = scope.facts[index];
  if (!fact?.column.rest) return;
  if (binder.compared === node && restOf(scope, index) !== undefined) return;
  const { name, rest } = fact.column;
  if (!binder.isFirstWarning(`rest ${fact.table} ${name}`)) return;
  const message = `Column ${
    quote(name)
  } is null for numbers above 9223372036854775807, and this trace has some`;
  binder.report("Q308", message, node, scope, `column ${quote(rest)} has them`);
}
