/**
 * `by`: groups rows, largest groups first.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { bindGroups, bindList, defaultAggregates, groupRelation } from "../analysis/bind_group.ts";
import { bindPivot } from "../analysis/bind_pivot.ts";
import { columnExpr, UniqueNames } from "../analysis/make_expressions.ts";
import { type BoundRelation, spanInText } from "../analysis/scope.ts";
import { NOWHERE } from "../syntax/build_nodes.ts";
import { type PivotPlan, runPivot } from "../operators/group/pivot.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import { columnName } from "../plan/plan_printer.ts";
import type { SortPlan } from "../plan/steps.ts";
import { constant, isMeasure } from "../plan/types.ts";
import type { Expression, NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseExpression } from "../syntax/parse_expression.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import {
  parseAggregatesAfterColon,
  parseBeforeColon,
  parseKeys,
  reportMissingPart,
} from "../syntax/stage_parts.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** `by keys [pivot x] [: aggregates]`; the default aggregates are count and bytes. */
export interface ByNode extends StageNode {
  readonly keys: readonly NamedExpression[];
  /** In `pivot x`, the expression x whose values become columns; in `pivot x in {…}`, the test. */
  readonly pivot: Expression | null;
  readonly aggregates: readonly NamedExpression[];
}

/** The stage `by`: one row per group. */
export const by: QueryStage<ByNode, PivotPlan> = {
  keyword: "by",
  usage: "by KEYS [pivot X] [: AGGREGATES]",
  summary: "One row per group, largest first; count and bytes unless aggregates are given",
  examples: [
    "leaks | by file, line",
    "allocs | by func: n = count(), largest = max(size)",
    "events | by kind, class = bucket(size): count() | sort class",
    "events | by func pivot kind: n = count()",
    "allocs | by func pivot leaked in {true}: n = count(), b = sum(size)",
  ],
  takesOperand: true,
  elsewhere: [{ word: "group", secondWord: "by" }, { word: "groupby" }],
  called: ["group_by", "per"],
  loosely(operand, reader) {
    // group func (aggregate {n = count this})
    const [, keys = operand, aggregates] =
      /^(.+?)\s*\(\s*(?:aggregate|summarize)\s+([^]*)\)\s*$/i.exec(operand) ??
        /^([^:]+):([^]*)$/.exec(operand) ?? [];
    const list = reader.list(reader.bare(keys)).map((key) => reader.named(key));
    const sums = aggregates === undefined
      ? []
      : reader.list(reader.bare(aggregates)).map((each) => reader.aggregate(each));
    if (list.length === 0 || sums.includes(null)) return null;
    return `by ${list.join(", ")}${sums.length === 0 ? "" : `: ${sums.join(", ")}`}`;
  },
  words: [{ word: ":", doc: "Begins the aggregates" }, { word: "pivot", doc: "A column for each value" }, {
    word: "if",
    doc: "Only rows that pass a filter",
  }],
  parse(state, { span }) {
    const keys = parseKeys(state);
    const pivot = state.takeWord("pivot") ? parsePivot(state) : null;
    const aggregates = parseAggregatesAfterColon(state);
    return { kind: "stage", keyword: "by", keys, pivot, aggregates, span };
  },
  print({ keys, pivot, aggregates }, writer) {
    const turned = pivot === null ? "" : ` pivot ${writer.expression(pivot)}`;
    const groups = `by ${writer.list(keys, pivot !== null)}${turned}`;
    return aggregates.length === 0 ? groups : `${groups}: ${writer.list(aggregates)}`;
  },
  wants: (node, part) =>
    expectsExpression(node.aggregates.some((each) => each === part) ? "aggregate" : "any"),
  wordsAfter(node, previous) {
    if (node.aggregates.length > 0) return ["if"];
    return node.pivot === null && previous.role !== "stage" ? [":", "pivot"] : [":"];
  },
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    if (node.pivot !== null) {
      const whole = (names: UniqueNames): BoundAggregate[] => defaultAggregates(input, names, span);
      const turned = bindPivot(binder, { ...node, pivot: node.pivot }, input, frame, span, whole);
      return largestFirst(turned, turned.keys, span);
    }
    if (node.aggregates.length > 0) {
      const grouped = bindGroups(binder, node.keys, node.aggregates, input, frame, span);
      return largestFirst(grouped, grouped.keys, span);
    }
    const keys = bindList(binder, node.keys, input, frame);
    const names = new UniqueNames(keys.list.map((key) => key.name));
    const aggregates = defaultAggregates(input, names, span);
    const rows = groupRelation(input, keys, aggregates, span);
    const open = input.open || node.keys.length === 0;
    return largestFirst({ ...rows, open }, rows.plan.columns.length - 1, span);
  },
  step: {
    op: "pivot",
    print({ keys, values, input: { columns } }, printer) {
      const { type } = columns[keys]!;
      const list = values.map((value) => printer.expr(constant(value, type, NOWHERE), []));
      return `pivot ${columnName(columns, keys)} in {${list.join(", ")}}`;
    },
    run: (plan, [input], context) => runPivot(plan, input!, context),
  },
};

/** Parses the pivot expression; a colon after it begins the aggregates. */
function parsePivot(state: ParseState): Expression {
  return parseBeforeColon(
    state,
    () => state.atOperand() ? parseExpression(state) : reportMissingPart(state, "a column", "pivot kind"),
  );
}

/** Sorts by a column, largest first, if the column is a number or time. */
function largestFirst(relation: BoundRelation, index: number, span: Span): BoundRelation {
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
