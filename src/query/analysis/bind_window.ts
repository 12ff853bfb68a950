/**
 * Binds window functions and aggregates over windows, alone or inside an expression such as `seq - lag(seq)`.
 * @module
 */

import { findAggregate } from "../aggregates/registry.ts";
import { findFunction } from "../functions/registry.ts";
import type { BoundAggregate, NamedExpr } from "../plan/expressions.ts";
import { constant, typeText } from "../plan/types.ts";
import type { BoundWindow } from "../plan/window.ts";
import type { CallExpression, Expression, NamedExpression } from "../syntax/ast.ts";
import { RUNNING_AGGREGATES } from "../windows/amount_forms.ts";
import { findWindowFunction } from "../windows/registry.ts";
import type { WindowFunction } from "../windows/window_function.ts";
import { hasItsArguments } from "./argument_count.ts";
import { aggregateCollector, bindAggregate, splitCondition } from "./bind_aggregate.ts";
import { bindFilter } from "./bind_filter.ts";
import { bindNumber } from "./bind_order.ts";
import type { Binder } from "./binder.ts";
import { aggregateName, displayOf, nameOf, UniqueNames, valueIfPasses } from "./make_expressions.ts";
import { type Scope, spanInText } from "./scope.ts";
import { expandDefinitions } from "./expand_definitions.ts";

/** The window calls, which become columns after those of the rows, and the outputs computed from both. */
interface BoundWindows {
  readonly calls: readonly BoundWindow[];
  readonly list: readonly NamedExpr[];
  /** Names whose expressions have errors. */
  readonly poisoned: ReadonlySet<string>;
}

/** Binds `[NAME =] expr, …` over windows; an output without a name gets a name. */
export function bindWindows(
  binder: Binder,
  nodes: readonly NamedExpression[],
  rows: Scope,
  hasOrder: boolean,
): BoundWindows {
  const names = new UniqueNames(rows.columns.map(({ name }) => name));
  const own = new UniqueNames();
  const calls: BoundWindow[] = [];
  const collector = aggregateCollector(rows.columns, rows.facts, (node, scope) => {
    const bound = bindWindow(binder, node, { ...rows, frame: scope.frame }, hasOrder);
    if (bound !== null) calls.push(bound);
    return bound;
  }, true);
  const scope: Scope = { ...rows, ...collector, quiet: true };
  const list: NamedExpr[] = [];
  const poisoned = new Set<string>();
  for (const node of nodes) {
    const wanted = node.name?.name ?? windowOutputName(node.value);
    const expr = binder.expression(node.value, scope);
    if (expr === null) poisoned.add(wanted);
    else {
      const name = node.name === null ? names.give(wanted) : own.give(wanted);
      list.push({ name, expr, display: displayOf(expr, scope) });
    }
  }
  return { calls, list, poisoned };
}

/** Chooses the name of an output that has none. */
export function windowOutputName(node: Expression): string {
  const value = node.kind === "filtered" ? node.value : node;
  if (value.kind !== "call") return nameOf(value);
  const { name } = value.name;
  const known = findWindowFunction(name) !== undefined || findAggregate(name) !== undefined;
  return known ? aggregateName(name, value.args[0]) : nameOf(value);
}

