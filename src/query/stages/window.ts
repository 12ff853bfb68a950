/**
 * `window`: adds columns computed from other rows of a window; rows and their order stay the same. An output
 * may use earlier outputs, which takes one plan step after another.
 * @module
 */

import { bindKeys } from "../analysis/bind_order.ts";
import { bindList, projectRelation } from "../analysis/bind_group.ts";
import { type BoundRelation, type DefinitionUse, scopeOf, spanInText } from "../analysis/scope.ts";
import { forecastWindow, runWindow, type WindowPlan } from "../operators/window/window.ts";
import type { PlanPrinter } from "../plan/plan_printer.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { BoundWindow } from "../plan/window.ts";
import type { NamedExpression, Node, SortKey, StageNode } from "../syntax/ast.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import {
  parseBeforeColon,
  parseKeys,
  parseNamedList,
  parseSortKeys,
  reportMissingPart,
} from "../syntax/stage_parts.ts";
import { isPunctuation } from "../syntax/token.ts";
import { expectsExpression } from "../syntax/language.ts";
import { DIRECTIONS, nextDirectionWords } from "./sort.ts";
import type { QueryStage } from "./stage.ts";
import type { Span } from "../../base/diagnostic.ts";
import { bindWindows, windowOutputName } from "../analysis/bind_window.ts";
import type { Binder } from "../analysis/binder.ts";
import { columnExpr, UniqueNames } from "../analysis/make_expressions.ts";
import type { NamedExpr } from "../plan/expressions.ts";
import { childrenOf, walk } from "../syntax/walk.ts";

/** `window [by keys] [order keys]: outputs`. */
interface WindowNode extends StageNode {
  readonly keys: readonly NamedExpression[];
  readonly order: readonly SortKey[];
  readonly outputs: readonly NamedExpression[];
}

/** Adds columns computed from other rows. */
export const window: QueryStage<WindowNode, WindowPlan> = {
  keyword: "window",
  usage: "window [by KEYS] [order KEYS]: NAME = EXPR, …",
  summary:
    "Adds columns computed from other rows with the same keys: previous rows, running sums, ranks, shares",
  examples: [
    "events | window by thread order seq: gap = seq - lag(seq), n = row_number() | take 5",
    "allocs | window order seq: run = cumulative(size), avg5 = moving(avg(size), 5) | take 5",
    "allocs | window by func: part = share(size), most = max(size) | take 5",
    "events | window order seq: gap = seq - lag(seq), usual = moving(avg(gap), 5) | where gap > 3 * usual",
  ],
  takesOperand: true,
  begins: (next) => isPunctuation(next, ":") ? true : undefined,
  elsewhere: [{ word: "over" }, { word: "partition", secondWord: "by" }],
  words: [
    { word: "by", doc: "Rows with equal keys form a window" },
    { word: "order", doc: "The order of the rows in their window" },
    ...DIRECTIONS,
    { word: ":", doc: "Begins the new columns" },
    { word: "if", doc: "Only rows that pass a filter" },
  ],
  parse(state, { span }) {
    const keys = state.takeWord("by") ? parseKeys(state) : [];
    const order = state.takeWord("order") ? parseOrder(state) : [];
    if (state.take(":") === null) {
      reportMissingPart(state, '":"', "window by thread order seq: gap = seq - lag(seq)");
      state.skipToPipe();
      return { kind: "stage", keyword: "window", keys, order, outputs: [], span };
    }
    const outputs = parseNamedList(state, "NAME = expression");
    return { kind: "stage", keyword: "window", keys, order, outputs, span };
  },
  print({ keys, order, outputs }, writer) {
    const by = keys.length === 0 ? "" : ` by ${writer.list(keys, order.length > 0)}`;
    const along = order.length === 0 ? "" : ` order ${order.map((key) => writer.sortKey(key)).join(", ")}`;
    return `window${by}${along}: ${writer.list(outputs)}`;
  },
  wants(node, part, previous) {
    if (previous.role === "stage") return [{ want: "words", words: ["by", "order", ":"] }];
    return expectsExpression(node.outputs.some((each) => each === part) ? "window" : "any");
  },
  wordsAfter(node, previous, before) {
    if (previous.role === "stage") return ["by", "order", ":"];
    if (node.outputs.length > 0 || before.some((token) => isPunctuation(token, ":"))) return ["if"];
    return node.order.length > 0 ? [...nextDirectionWords(previous), ":"] : ["order", ":"];
  },
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const keys = bindList(binder, node.keys, input, frame);
    const order = bindKeys(binder, node.order, input, frame);
    return bindOutputs(binder, node.outputs, input, frame, { keys: keys.list, order, span });
  },
  step: {
    op: "window",
    print({ keys, order, calls, input: { columns } }, printer) {
      const by = keys.length === 0 ? "" : ` by ${printer.list(keys, columns)}`;
      const along = order.length === 0 ? "" : ` order ${printer.sortKeys(order, columns)}`;
      return `window${by}${along}: ${calls.map((call) => printCall(call, printer, columns)).join(", ")}`;
    },
    run: (plan, [input], context) => runWindow(plan, input!, context),
    forecast: (plan, [input], context) => forecastWindow(plan, input!, context),
  },
};

function parseOrder(state: ParseState): SortKey[] {
  return parseBeforeColon(state, () => parseSortKeys(state));
}

