/**
 * `summarize`: aggregates over all rows, or per key in the order of first appearance.
 * @module
 */

import { bindGroups } from "../analysis/bind_group.ts";
import { spanInText } from "../analysis/scope.ts";
import { chooseFusedAggregation, forecastAggregate, runAggregate } from "../operators/group/aggregate.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { NamedExpression, StageNode } from "../syntax/ast.ts";
import { NOWHERE } from "../syntax/build_nodes.ts";
import { parseKeys, parseNamedList } from "../syntax/stage_parts.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** `summarize aggregates [by keys]`. */
interface SummarizeNode extends StageNode {
  readonly aggregates: readonly NamedExpression[];
  readonly keys: readonly NamedExpression[];
}

/** Makes the stage `summarize` without keys. */
export function summarizeNode(...aggregates: readonly NamedExpression[]): StageNode {
  const node: SummarizeNode = { kind: "stage", keyword: "summarize", aggregates, keys: [], span: NOWHERE };
  return node;
}

/** The stage `summarize`: aggregates over all rows or per group. */
export const summarize: QueryStage<SummarizeNode, AggregatePlan> = {
  keyword: "summarize",
  usage: "summarize AGGREGATES [by KEYS]",
  summary: "Aggregates over all rows, or per group",
  examples: [
    "leaks | summarize count(), bytes = sum(size)",
    "allocs | summarize avg(size), p99(size) by func",
    "events | summarize frees = count() if kind == free",
  ],
  takesOperand: true,
  elsewhere: [{ word: "aggregate" }, { word: "agg" }, { word: "stats" }, { word: "summarise" }],
  called: ["eventstats", "reduce"],
  loosely(operand, reader) {
    const [, aggregates = operand, keys] = /^([^]*?)(?:^|\s)by\s([^]*)$/i.exec(operand) ?? [];
    const sums = reader.list(reader.bare(aggregates)).map((each) => reader.aggregate(each));
    if (sums.length === 0 || sums.includes(null)) return null;
    if (keys === undefined) return `summarize ${sums.join(", ")}`;
    return `by ${reader.list(keys).map((key) => reader.named(key)).join(", ")}: ${sums.join(", ")}`;
  },
  words: [{ word: "by", doc: "Key" }, { word: "if", doc: "Only rows that pass a filter" }],
  parse(state, { span }) {
    const aggregates = parseNamedList(state, "an aggregate");
    const keys = state.takeWord("by") ? parseKeys(state) : [];
    return { kind: "stage", keyword: "summarize", aggregates, keys, span };
  },
  print({ aggregates, keys }, writer) {
    return keys.length === 0
      ? `summarize ${writer.list(aggregates)}`
      : `summarize ${writer.list(aggregates, true)} by ${writer.list(keys)}`;
  },
  wants: (node, part) =>
    expectsExpression(node.aggregates.some((each) => each === part) ? "aggregate" : "any"),
  wordsAfter: (node, previous) => node.keys.length > 0 || previous.role === "stage" ? [] : ["by", "if"],
  bind(binder, node, input, frame) {
    return bindGroups(binder, node.keys, node.aggregates, input, frame, spanInText(node.span, { frame }));
  },
  step: {
    op: "aggregate",
    print({ keys, aggregates, input: { columns } }, printer) {
      const by = keys.length === 0 ? "" : ` by ${printer.list(keys, columns)}`;
      const list = printer.aggregates(aggregates, columns);
      return `aggregate${list === "" ? "" : " " + list}${by}`;
    },
    run: (plan, [input], context) => runAggregate(plan, input!, context),
    chooseFiltered: chooseFusedAggregation,
    forecast: (plan, [input], context) => forecastAggregate(plan, input!, context),
  },
};
