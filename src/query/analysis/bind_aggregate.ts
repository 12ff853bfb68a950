/**
 * Binds aggregates, alone or inside an expression such as `sum(size) / count()`.
 * @module
 */

import { findAggregate } from "../aggregates/registry.ts";
import type { AggregateDef } from "../plan/aggregate.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../plan/expressions.ts";
import { coerce, typeText } from "../plan/types.ts";
import type { Display } from "../../base/result_table.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { CallExpression, Expression, FilteredExpression, NamedExpression } from "../syntax/ast.ts";
import { hasItsArguments } from "./argument_count.ts";
import { bindFilter } from "./bind_filter.ts";
import type { Binder } from "./binder.ts";
import {
  aggregateName,
  displayOf,
  isByteCount,
  logical,
  nameOf,
  negation,
  UniqueNames,
} from "./make_expressions.ts";
import { type AggregateCollector, type Scope, spanInText } from "./scope.ts";
import { NOWHERE } from "../syntax/build_nodes.ts";
import { expandDefinitions } from "./expand_definitions.ts";
import { quote, writtenName } from "./message_words.ts";

/** Aggregates over the rows of a group, and the columns computed from keys and aggregates. */
interface BoundAggregates {
  readonly aggregates: readonly BoundAggregate[];
  /** The columns after grouping; null if they are just the keys and the aggregates. */
  readonly list: readonly NamedExpr[] | null;
  /** Names whose expressions have errors. */
  readonly poisoned: ReadonlySet<string>;
}

/**
 * Binds `[NAME =] aggregate, …` next to keys; `rows` is the scope of the rows before grouping. Aggregates per
 * step, such as `rate`, are allowed only if there are steps.
 */
export function bindAggregates(
  binder: Binder,
  nodes: readonly NamedExpression[],
  keys: readonly PlanColumn[],
  rows: Scope,
  hasSteps = false,
): BoundAggregates {
  const names = new UniqueNames(keys.map((key) => key.name));
  const collected = collectAggregates(binder, keys, rows, hasSteps);
  const outputs: { name: string; expr: Expr; display: Display }[] = [];
  const poisoned = new Set<string>();
  for (const node of nodes) {
    const wanted = node.name?.name ?? aggregateOutputName(node.value);
    const before = collected.aggregates.length;
    const expr = binder.expression(node.value, collected.scope);
    if (expr === null) {
      poisoned.add(wanted);
      continue;
    }
    if (collected.aggregates.length === before && !(expr.op === "column" && expr.index >= keys.length)) {
      reportPlain(binder, node, rows);
      poisoned.add(wanted);
      continue;
    }
    outputs.push({ name: names.give(wanted), expr, display: displayOf(expr, collected.scope) });
  }
  return arrange(collected.aggregates, outputs, keys, poisoned);
}

/**
 * If every aggregate is itself an output column, the columns keep their names; otherwise a projection follows
 * the grouping.
 */
function arrange(
  found: readonly BoundAggregate[],
  outputs: readonly { readonly name: string; readonly expr: Expr; readonly display: Display }[],
  keys: readonly PlanColumn[],
  poisoned: ReadonlySet<string>,
): BoundAggregates {
  const direct = outputs.length === found.length &&
    outputs.every(({ expr }, at) => expr.op === "column" && expr.index === keys.length + at);
  if (direct) {
    const aggregates = found.map((each, at) => ({ ...each, name: outputs[at]!.name }));
    return { aggregates, list: null, poisoned };
  }
  const taken = new UniqueNames(keys.map((key) => key.name));
  const aggregates = found.map((each) => ({ ...each, name: taken.give(each.name) }));
  const keyColumns = keys.map(({ name, type, display }, index): NamedExpr => {
    const span = outputs[0]?.expr.span ?? NOWHERE;
    return { name, expr: { op: "column", index, type, span }, display };
  });
  return { aggregates, list: [...keyColumns, ...outputs], poisoned };
}

