/**
 * Functions of windows and aggregates over windows, alone or inside of a calculation such as `seq - lag(seq)`.
 * @module
 */

import { findAggregate } from "../aggregates/registry.ts";
import { findFunction } from "../functions/registry.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../plan/expressions.ts";
import { constant, typeWords } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { BoundWindow } from "../plan/window.ts";
import type { CallExpression, Expression, NamedExpression } from "../syntax/ast.ts";
import { RUNNING_AGGREGATES, runsAlong } from "../windows/amounts.ts";
import { findWindowFunction } from "../windows/registry.ts";
import type { WindowFunction } from "../windows/window_function.ts";
import { hasItsArguments } from "./argument_count.ts";
import { bindAggregate, splitCondition } from "./bind_aggregate.ts";
import { bindFilter } from "./bind_filter.ts";
import { bindNumber } from "./bind_order.ts";
import type { Binder } from "./binder.ts";
import { aggregateName, displayOf, NameGiver, nameOf, onlyIf } from "./make.ts";
import { type AggregateCollector, placed, type Scope } from "./scope.ts";
import { unfold } from "./unfold.ts";

/** Calls, which are columns after those of the rows, and what is made of both. */
interface BoundWindows {
  readonly calls: readonly BoundWindow[];
  readonly list: readonly NamedExpr[];
  /** Names whose expressions are mistakes. */
  readonly poisoned: ReadonlySet<string>;
}

/** Binds `[NAME =] expr, …` over the rows of windows; a name that is not given is new. */
export function bindWindows(
  binder: Binder,
  nodes: readonly NamedExpression[],
  rows: Scope,
  hasOrder: boolean,
): BoundWindows {
  const names = new NameGiver(rows.columns.map(({ name }) => name));
  const own = new NameGiver();
  const collector = new WindowCollector(binder, rows, hasOrder);
  const list: NamedExpr[] = [];
  const poisoned = new Set<string>();
  for (const node of nodes) {
    const wanted = node.name?.name ?? outputName(node.value);
    const expr = binder.expression(node.value, collector.scope);
    if (expr === null) poisoned.add(wanted);
    else {
      const name = node.name === null ? names.give(wanted) : own.give(wanted);
      list.push({ name, expr, display: displayOf(expr, collector.scope) });
    }
  }
  return { calls: collector.calls, list, poisoned };
}

/** The name of an output that has none of its own. */
export function outputName(node: Expression): string {
  const value = node.kind === "filtered" ? node.value : node;
  if (value.kind !== "call") return nameOf(value);
  const { name } = value.name;
  const known = findWindowFunction(name) !== undefined || findAggregate(name) !== undefined;
  return known ? aggregateName(name, value.args[0]) : nameOf(value);
}

/** Collects calls; each becomes a column after those of the rows. */
class WindowCollector implements AggregateCollector {
  readonly ofWindows = true;
  readonly calls: BoundWindow[] = [];
  readonly scope: Scope;
  readonly #binder: Binder;
  readonly #rows: Scope;
  readonly #hasOrder: boolean;
  readonly #columns: PlanColumn[];
  readonly #facts: Scope["facts"][number][];

