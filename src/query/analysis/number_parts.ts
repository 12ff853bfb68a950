/**
 * Numbers that no type holds all of: whole ones below zero and others above 9223372036854775807, or whole ones beside
 * fractions. They are in several columns, each null where a number does not fit into it. So a comparison is true when
 * it is true in one of them, and every comparison is exact.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { Expr, FamilyExpr } from "../plan/expressions.ts";
import { planType } from "../plan/types.ts";
import type { NameExpression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { columnExpr, logical, not } from "./make.ts";
import type { Scope } from "./scope.ts";
import { quote } from "./words.ts";

/** The columns that a value is in when it is compared with numbers: most often one, itself. */
export function numberParts(binder: Binder, expr: Expr, scope: Scope): readonly Expr[] {
  if (expr.op === "family") return partsOfArgument(binder, expr, scope);
  const rest = expr.op === "column" ? restOf(scope, expr.index) : undefined;
  return rest === undefined ? [expr] : [expr, columnExpr(scope, rest, expr.span)];
}

/** An argument that is text has its numbers beside it, whatever else calls have passed under its name. */
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

/** The trace whose rows these are; null for several. */
export function traceOf({ facts }: Scope): string | null {
  return facts.find((fact) => fact !== null)?.trace ?? null;
}

/** The column that has the numbers which the one at `index` cannot hold. */
function restOf({ facts }: Scope, index: number): number | undefined {
  const fact = facts[index];
  if (!fact?.column.rest) return undefined;
  const rest = facts.findIndex((other) =>
    other?.table === fact.table && other.column.name === fact.column.rest
  );
  return rest < 0 ? undefined : rest;
}

/** Tests each part of the numbers; one that passes is enough. */
export function testParts(
  parts: readonly Expr[],
  span: Span,
  test: (part: Expr) => Expr | null,
): Expr | null {
  const tests = parts.map(test);
  return tests.includes(null) ? null : logical("or", tests as Expr[], span);
}

/** Whether there is a value in one of them. */
export function isPresent(parts: readonly Expr[], span: Span): Expr {
  return logical(
    "or",
    parts.map((operand) => not({ op: "isNull", operand, type: "bool", span }, span)),
    span,
  );
}

/** Says that the values of a column are guesses, once in a statement. */
export function remarkGuess(binder: Binder, node: NameExpression, scope: Scope, index: number): void {
  const column = scope.facts[index]?.column;
  if (column?.guessed === undefined || !binder.remark(`guess ${column.guessed.why}`)) return;
  const message = `Which block each free frees is a guess here, and so is ${quote(column.name)}`;
  binder.report("Q311", message, node, scope, column.guessed.why);
}

/** Says that a column lacks some numbers, unless it is compared together with the column that has them. */
export function remarkRest(binder: Binder, node: NameExpression, scope: Scope, index: number): void {
  const fact = scope.facts[index];
  if (!fact?.column.rest) return;
  if (binder.compared === node && restOf(scope, index) !== undefined) return;
  const { name, rest } = fact.column;
  if (!binder.remark(`rest ${fact.table} ${name}`)) return;
  const message = `Column ${
    quote(name)
  } is null where the number is above 9223372036854775807, as some are here`;
  binder.report("Q308", message, node, scope, `column ${quote(rest)} has them`);
}