function aggregateOutputName(node: Expression): string {
  const value = node.kind === "filtered" ? node.value : node;
  if (value.kind === "call" && findAggregate(value.name.name) !== undefined) {
    return aggregateName(value.name.name, value.args[0]);
  }
  return nameOf(value);
}

function reportPlain(binder: Binder, node: NamedExpression, rows: Scope): void {
  const { value } = node;
  const name = value.kind === "name" ? value.name : null;
  const message = `${name === null ? "Value" : quote(name)} is not an aggregate`;
  const suggestion = name === null
    ? "for example count(), sum(size)"
    : `for example max(${writtenName(name)})`;
  binder.report("Q209", message, value, rows, suggestion);
}

/** Collects aggregates as they are found; each becomes a column after the keys. */
interface Collected {
  readonly aggregates: readonly BoundAggregate[];
  /**
   * The scope of an expression around aggregates: the keys, and the aggregates found so far, which have no
   * names.
   */
  readonly scope: Scope;
}

function collectAggregates(
  binder: Binder,
  keys: readonly PlanColumn[],
  rows: Scope,
  hasSteps: boolean,
): Collected {
  const aggregates: BoundAggregate[] = [];
  const collector = aggregateCollector(keys, keys.map(() => null), (node, scope) => {
    // The scope of arguments: the columns of the rows, and the parameters of the definition around the
    // aggregate.
    const bound = bindAggregate(binder, node, { ...rows, frame: scope.frame });
    if (bound?.fn.perStep && !hasSteps) {
      const message = `${bound.fn.name}() needs steps, which only a timeline has`;
      const suggestion = `for example timeline every 100 ${bound.fn.usage}`;
      return binder.report("Q208", message, node, scope, suggestion);
    }
    if (bound !== null) aggregates.push(bound);
    return bound;
  });
  return { aggregates, scope: { ...rows, ...collector, table: null, ungrouped: rows.columns } };
}

/** Collects calls as additional columns of a scope; `bind` binds each added call. */
export function aggregateCollector(
  columns: readonly PlanColumn[],
  facts: Scope["facts"],
  bind: (node: Expression, scope: Scope) => Pick<BoundAggregate, "type" | "display" | "span"> | null,
  ofWindows?: true,
): Pick<Scope, "columns" | "facts" | "collector"> {
  const [all, allFacts] = [[...columns], [...facts]];
  const collector: AggregateCollector = {
    ...(ofWindows === undefined ? {} : { ofWindows }),
    add(node, scope) {
      const bound = bind(node, scope);
      if (bound === null) return null;
      const { type, display, span } = bound;
      allFacts.push(null);
      return { op: "column", index: all.push({ name: "", type, display }) - 1, type, span };
    },
  };
  return { columns: all, facts: allFacts, collector };
}

/** Binds `sum(size)` or `sum(size) if filter` over rows. */
export function bindAggregate(binder: Binder, node: Expression, rows: Scope): BoundAggregate | null {
  const { call, condition, scope } = splitCondition(binder, node, rows);
  const fn = call === null ? undefined : findAggregate(call.name.name);
  if (call === null || fn === undefined) {
    binder.expression(node.kind === "filtered" ? node.value : node, rows);
    const message = '"if" follows something that is not an aggregate';
    return binder.report("Q208", message, node, rows, "for example sum(size) if kind == alloc");
  }
  const bound = bindArguments(binder, fn, call, scope);
  const filter = condition === null ? undefined : bindFilter(binder, condition, rows);
  if (bound === null || filter === null) return null;
  const conditions = [
    ...(filter === undefined ? [] : [filter]),
    ...(bound.present === null ? [] : [bound.present]),
  ];
  const span = spanInText(node.span, rows);
  const type = fn.result(bound.arg?.type ?? null);
  return {
    name: aggregateName(fn.name, call.args[0]),
    fn,
    arg: bound.arg,
    ...(bound.order === undefined ? {} : { order: bound.order }),
    parameter: bound.parameter,
    condition: conditions.length === 0 ? null : logical("and", conditions, span),
    type,
    display: aggregateDisplay(fn, bound.arg, type, rows),
    span,
  };
}

