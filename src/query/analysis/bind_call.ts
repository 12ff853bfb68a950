/**
 * Binds calls: functions, definitions with parameters, and aggregates where they are allowed.
 * @module
 */

import type { Diagnostic, Span } from "../../base/diagnostic.ts";
import { AGGREGATES, findAggregate } from "../aggregates/registry.ts";
import type { QueryFunction } from "../functions/function.ts";
import { findFunction, FUNCTIONS } from "../functions/registry.ts";
import type { Expr } from "../plan/expressions.ts";
import { constant } from "../plan/types.ts";
import type { CallExpression, Expression, NameExpression } from "../syntax/ast.ts";
import { hasItsArguments } from "./argument_count.ts";
import { bindFamilyCall } from "./bind_family.ts";
import { bindScalarQuery } from "./bind_query.ts";
import type { Binder } from "./binder.ts";
import type { AnalysisCode } from "./codes.ts";
import { namesOfSuppressions } from "./environment.ts";
import { columnExpr } from "./make_expressions.ts";
import { type Scope, spanInText } from "./scope.ts";
import { expandDefinitions, functionColumn, isFunctionCall, stackColumnIndex } from "./expand_definitions.ts";
import { findWindowFunction, WINDOW_FUNCTIONS } from "../windows/registry.ts";
import { namesOf } from "./message_words.ts";

/** Binds a call. */
export function bindCall(binder: Binder, node: CallExpression, scope: Scope): Expr | null {
  const { name } = node.name;
  const definition = binder.definition(name);
  if (definition !== undefined && !isFunctionCall(definition, name)) {
    const unfolded = expandDefinitions(binder, node, scope);
    if (unfolded === null) return null;
    if ("pipeline" in unfolded) return bindScalarQuery(binder, unfolded.pipeline, unfolded.scope, node);
    return binder.expression(unfolded.node, unfolded.scope);
  }
  const family = bindFamilyCall(binder, node, scope);
  if (family !== undefined) return family;
  const fn = findFunction(name);
  // `min` and `max` are aggregates with one argument, and functions with several.
  const isAggregate = findAggregate(name) !== undefined && (fn === undefined || node.args.length < 2);
  const isOfWindows = findWindowFunction(name) !== undefined;
  if (isOfWindows && scope.collector?.ofWindows) return scope.collector.add(node, scope);
  if (isAggregate) {
    if (scope.collector !== null) return scope.collector.add(node, scope);
    const message = `Aggregate ${name}() is used in an expression over a single row`;
    return binder.report("Q208", message, node, scope, "aggregates belong in by, summarize and timeline");
  }
  if (isOfWindows) {
    const message = `${name}() cannot be nested in a window expression`;
    const suggestion = `name it first: window order seq: a = ${name}(…), b = lag(a)`;
    return binder.report("Q208", message, node, scope, suggestion);
  }
  if (fn === undefined) {
    for (const arg of node.args) binder.expression(arg, scope);
    return reportUnknownFunction(binder, node, scope);
  }
  return bindFunction(binder, fn, node, scope);
}

function reportUnknownFunction(binder: Binder, node: CallExpression, scope: Scope): null {
  const known = [...FUNCTIONS, ...AGGREGATES, ...WINDOW_FUNCTIONS].map((each) => each.name);
  const among = namesOf(known, namesWithParameters(binder));
  return binder.reportUnknown("Q204", "function", node.name, scope, { name: node.name.name, among });
}

function* namesWithParameters(binder: Binder): Iterable<string> {
  for (const [name, { node }] of binder.lets) if (node.params.length > 0) yield name;
}

/** Binds `place` and similar columns for rows with a backtrace; undefined for other names and rows. */
export function bindStackFrame(
  binder: Binder,
  node: Pick<NameExpression, "name" | "span">,
  scope: Scope,
): Expr | null | undefined {
  const index = stackColumnIndex(scope, node.name);
  if (index < 0) return undefined;
  const span = spanInText(node.span, scope);
  const of = (column: number): Expr | null =>
    callOf(binder, findFunction(node.name)!, [columnExpr(scope, column, span)], span);
  const rule = of(index);
  const func = node.name === "suppressed" ? functionColumn(scope) : -1;
  if (rule === null || func < 0 || func === index) return rule;
  // A row may have a function name although its backtrace contains only addresses, so test both.
  return callOf(binder, findFunction("coalesce")!, [rule, of(func)!], span);
}

function bindFunction(binder: Binder, fn: QueryFunction, node: CallExpression, scope: Scope): Expr | null {
  const args = node.args.map((arg, at) =>
    at === fn.patternAt ? bindPatternArgument(binder, arg, scope) : binder.expression(arg, scope)
  );
  if (!hasItsArguments(binder, fn, node, scope) || args.includes(null)) return null;
  return callOf(binder, fn, args as Expr[], spanInText(node.span, scope));
}

function callOf(binder: Binder, fn: QueryFunction, given: readonly Expr[], span: Span): Expr | null {
  const args = [...given];
  const own = fn.takesMine && args.length === 1 ? binder.definition("mine") : undefined;
  if (own?.node.value.kind === "string") {
    binder.used.add(own);
    args.push(constant(own.node.value.value, "text", span));
  }
  if (fn.takesSuppressions && binder.suppressions.length > 0) {
    args.push(constant(namesOfSuppressions(binder.suppressions), "text", span));
  }
  const report = (diagnostic: Diagnostic): void => {
    const { code, severity, message, suggestion } = diagnostic;
    binder.report(code as AnalysisCode, message, diagnostic, null, { severity, suggestion });
  };
  const result = fn.bind(args, span, report);
  if (result === null) return null;
  const { type, display } = result;
  return { op: "call", fn, args: result.args, type, span, ...(display === undefined ? {} : { display }) };
}

/** Binds an argument that may be a regular expression. */
function bindPatternArgument(binder: Binder, node: Expression, scope: Scope): Expr | null {
  const unfolded = node.kind === "regex" || node.kind === "name"
    ? expandDefinitions(binder, node, scope)
    : undefined;
  if (unfolded === null) return null;
  if (unfolded === undefined || !("node" in unfolded) || unfolded.node.kind !== "regex") {
    return binder.expression(node, scope);
  }
  const { source, flags } = unfolded.node;
  return { op: "constant", value: source, type: "text", flags, span: spanInText(node.span, scope) };
}
