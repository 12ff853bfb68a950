/**
 * Binds `by KEYS pivot x`: determines the values of x that become columns, given the filters before the
 * stage, and their names.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Display } from "../../base/result_table.ts";
import { hex } from "../../base/u64.ts";
import { shortName } from "../../names/short_name.ts";
import { compareText } from "../execution/compare_text.ts";
import type { PivotPlan } from "../operators/group/pivot.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../plan/expressions.ts";
import type { Constant, PlanColumn } from "../plan/values.ts";
import type { Expression, NamedExpression } from "../syntax/ast.ts";
import { printExpression } from "../syntax/print_expression.ts";
import { bindAggregates } from "./bind_aggregate.ts";
import { bindList, columnsOf, groupRelation, projectRelation } from "./bind_group.ts";
import { bindSet } from "./bind_membership.ts";
import type { Binder } from "./binder.ts";
import { displayOf, nameOf, UniqueNames } from "./make_expressions.ts";
import {
  type BoundRelation,
  computedRelation,
  type DefinitionUse,
  openRelation,
  scopeOf,
  spanInText,
} from "./scope.ts";
import { expandDefinitions } from "./expand_definitions.ts";
import { listFirst } from "./message_words.ts";
import { matchTest } from "../execution/match_test.ts";
import { WorkLimitError } from "../../patterns/work_meter.ts";
import { inputsOf, isStep, type Plan } from "../plan/plan.ts";
import type { FilterPlan } from "../plan/steps.ts";

/** Maximum number of values that become columns, unless they are listed. */
const MOST_VALUES = QUERY_LIMITS.pivotValues.most;

/** The parts of a pivot. */
interface Pivot {
  readonly keys: readonly NamedExpression[];
  readonly pivot: Expression;
  readonly aggregates: readonly NamedExpression[];
}

/** The pivoted expression, and the values that become columns; null if they are not known before the run. */
interface Turned {
  readonly key: NamedExpr;
  readonly values: readonly Constant[] | null;
}

/** Binds a pivot; `whole` are the aggregates to use if the query has none. */
export function bindPivot(
  binder: Binder,
  node: Pivot,
  input: BoundRelation,
  frame: DefinitionUse | null,
  span: Span,
  whole: (names: UniqueNames) => readonly BoundAggregate[],
): BoundRelation & { readonly keys: number } {
  const keys = bindList(binder, node.keys, input, frame);
  const count = keys.list.length;
  const names = new UniqueNames(keys.list.map(({ name }) => name));
  const turned = bindTurned(binder, node.pivot, input, frame, names);
  const all = turned === null ? keys.list : [...keys.list, turned.key];
  const scope = scopeOf(input, frame);
  const poisoned = new Set([...scope.poisoned, ...keys.poisoned]);
  const bound = node.aggregates.length === 0
    ? { aggregates: whole(names), list: null, poisoned }
    : bindAggregates(binder, node.aggregates, columnsOf(all), { ...scope, poisoned });
  if (turned === null || turned.values === null || count === 0) return { ...openRelation(span), keys: count };
  const grouped = groupRelation(input, { ...keys, list: all }, bound.aggregates, span).plan;
  const plan = bound.list === null ? grouped : projectRelation(grouped, bound.list, span);
  const outputs = plan.columns.slice(count + 1);
  const countsRows = outputs.map((_, at) => {
    const expr = bound.list?.[count + 1 + at]?.expr;
    const index = expr === undefined ? at : expr.op === "column" ? expr.index - count - 1 : -1;
    return bound.aggregates[index]?.fn.gives === "count";
  });
  const columns = pivotColumns(columnsOf(keys.list), turned, outputs);
  const { values } = turned;
  const pivot: PivotPlan = { op: "pivot", input: plan, keys: count, values, countsRows, columns, span };
  const facts = columns.map((_, at) => at < count ? keys.facts[at] ?? null : null);
  const names2 = new Set([...keys.poisoned, ...bound.poisoned]);
  return { ...computedRelation(pivot, names2), facts, open: input.open, keys: count };
}

/**
 * Returns the columns: first the keys, then the outputs of each value, named after the value, or after value
 * and output if there are several outputs.
 */
function pivotColumns(
  keys: readonly PlanColumn[],
  { key, values }: Turned,
  outputs: readonly PlanColumn[],
): PlanColumn[] {
  const names = new UniqueNames(keys.map(({ name }) => name));
  return [
    ...keys,
    ...(values ?? []).flatMap((value) =>
      outputs.map((output) => {
        const own = valueName(value, key.display);
        return { ...output, name: names.give(outputs.length === 1 ? own : `${own}_${output.name}`) };
      })
    ),
  ];
}

/** Returns the column name for a value; an empty text becomes "empty". */
function valueName(value: Constant, display: Display): string {
  if (value === "") return "empty";
  return display === "hex" && typeof value === "bigint" && value >= 0n ? hex(value) : String(value);
}