/** Returns the call that a node stands for after definitions are expanded, and its `if` condition. */
export function splitCondition(
  binder: Binder,
  node: Expression,
  rows: Scope,
): { call: CallExpression | null; condition: FilteredExpression["condition"] | null; scope: Scope } {
  const filtered = node.kind === "filtered";
  const unfolded = expandDefinitions(binder, filtered ? node.value : node, rows);
  const call = unfolded !== null && "node" in unfolded && unfolded.node.kind === "call"
    ? unfolded.node
    : null;
  return { call, condition: filtered ? node.condition : null, scope: unfolded?.scope ?? rows };
}

interface BoundArguments {
  readonly arg: Expr | null;
  /** For `argmax(x, y)`: the expression by which rows are compared. */
  readonly order?: Expr;
  readonly parameter: number | null;
  /** For `count(x)`: the test whether x is not null. */
  readonly present: Expr | null;
}

function bindArguments(
  binder: Binder,
  fn: AggregateDef,
  call: CallExpression,
  rows: Scope,
): BoundArguments | null {
  // Aggregates cannot be nested, so arguments are bound without a collector.
  const args = call.args.map((arg) => binder.expression(arg, { ...rows, collector: null }));
  if (!hasItsArguments(binder, fn, call, rows)) return null;
  const [arg, parameter] = args;
  if (arg === null || parameter === null) return null;
  if (arg === undefined) return { arg: null, parameter: null, present: null };
  if (fn.countsRows) {
    if (arg.type === "bool" && arg.op !== "column") {
      const message = `${fn.name}() counts rows where its argument is not null`;
      const suggestion = `to count rows that pass a filter write ${fn.name}() if …`;
      return binder.report("Q206", message, call, rows, suggestion);
    }
    const isNull: Expr = { op: "isNull", operand: arg, type: "bool", span: arg.span };
    return { arg: null, parameter: null, present: negation(isNull, arg.span) };
  }
  if (!fn.accepts.includes(arg.type)) {
    const message = `Argument of ${fn.name}() is ${typeText(arg.type)}, expected a number`;
    return binder.report("Q206", message, call.args[0]!, rows);
  }
  const value = fn.castsArgument ? coerce(arg, fn.result(arg.type)) ?? arg : arg;
  if (parameter === undefined) return { arg: value, parameter: null, present: null };
  if (fn.compares !== undefined) {
    if (fn.compares.includes(parameter.type)) {
      return { arg: value, order: parameter, parameter: null, present: null };
    }
    const message = `Second argument of ${fn.name}() is ${typeText(parameter.type)}, which has no order`;
    return binder.report("Q206", message, call.args[1]!, rows);
  }
  const percent = call.args[1]!.kind === "percent" ? null : parameter;
  if (
    percent?.op !== "constant" || (typeof percent.value !== "bigint" && typeof percent.value !== "number")
  ) {
    return binder.report(
      "Q210",
      `Second argument of ${fn.name}() is not a constant number`,
      call.args[1]!,
      rows,
    );
  }
  const number = Number(percent.value);
  if (number < 0 || number > 100) {
    const message = `Second argument of ${fn.name}() is not between 0 and 100`;
    return binder.report("Q211", message, call.args[1]!, rows);
  }
  return { arg: value, parameter: number, present: null };
}

/**
 * Returns how the result is displayed. Times, durations and byte counts keep their unit, numbers of rows and other
 * amounts are plain, and a result that is one of the values is displayed like the argument.
 */
function aggregateDisplay(
  fn: AggregateDef,
  arg: Expr | null,
  type: BoundAggregate["type"],
  rows: Scope,
): Display {
  const display = arg === null ? "plain" : displayOf(arg, rows);
  if (type === "time") return display === "duration" ? "duration" : "time";
  if (arg === null || fn.gives === "count") return "plain";
  if (display === "time" || display === "duration") return display;
  if (isByteCount(arg, rows)) return "bytes";
  return fn.gives === "amount" ? "plain" : display;
}
