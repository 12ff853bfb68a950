/**
 * `by`: groups, the largest first.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { findAggregate } from "../aggregates/registry.ts";
import { bindList } from "../analysis/bind_columns.ts";
import { bindGroups, countAggregate, groups, sizeExpr } from "../analysis/bind_group.ts";
import { columnExpr } from "../analysis/make.ts";
import { NameGiver } from "../analysis/naming.ts";
import { placed, type Relation } from "../analysis/scope.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { SortPlan } from "../plan/steps.ts";
import { isMeasure } from "../plan/types.ts";
import type { NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseKeys, parseNamedList } from "../syntax/stage_parts.ts";
import { wantsExpression } from "../syntax/wants.ts";
import type { QueryStage } from "./stage.ts";

/** `by keys [: aggregates]`; without aggregates, count and bytes. */
interface ByNode extends StageNode {
  readonly keyword: "by";
  readonly keys: readonly NamedExpression[];
  readonly aggregates: readonly NamedExpression[];
}

/** One row per group. */
export const by: QueryStage<ByNode> = {
  keyword: "by",
  usage: "by KEYS [: AGGREGATES]",
  summary: "One row per group, largest first; count and bytes unless aggregates are given",
  examples: [
    "leaks | by file, line",
    "allocs | by func: n = count(), largest = max(size)",
    "events | by kind, class = bucket(size): count() | sort class",
  ],
  takesOperand: true,
  elsewhere: [{ word: "group", swallows: "by" }, { word: "groupby" }],
  words: [{ word: ":", doc: "Begins the aggregates" }, { word: "if", doc: "Only rows that pass a filter" }],
  parse(state, { span }) {
    const keys = parseKeys(state);
    // The message of an assert is a colon with a text; aggregates never begin with one.
    const isMessage = state.inAssert && state.depth === 0 && state.peek(1).kind === "string";
    const aggregates = !isMessage && state.take(":") ? parseNamedList(state, "an aggregate") : [];
    return { kind: "stage", keyword: "by", keys, aggregates, span };
  },
  print({ keys, aggregates }, writer) {
    return aggregates.length === 0
      ? `by ${writer.list(keys)}`
      : `by ${writer.list(keys)}: ${writer.list(aggregates)}`;
  },
  wants: (node, part) => wantsExpression(node.aggregates.some((each) => each === part) ? "aggregate" : "any"),
  wordsAfter: (node) => node.aggregates.length === 0 ? [":"] : ["if"],
  bind(binder, node, input, frame) {
    const span = placed(node.span, { frame });
    if (node.aggregates.length > 0) {
      const grouped = bindGroups(binder, node.keys, node.aggregates, input, frame, span);
      return largestFirst(grouped, grouped.keys, span);
    }
    const keys = bindList(binder, node.keys, input, frame);
    const names = new NameGiver(keys.list.map((key) => key.name));
    const aggregates = defaultAggregates(input, names, span);
    const rows = groups(input, keys, aggregates, span);
    const open = input.open || node.keys.length === 0;
    return largestFirst({ ...rows, open }, rows.plan.columns.length - 1, span);
  },
};

/** `count`, and `bytes` where the rows have sizes. */
function defaultAggregates(input: Relation, names: NameGiver, span: Span): BoundAggregate[] {
  const count: BoundAggregate = countAggregate(names.give("count"), span);
  const size = sizeExpr(input, span);
  if (size === null) return [count];
  const sum = findAggregate("sum")!;
  return [count, {
    name: names.give("bytes"),
    fn: sum,
    arg: size,
    parameter: null,
    condition: null,
    type: sum.result(size.type),
    display: "plain",
    span,
  }];
}

/** Sorted by a column, the largest first, when it has an order that means something. */
function largestFirst(relation: Relation, index: number, span: Span): Relation {
  const column = relation.plan.columns[index];
  if (column === undefined || !isMeasure(column.type)) return relation;
  const keys = [{ expr: columnExpr(relation.plan, index, span), descending: true }];
  const plan: SortPlan = {
    op: "sort",
    input: relation.plan,
    keys,
    limit: null,
    columns: relation.plan.columns,
    span,
  };
  return { ...relation, plan };
}