/** Binds `pivot x`, or `pivot x in {…}` with a list of values. */
function bindTurned(
  binder: Binder,
  node: Expression,
  input: BoundRelation,
  frame: DefinitionUse | null,
  names: UniqueNames,
): Turned | null {
  const scope = { ...scopeOf(input, frame), quiet: true };
  const listed = node.kind === "in" && !node.negated ? expandDefinitions(binder, node.choices, scope) : null;
  const set = listed !== null && "node" in listed && listed.node.kind === "set" ? listed : null;
  const value = node.kind === "in" && set !== null ? node.value : node;
  const expr = binder.expression(value, scope);
  if (expr === null) return null;
  const key = { name: names.give(nameOf(value)), expr, display: displayOf(expr, scope) };
  if (set === null || set.node.kind !== "set") {
    return { key, values: bindKnown(binder, expr, value, input, frame) };
  }
  const span = spanInText(node.span, scope);
  const test = bindSet(binder, expr, set.node, { ...set.scope, quiet: false }, span, nameOf(value));
  if (test === null) return null;
  const values = listedValues(test, expr, () => textsOf(binder, expr, input));
  if (values) return { key, values: [...new Set(values)] };
  const message = "A pivot needs single values";
  return binder.report("Q210", message, node, { frame }, "list them: pivot kind in {alloc, free}");
}

/**
 * Returns the single values that a list allows; undefined if it allows others, too. The short name of a function
 * stands for the full names among the texts that have it.
 */
function listedValues(
  test: Expr,
  operand: Expr,
  texts: () => readonly string[],
): readonly Constant[] | undefined {
  if (test.op === "oneOf" && test.operand === operand) return test.values;
  if (test.op === "match" && test.how === "equal" && test.operand === operand) {
    const { pattern } = test;
    const names = texts().filter((text) => text === pattern || shortName(text) === pattern);
    return names.length > 0 ? names.sort(compareText) : [pattern];
  }
  if (test.op !== "or") return undefined;
  const parts = test.operands.map((each) => listedValues(each, operand, texts));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Returns the texts of a column, as far as they are known. */
function textsOf({ catalog }: Binder, expr: Expr, input: BoundRelation): string[] {
  const fact = expr.op === "column" ? input.facts[expr.index] : undefined;
  const known = fact && catalog.distinct(fact.table, fact.column.name, Infinity, fact.trace);
  return (known ?? []).flatMap(({ value }) => typeof value === "string" ? value : []);
}

/**
 * Returns the values that occur in the traces, sorted; null after reporting an error, or if they are found
 * only during the run.
 */
function bindKnown(
  binder: Binder,
  expr: Expr,
  node: Expression,
  input: BoundRelation,
  frame: DefinitionUse | null,
): readonly Constant[] | null {
  if (expr.type === "bool") return [false, true];
  if (input.open) return null;
  // The catalog does not count the values of signed numbers, fractions and times.
  const isCounted = expr.type === "text" || expr.type === "u64";
  const fact = expr.op === "column" && isCounted ? input.facts[expr.index] ?? null : null;
  if (fact?.column.allNull === true) return [];
  const { catalog } = binder;
  const known = fact && catalog.distinct(fact.table, fact.column.name, Infinity, fact.trace);
  const name = printExpression(node, () => "…");
  if (!known) {
    if (fact !== null && catalog.countsLater?.(fact.table, fact.column.name, fact.trace)) return null;
    const message = `Values of ${name} are not known before the query runs`;
    return binder.report(
      "Q235",
      message,
      node,
      { frame },
      `list the values that you want: pivot ${name} in {…}`,
    );
  }
  const values = valuesThatPass(
    input.plan,
    (expr as Expr & { op: "column" }).index,
    known.map((each) => each.value),
  );
  if (values.length <= MOST_VALUES) return values.sort(inOrder);
  const message = `Column ${name} has ${values.length} values, a pivot takes at most ${MOST_VALUES}`;
  const suggestion = `list the values that you want: pivot ${name} in {${listFirst(values.map(written), 2)}}`;
  return binder.report("Q235", message, node, { frame }, suggestion);
}

/**
 * Compares numbers by size and texts by code points, which is the order in which rows are sorted; "<" would
 * compare UTF-16 units.
 */
function inOrder(a: bigint | string, b: bigint | string): number {
  return typeof a === "string" && typeof b === "string" ? compareText(a, b) : a < b ? -1 : a > b ? 1 : 0;
}

function written(value: bigint | string): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** A value of a text or whole-number column. */
type Value = string | bigint;

/** Returns the values that no filter of the rows excludes. */
function valuesThatPass<V extends Value>(rows: Plan, column: number, values: readonly V[]): V[] {
  let left = [...values];
  let at: Plan | undefined = rows;
  while (at !== undefined) {
    const { columns }: Plan = at;
    if (isStep<FilterPlan>(at, "filter")) {
      const { condition } = at;
      left = left.filter((value) => passes(condition, column, value) !== false);
    }
    // Stops at a step that changes the columns, because their indexes change too.
    const input: Plan | undefined = inputsOf(at)[0];
    at = input?.columns === columns ? input : undefined;
  }
  return left;
}

/** Whether a row with this value satisfies the test; undefined if that depends on other columns. */
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

function matches(test: Expr & { op: "match" }, value: string): boolean | undefined {
  try {
    return matchTest(test)(value);
  } catch (error) {
    if (error instanceof WorkLimitError) return undefined;
    throw error;
  }
}
