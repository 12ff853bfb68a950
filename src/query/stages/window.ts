/**
 * `window`: columns made of the other rows of a window; rows keep their columns and their order.
 * @module
 */

import { bindKeys } from "../analysis/bind_order.ts";
import { bindList } from "../analysis/bind_group.ts";
import { placed } from "../analysis/scope.ts";
import { runWindow, type WindowPlan } from "../operators/window.ts";
import type { PlanPrinter } from "../plan/plan_printer.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { BoundWindow } from "../plan/window.ts";
import type { NamedExpression, SortKey, StageNode } from "../syntax/ast.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import {
  missingPart,
  parseBeforeColon,
  parseKeys,
  parseNamedList,
  parseSortKeys,
} from "../syntax/stage_parts.ts";
import { isPunctuation } from "../syntax/token.ts";
import { wantsExpression } from "../syntax/language.ts";
import { DIRECTIONS, directionsAfter } from "./sort.ts";
import type { QueryStage } from "./stage.ts";
import { bindOutputs } from "./window_outputs.ts";

/** `window [by keys] [order keys]: outputs`. */
interface WindowNode extends StageNode {
  readonly keys: readonly NamedExpression[];
  readonly order: readonly SortKey[];
  readonly outputs: readonly NamedExpression[];
}

/** Looks at other rows. */
export const window: QueryStage<WindowNode, WindowPlan> = {
  keyword: "window",
  usage: "window [by KEYS] [order KEYS]: NAME = EXPR, …",
  summary: "Adds columns made of other rows with the same keys: the row before, running sums, ranks, shares",
  examples: [
    "events | window by thread order seq: gap = seq - lag(seq), n = row_number() | take 5",
    "allocs | window order seq: run = cumulative(size), avg5 = moving(avg(size), 5) | take 5",
    "allocs | window by func: part = share(size), most = max(size) | take 5",
    "events | window order seq: gap = seq - lag(seq), usual = moving(avg(gap), 5) | where gap > 3 * usual",
  ],
  takesOperand: true,
  begins: (next) => isPunctuation(next, ":") ? true : undefined,
  elsewhere: [{ word: "over" }, { word: "partition", swallows: "by" }],
  words: [
    { word: "by", doc: "Rows with the same keys are a window" },
    { word: "order", doc: "The order of the rows in their window" },
    ...DIRECTIONS,
    { word: ":", doc: "Begins the new columns" },
    { word: "if", doc: "Only rows that pass a filter" },
  ],
  parse(state, { span }) {
    const keys = state.takeWord("by") ? parseKeys(state) : [];
    const order = state.takeWord("order") ? parseOrder(state) : [];
    if (state.take(":") === null) {
      missingPart(state, '":"', "window by thread order seq: gap = seq - lag(seq)");
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
    return wantsExpression(node.outputs.some((each) => each === part) ? "window" : "any");
  },
  wordsAfter(node, previous, before) {
    if (previous.role === "stage") return ["by", "order", ":"];
    if (node.outputs.length > 0 || before.some((token) => isPunctuation(token, ":"))) return ["if"];
    return node.order.length > 0 ? [...directionsAfter(previous), ":"] : ["order", ":"];
  },
  bind(binder, node, input, frame) {
    const span = placed(node.span, { frame });
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
  },
};

function parseOrder(state: ParseState): SortKey[] {
  return parseBeforeColon(state, () => parseSortKeys(state));
}

/** A call as it is written. */
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