/** Prints a window call as it is written in a query. */
function printCall(
  { fn, aggregate, arg, number }: BoundWindow,
  printer: PlanPrinter,
  columns: readonly PlanColumn[],
): string {
  const inner = aggregate === null || fn?.takes === "sum"
    ? arg === null ? "" : printer.expr(arg, columns)
    : printer.aggregate(aggregate, columns);
  if (fn === null) return inner;
  return `${fn.name}(${inner}${fn.number === undefined ? "" : `, ${number}`})`;
}

/** Parts that all steps of a stage share; keys and order refer to the rows before the stage. */
type Windows = Pick<WindowPlan, "keys" | "order" | "span">;

/** Binds the outputs; an output with the name of an existing column replaces it. */
function bindOutputs(
  binder: Binder,
  nodes: readonly NamedExpression[],
  input: BoundRelation,
  frame: DefinitionUse | null,
  windows: Windows,
): BoundRelation {
  let rows = input;
  // Outputs so far, appended to the input columns; the input columns keep their indexes, for the keys.
  const done: NamedExpr[] = [];
  for (const part of partsOf(binder, nodes, input)) {
    if (done.length > 0) rows = withColumns(input, rows, done, windows.span);
    const bound = bindWindows(binder, part, scopeOf(rows, frame), windows.order.length > 0);
    const names = new UniqueNames(rows.plan.columns.map(({ name }) => name));
    const hidden = bound.calls.map(({ name, type, display }) => ({ name: names.give(name), type, display }));
    const columns: PlanColumn[] = [...rows.plan.columns, ...hidden];
    const plan: WindowPlan = { op: "window", input: rows.plan, ...windows, calls: bound.calls, columns };
    done.push(...bound.list);
    rows = { ...rows, plan, poisoned: new Set([...rows.poisoned, ...bound.poisoned]) };
  }
  return { ...withOutputs(input, rows.plan as WindowPlan, done), poisoned: rows.poisoned };
}

/** Splits the outputs into plan steps: a step ends before an output that uses one of its outputs. */
function partsOf(
  binder: Binder,
  nodes: readonly NamedExpression[],
  input: BoundRelation,
): NamedExpression[][] {
  const parts: NamedExpression[][] = [[]];
  const columns = new Set(input.plan.columns.map(({ name }) => name));
  let names = new Set<string>();
  for (const node of nodes) {
    const { name, value } = node;
    const replaces = name !== null && names.has(name.name);
    const known = (each: string): boolean => !names.has(each) && binder.definition(each) === undefined;
    if (replaces || (names.size > 0 && !usesOnly(value, known, (each) => columns.has(each)))) {
      parts.push([]);
      names = new Set();
    }
    parts.at(-1)!.push(node);
    names.add(name?.name ?? windowOutputName(value));
  }
  return parts;
}

/**
 * Whether an expression can be bound to the rows before the stage. Where only a column is possible, an
 * unknown name may become an output while it is being typed; in a comparison it is a bare word.
 */
function usesOnly(
  value: Node,
  known: (name: string) => boolean,
  isColumn: (name: string) => boolean,
): boolean {
  let only = true;
  walk(value, (node) => {
    if (node.kind === "call") only &&= known(node.name.name);
    else if (node.kind === "name") only &&= known(node.name) && isColumn(node.name);
    else if (node.kind === "comparison" || node.kind === "in" || node.kind === "match") {
      for (const child of childrenOf(node)) only &&= usesOnly(child, known, () => true);
      return false;
    }
    return only;
  });
  return only;
}

/**
 * Returns the rows with the outputs so far appended to the input columns, each under the name that it
 * replaces.
 */
function withColumns(
  input: BoundRelation,
  rows: BoundRelation,
  done: NamedExpr[],
  span: Span,
): BoundRelation {
  const count = input.plan.columns.length;
  const taken = new UniqueNames(rows.plan.columns.map(({ name }) => name));
  const list: NamedExpr[] = [
    ...input.plan.columns.map(({ name, display }, at) => ({
      name,
      display,
      expr: columnExpr(rows.plan, at, span),
    })),
    ...done,
  ].map((each, at, all) =>
    all.findLastIndex(({ name }) => name === each.name) === at
      ? each
      : { ...each, name: taken.give(each.name) }
  );
  const plan = projectRelation(rows.plan, list, span);
  done.forEach((each, at) => done[at] = { ...each, expr: columnExpr(plan, count + at, span) });
  const facts = list.map((_, at) => at < count ? input.facts[at] ?? null : null);
  const names = new Set(done.map(({ name }) => name));
  return { ...rows, plan, facts, poisoned: new Set([...rows.poisoned].filter((name) => !names.has(name))) };
}

/**
 * Returns the rows with the outputs as columns; an output with the name of an existing column replaces it.
 */
function withOutputs(input: BoundRelation, plan: WindowPlan, outputs: readonly NamedExpr[]): BoundRelation {
  const list: NamedExpr[] = input.plan.columns.map(({ name, display }, index) => ({
    name,
    display,
    expr: columnExpr(plan, index, plan.span),
  }));
  const facts = [...input.facts];
  for (const output of outputs) {
    const at = list.findIndex(({ name }) => name === output.name);
    if (at < 0) list.push(output);
    else list[at] = output;
    facts[at < 0 ? list.length - 1 : at] = output.expr.op === "column"
      ? input.facts[output.expr.index] ?? null
      : null;
  }
  const direct = list.length === plan.columns.length &&
    list.every(({ expr }, at) => expr.op === "column" && expr.index === at);
  if (direct) {
    const columns = plan.columns.map((column, at) => ({ ...column, name: list[at]!.name }));
    return { ...input, plan: { ...plan, columns } as WindowPlan, facts };
  }
  return { ...input, plan: projectRelation(plan, list, plan.span), facts };
}