  constructor(binder: Binder, rows: Scope, hasOrder: boolean) {
    this.#binder = binder;
    this.#rows = rows;
    this.#hasOrder = hasOrder;
    this.#columns = [...rows.columns];
    this.#facts = [...rows.facts];
    this.scope = { ...rows, columns: this.#columns, facts: this.#facts, collector: this, quiet: true };
  }

  add(node: Expression, scope: Scope): Expr | null {
    const rows = { ...this.#rows, frame: scope.frame };
    const bound = this.#bind(node, rows);
    if (bound === null) return null;
    const index = this.#columns.length;
    this.calls.push(bound);
    this.#columns.push({ name: "", type: bound.type, display: bound.display });
    this.#facts.push(null);
    return { op: "column", index, type: bound.type, span: bound.span };
  }

  #bind(node: Expression, rows: Scope): BoundWindow | null {
    const { call, condition, scope } = splitCondition(this.#binder, node, rows);
    const fn = call === null ? undefined : findWindowFunction(call.name.name);
    if (call === null || fn === undefined) return ofAggregate(bindAggregate(this.#binder, node, rows));
    if (!hasItsArguments(this.#binder, fn, call, rows)) return null;
    if (fn.needsOrder && !this.#hasOrder) {
      const message = `${fn.name}() needs an order`;
      const suggestion = `for example window order size desc: place = ${fn.name}()`;
      return this.#binder.report("Q214", message, call, rows, suggestion);
    }
    if (fn.countsAll && condition !== null) {
      const message = `${fn.name}() takes no "if"`;
      const suggestion = "filter the rows before: where … | window …";
      return this.#binder.report("Q208", message, condition, rows, suggestion);
    }
    const number = call.args[1] === undefined
      ? fn.number?.otherwise ?? 0
      : bindNumber(this.#binder, call.args[1], scope, fn.number!.least);
    const input = this.#input(fn, call, condition, scope);
    if (number === null || input === null) return null;
    const { arg, aggregate } = input;
    const type = aggregate === null || fn.takes === "sum" ? fn.result(arg?.type ?? null) : aggregate.type;
    const display = fn.takes === "aggregate"
      ? aggregate!.display
      : fn.takes === "value"
      ? displayOf(arg!, rows)
      : "plain";
    const span = placed(node.span, rows);
    return { name: aggregateName(fn.name, call.args[0]), fn, aggregate, arg, number, type, display, span };
  }

  /** What a function reads of each row; null after a report. */
  #input(
    fn: WindowFunction,
    call: CallExpression,
    condition: Expression | null,
    rows: Scope,
  ): Pick<BoundWindow, "arg" | "aggregate"> | null {
    const binder = this.#binder;
    const [first] = call.args;
    if (first === undefined) return { arg: null, aggregate: null };
    if (fn.takes === "value") {
      const arg = binder.expression(first, rows);
      const filter = condition === null ? undefined : bindFilter(binder, condition, rows);
      return arg === null || filter === null
        ? null
        : { arg: filter === undefined ? arg : onlyIf(filter, arg), aggregate: null };
    }
    const value = fn.takes === "aggregate" && this.#isAggregate(first, rows)
      ? first
      : sumOf(first, call.name.span);
    const node = condition === null || value.kind === "filtered"
      ? value
      : { kind: "filtered" as const, value, condition, span: call.span };
    const aggregate = bindAggregate(binder, node, rows);
    if (aggregate === null) return null;
    if (!runsAlong(aggregate.fn.name)) {
      const message = `${fn.name}() cannot use ${aggregate.fn.name}()`;
      return binder.report("Q206", message, first, rows, `use one of ${RUNNING_AGGREGATES.join(", ")}`);
    }
    const arg = aggregate.arg ?? constant(1n, "u64", aggregate.span);
    if (!fn.accepts.includes(arg.type)) {
      const message = `Argument of ${fn.name}() is ${typeWords(arg.type)}, expected a number`;
      return binder.report("Q206", message, first, rows);
    }
    const kept = aggregate.condition === null ? arg : onlyIf(aggregate.condition, arg);
    return { arg: kept, aggregate };
  }

  /** Whether an argument is an aggregate and no value. */
  #isAggregate(node: Expression, rows: Scope): boolean {
    if (node.kind === "filtered") return true;
    if (node.kind !== "call" && node.kind !== "name") return false;
    const unfolded = unfold(this.#binder, node, rows);
    if (unfolded === null || !("node" in unfolded)) return false;
    const { node: inner } = unfolded;
    if (inner.kind === "filtered") return true;
    if (inner.kind !== "call") return false;
    const { name: { name }, args } = inner;
    return findAggregate(name) !== undefined && (findFunction(name) === undefined || args.length < 2);
  }
}

/** `cumulative(size)` means `cumulative(sum(size))`. */
function sumOf(value: Expression, at: Expression["span"]): Expression {
  if (value.kind === "filtered") return value;
  const name = { kind: "identifier" as const, name: "sum", quoted: false, span: at };
  return { kind: "call", name, args: [value], span: value.span };
}

/** An aggregate over the whole window. */
function ofAggregate(aggregate: BoundAggregate | null): BoundWindow | null {
  if (aggregate === null) return null;
  const { name, type, display, span } = aggregate;
  return { name, fn: null, aggregate, arg: null, number: 0, type, display, span };
}
