/**
 * `sessions`: groups rows that are not separated by a long pause.
 * @module
 */

import { findAggregate } from "../aggregates/registry.ts";
import { bindAggregates } from "../analysis/bind_aggregate.ts";
import {
  aggregateColumns,
  bindList,
  columnsOf,
  countAggregate,
  defaultAggregates,
  projectRelation,
} from "../analysis/bind_group.ts";
import { bindDistance, type Distance } from "../analysis/bind_distance.ts";
import { arithmetic, columnExpr, compare, UniqueNames, valueIfPasses } from "../analysis/make_expressions.ts";
import { isPresent } from "../analysis/numeric_columns.ts";
import { filtered, openRelation, scopeOf, spanInText } from "../analysis/scope.ts";
import type { WindowPlan } from "../operators/window/window.ts";
import type { BoundAggregate, NamedExpr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import { constant } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { BoundWindow } from "../plan/window.ts";
import type { Expression, NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseArithmetic } from "../syntax/parse_expression.ts";
import {
  parseAggregatesAfterColon,
  parseBeforeColon,
  parseKeys,
  reportMissingPart,
} from "../syntax/stage_parts.ts";
import { expectsExpression } from "../syntax/language.ts";
import { findWindowFunction } from "../windows/registry.ts";
import type { QueryStage } from "./stage.ts";

/** `sessions gap DISTANCE [by keys] [: aggregates]`; the default aggregates are count and bytes. */
interface SessionsNode extends StageNode {
  readonly gap: Expression;
  readonly keys: readonly NamedExpression[];
  readonly aggregates: readonly NamedExpression[];
}

/** Groups rows into sessions. */
export const sessions: QueryStage<SessionsNode> = {
  keyword: "sessions",
  usage: "sessions gap DISTANCE [by KEYS] [: AGGREGATES]",
  summary:
    "One row for each stretch of rows with the same keys that has no pause longer than the gap: from, to, and \
aggregates, count and bytes unless others are given",
  examples: [
    "events | sessions gap 100 by thread",
    "events | where kind == alloc | sessions gap 20 by func: n = count(), bytes = sum(size) | top 5 by n",
  ],
  takesOperand: true,
  words: [
    { word: "gap", doc: "The longest pause within a session: records, or a duration" },
    { word: "by", doc: "Key" },
    { word: ":", doc: "Begins the aggregates" },
    { word: "if", doc: "Only rows that pass a filter" },
  ],
  parse(state, { span }) {
    const gap = parseBeforeColon(
      state,
      () =>
        state.takeWord("gap")
          ? parseArithmetic(state)
          : reportMissingPart(state, '"gap"', "sessions gap 10ms by thread"),
    );
    const keys = state.takeWord("by") ? parseKeys(state) : [];
    const aggregates = parseAggregatesAfterColon(state);
    return { kind: "stage", keyword: "sessions", gap, keys, aggregates, span };
  },
  print({ gap, keys, aggregates }, writer) {
    const by = keys.length === 0 ? "" : ` by ${writer.list(keys)}`;
    return `sessions gap ${writer.arithmetic(gap)}${by}${
      aggregates.length === 0 ? "" : `: ${writer.list(aggregates)}`
    }`;
  },
  wants(node, part, previous) {
    if (previous.role === "stage") return [{ want: "words", words: ["gap"] }];
    if (part === node.gap) return [];
    return expectsExpression(node.aggregates.some((each) => each === part) ? "aggregate" : "any");
  },
  wordsAfter(node, previous) {
    if (previous.role === "stage") return ["gap"];
    if (node.aggregates.length > 0) return ["if"];
    return node.keys.length > 0 ? [":"] : ["by", ":"];
  },
  bind(binder, node, given, frame) {
    const span = spanInText(node.span, { frame });
    const gap = bindDistance(binder, node.gap, '"gap"', given, frame);
    const keys = bindList(binder, node.keys, given, frame);
    const edge = gap === null ? null : given.plan.columns[gap.column]!;
    const keyColumns = columnsOf(keys.list);
    const names = new UniqueNames(keyColumns.map(({ name }) => name));
    const edges: PlanColumn[] = ["from", "to"].map((name) => ({
      name: names.give(name),
      type: edge?.type ?? "u64",
      display: edge?.display ?? "plain",
    }));
    const bound = node.aggregates.length > 0
      ? bindAggregates(binder, node.aggregates, [...keyColumns, ...edges], scopeOf(given, frame))
      : { aggregates: defaultAggregates(given, names, span), list: null, poisoned: new Set<string>() };
    if (gap === null || given.open || keys.list.length < node.keys.length) return openRelation(span);
    // Rows without a time belong to no session.
    const measured = columnExpr(given.plan, gap.column, span);
    const input = filtered(given, isPresent([measured], span), span);
    const numbered = numberSessions(input.plan, keys.list, gap, span);
    const number: NamedExpr = {
      name: "stretch",
      expr: columnExpr(numbered, numbered.columns.length - 1, span),
      display: "plain",
    };
    const ends = ["min", "max"].map((name, at): BoundAggregate => ({
      name: edges[at]!.name,
      fn: findAggregate(name)!,
      arg: measured,
      parameter: null,
      condition: null,
      type: measured.type,
      display: edges[at]!.display,
      span,
    }));
    const groups: AggregatePlan = {
      op: "aggregate",
      input: numbered,
      keys: [...keys.list, number],
      aggregates: [...ends, ...bound.aggregates],
      columns: [
        ...keyColumns,
        { name: "stretch", type: "u64", display: "plain" },
        ...edges,
        ...aggregateColumns(bound.aggregates),
      ],
      span,
    };
    const list = groups.columns.flatMap(({ name, display }, at): NamedExpr[] =>
      at === keys.list.length ? [] : [{ name, display, expr: columnExpr(groups, at, span) }]
    );
    const plain = projectRelation(groups, list, span);
    const plan = bound.list === null ? plain : projectRelation(plain, bound.list, span);
    const facts = plan.columns.map((_, at) => keys.facts[at] ?? null);
    return {
      plan,
      facts,
      table: null,
      open: false,
      poisoned: new Set([...keys.poisoned, ...bound.poisoned]),
    };
  },
};

/**
 * Numbers the sessions with two windows: the first reads the previous row, the second counts the long pauses
 * so far. The number is the last column.
 */
function numberSessions(
  input: Plan,
  keys: readonly NamedExpr[],
  gap: Distance,
  span: Plan["span"],
): WindowPlan {
  const measured = columnExpr(input, gap.column, span);
  const { type } = measured;
  const order = [{ expr: measured, descending: false }];
  const plain = { display: "plain", span } as const;
  const before: BoundWindow = {
    ...plain,
    name: "before",
    fn: findWindowFunction("lag")!,
    aggregate: null,
    arg: measured,
    number: 1,
    type,
  };
  const first: WindowPlan = {
    op: "window",
    input,
    keys,
    order,
    calls: [before],
    columns: [...input.columns, { name: "before", type, display: "plain" }],
    span,
  };
  const previous = columnExpr(first, input.columns.length, span);
  const pause = arithmetic("-", type, measured, previous, span);
  const isLong = compare(">", pause, constant(gap.limit, type, span), span);
  const count: BoundWindow = {
    ...plain,
    name: "stretch",
    fn: findWindowFunction("cumulative")!,
    aggregate: { ...countAggregate("count", span), condition: isLong },
    arg: valueIfPasses(isLong, constant(1n, "u64", span)),
    number: 0,
    type: "u64",
  };
  return {
    ...first,
    input: first,
    calls: [count],
    columns: [...first.columns, { name: "stretch", type: "u64", display: "plain" }],
  };
}