function bindWindow(binder: Binder, node: Expression, rows: Scope, hasOrder: boolean): BoundWindow | null {
  const { call, condition, scope } = splitCondition(binder, node, rows);
  const fn = call === null ? undefined : findWindowFunction(call.name.name);
  if (call === null || fn === undefined) return ofAggregate(bindAggregate(binder, node, rows));
  if (!hasItsArguments(binder, fn, call, rows)) return null;
  if (fn.needsOrder && !hasOrder) {
    const suggestion = `for example window order size desc: place = ${fn.name}()`;
    return binder.report("Q214", `${fn.name}() needs an order`, call, rows, suggestion);
  }
  if (fn.countsAll && condition !== null) {
    const suggestion = "filter the rows before: where … | window …";
    return binder.report("Q208", `${fn.name}() takes no "if"`, condition, rows, suggestion);
  }
  const number = call.args[1] === undefined
    ? fn.number?.otherwise ?? 0
    : bindNumber(binder, call.args[1], scope, fn.number!.least);
  const input = bindInput(binder, fn, call, condition, scope);
  if (number === null || input === null) return null;
  const { arg, aggregate } = input;
  const type = aggregate === null || fn.takes === "sum" ? fn.result(arg?.type ?? null) : aggregate.type;
  const display = fn.takes === "aggregate"
    ? aggregate!.display
    : fn.takes === "value"
    ? displayOf(arg!, rows)
    : "plain";
  const span = spanInText(node.span, rows);
  return { name: aggregateName(fn.name, call.args[0]), fn, aggregate, arg, number, type, display, span };
}

/** Binds the argument that a function reads from each row; null after reporting an error. */
function bindInput(
  binder: Binder,
  fn: WindowFunction,
  call: CallExpression,
  condition: Expression | null,
  rows: Scope,
): Pick<BoundWindow, "arg" | "aggregate"> | null {
  const [first] = call.args;
  if (first === undefined) return { arg: null, aggregate: null };
  if (fn.takes === "value") {
    const arg = binder.expression(first, rows);
    const filter = condition === null ? undefined : bindFilter(binder, condition, rows);
    if (arg === null || filter === null) return null;
    return { arg: filter === undefined ? arg : valueIfPasses(filter, arg), aggregate: null };
  }
  const value = fn.takes === "aggregate" && isAggregate(binder, first, rows)
    ? first
    : sumOf(first, call.name.span);
  if (condition !== null && value.kind === "filtered") {
    return binder.report("Q208", `${fn.name}() has two conditions`, condition, rows, 'join them with "and"');
  }
  const node = condition === null ? value : { kind: "filtered" as const, value, condition, span: call.span };
  const aggregate = bindAggregate(binder, node, rows);
  if (aggregate === null) return null;
  if (!RUNNING_AGGREGATES.includes(aggregate.fn.name)) {
    const message = `${fn.name}() cannot use ${aggregate.fn.name}()`;
    return binder.report("Q206", message, first, rows, `use one of ${RUNNING_AGGREGATES.join(", ")}`);
  }
  const arg = aggregate.arg ?? constant(1n, "u64", aggregate.span);
  if (!fn.accepts.includes(arg.type)) {
    const message = `Argument of ${fn.name}() is ${typeText(arg.type)}, expected a number`;
    return binder.report("Q206", message, first, rows);
  }
  return { arg: aggregate.condition === null ? arg : valueIfPasses(aggregate.condition, arg), aggregate };
}

/** Whether an argument is an aggregate rather than a value. */
function isAggregate(binder: Binder, node: Expression, rows: Scope): boolean {
  if (node.kind === "filtered") return true;
  if (node.kind !== "call" && node.kind !== "name") return false;
  const unfolded = expandDefinitions(binder, node, rows);
  if (unfolded === null || !("node" in unfolded)) return false;
  const { node: inner } = unfolded;
  if (inner.kind === "filtered") return true;
  if (inner.kind !== "call") return false;
  const { name: { name }, args } = inner;
  return findAggregate(name) !== undefined && (findFunction(name) === undefined || args.length < 2);
}

/** Reads `cumulative(size)` as `cumulative(sum(size))`. */
function sumOf(value: Expression, at: Expression["span"]): Expression {
  if (value.kind === "filtered") return value;
  const name = { kind: "identifier" as const, name: "sum", quoted: false, span: at };
  return { kind: "call", name, args: [value], span: value.span };
}

/** Creates a window call for an aggregate over the whole window. */
function ofAggregate(aggregate: BoundAggregate | null): BoundWindow | null {
  if (aggregate === null) return null;
  const { name, type, display, span } = aggregate;
  return { name, fn: null, aggregate, arg: null, number: 0, type, display, span };
}
