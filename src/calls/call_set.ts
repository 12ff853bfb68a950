/**
 * Sets of calls: `no in set("0-100/draw,@file")`, and `calls in set(…)` for the rows of a whole table.
 * @module
 */

import { CLASS_BITS } from "../formats/apitrace/call_classes.ts";
import { type CallRange, CallSetError, LAST_CALL, parseCallSet } from "../formats/apitrace/call_set.ts";
import type { Expr } from "../query/plan/expressions.ts";
import { constant, typeText } from "../query/plan/types.ts";
import type { CallExpression, Expression, InExpression } from "../query/syntax/ast.ts";
import type { Binder, MembershipRule } from "../query/analysis/binder.ts";
import {
  arithmetic,
  columnExpr,
  compare,
  constantCondition,
  logical,
  testExpr,
  textMatch,
} from "../query/analysis/make_expressions.ts";
import { type Scope, spanInText } from "../query/analysis/scope.ts";
import { expandDefinitions } from "../query/analysis/expand_definitions.ts";
import { quote } from "../query/analysis/message_words.ts";

/** The column of call numbers, which `calls in set("0-100")` tests. */
const NUMBER = "no";
/** The column of function kinds. */
const CLASS = "class";

/** The syntax `in set("…")`. */
export const callSet: MembershipRule = { bind: bindInCallSet, tableOf: tableOfCallSet };

/** Returns the call in `… in set("…")`, unless a definition uses that name. */
function setOfCalls(
  binder: Binder,
  node: Expression,
): (InExpression & { choices: CallExpression }) | undefined {
  if (node.kind !== "in" || node.choices.kind !== "call" || node.choices.name.name !== "set") {
    return undefined;
  }
  return binder.definition("set") === undefined
    ? node as InExpression & { choices: CallExpression }
    : undefined;
}

/** The table of a filter that begins with a set, such as `calls in set("0-100") and thread == 1`. */
function tableOfCallSet(binder: Binder, condition: Expression): string | undefined {
  let first = condition;
  while (first.kind === "logical" || first.kind === "not") {
    first = first.kind === "not" ? first.operand : first.operands[0]!;
  }
  const { value } = setOfCalls(binder, first) ?? {};
  if (value?.kind !== "name" || binder.definition(value.name) !== undefined) return undefined;
  return binder.catalog.tableNames.includes(value.name) ? value.name : undefined;
}

/** Binds `a [not] in set("…")`; undefined for any other `in`. */
function bindInCallSet(binder: Binder, node: InExpression, scope: Scope): Expr | null | undefined {
  const set = setOfCalls(binder, node);
  if (set === undefined) return undefined;
  const span = spanInText(node.span, scope);
  const number = bindNumber(binder, set, scope);
  const ranges = readSet(binder, set.choices, scope);
  if (number === null || ranges === null) return null;
  const tests: Expr[] = [];
  for (const range of ranges) {
    const test = bindRange(binder, set.choices, number, range, scope);
    if (test === null) return null;
    if (range.first <= range.last) tests.push(test);
  }
  const test = tests.length === 0 ? constantCondition(false, span) : logical("or", tests, span);
  return testExpr(number, test, node.negated, span);
}

/** The left side: a call number, or the table whose rows are calls. */
function bindNumber(binder: Binder, { value }: InExpression, scope: Scope): Expr | null {
  const isTable = value.kind === "name" && value.name === scope.table?.name;
  const index = isTable ? scope.columns.findIndex(({ name }) => name === NUMBER) : -1;
  const bound = index >= 0
    ? columnExpr(scope, index, spanInText(value.span, scope))
    : binder.expression(value, scope);
  if (bound === null || bound.type === "u64") return bound;
  const message = `Left side is ${typeText(bound.type)}, expected a call number`;
  return binder.report("Q206", message, value, scope, 'for example no in set("0-100/draw")');
}

function readSet(binder: Binder, node: CallExpression, scope: Scope): CallRange[] | null {
  const [only] = node.args;
  const unfolded = node.args.length === 1 ? expandDefinitions(binder, only!, scope) : null;
  if (unfolded === null || !("node" in unfolded) || unfolded.node.kind !== "string") {
    if (unfolded !== null && "node" in unfolded && unfolded.node.kind === "error") return null;
    const message = "set() takes one quoted text";
    return binder.report("Q210", message, node, scope, 'for example set("0-100/draw,200")');
  }
  const readList = binder.catalog.readList?.bind(binder.catalog);
  try {
    return parseCallSet(unfolded.node.value, readList);
  } catch (error) {
    if (!(error instanceof CallSetError)) throw error;
    const message = error.message;
    const suggestion =
      "items are 12, 10-20, 10-, * and draw frame fbo; each may end in /3 or /draw; @FILE holds more";
    return binder.report("Q226", message, only!, scope, suggestion);
  }
}

/** The predicate for numbers from first to last in steps, of some kinds. */
function bindRange(
  binder: Binder,
  node: CallExpression,
  number: Expr,
  { first, last, step, classes }: CallRange,
  scope: Scope,
): Expr | null {
  const span = spanInText(node.span, scope);
  const whole = (value: number): Expr => constant(BigInt(value), "u64", span);
  const tests: Expr[] = [{
    op: "between",
    operand: number,
    low: whole(first),
    high: last === LAST_CALL ? null : whole(last),
    closed: true,
    type: "bool",
    span,
  }];
  if (step > 1) {
    tests.push(
      compare("==", arithmetic("%", "u64", number, whole(step), span), whole(first % step), span),
    );
  }
  if (classes !== 0) {
    const index = scope.columns.findIndex(({ name, type }) => name === CLASS && type === "text");
    if (index < 0) {
      const message = `Kinds of calls need a column ${quote(CLASS)}`;
      return binder.report("Q226", message, node, scope, 'use the table calls: calls in set("…")');
    }
    const names = Object.keys(CLASS_BITS).filter((name) => classes & CLASS_BITS[name]!);
    const pattern = `(^|,)(${names.join("|")})(,|$)`;
    tests.push(textMatch("regex", columnExpr(scope, index, span), pattern, span));
  }
  return logical("and", tests, span);
}
