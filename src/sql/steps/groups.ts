/**
 * Steps that make a row of several: groups, and groups turned into columns.
 * @module
 */

import type { PivotPlan } from "../../query/operators/pivot.ts";
import type { AggregatePlan } from "../../query/plan/steps.ts";
import { aggregateText } from "../aggregates.ts";
import { filtered } from "../dialects/words.ts";
import { Expressions } from "../expressions.ts";
import { ROW } from "../names.ts";
import type { SqlRows, Translation } from "../translation.ts";

/** One row per combination of keys, in the order of their first rows; one row in all without keys. */
export function groupText(plan: AggregatePlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const columns = to.columns(plan.columns);
  const values = [
    ...plan.keys.map(({ expr }) => expressions.value(expr)),
    ...plan.aggregates.map((each) => aggregateText(each, expressions)),
  ];
  const list = values.map((value, at) => {
    const own = to.quote(columns[at]!.name);
    return value === own ? own : `${value} AS ${own}`;
  });
  const keys = plan.keys.map((_, at) => at + 1).join(", ");
  const row = plan.keys.length === 0 ? `0 AS ${ROW}` : `min(${ROW}) AS ${ROW}`;
  const group = keys === "" ? "" : ` GROUP BY ${keys}`;
  const from = expressions.from(input.name, plan.span);
  return to.add("by", plan, `SELECT ${[...list, row].join(", ")} FROM ${from}${group}`, columns);
}

/** Groups whose last key becomes columns: a group is found by its keys and its value. */
export function pivotText(plan: PivotPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { dialect } = to;
  const columns = to.columns(plan.columns);
  const name = (at: number): string => to.quote(input.columns[at]!.name);
  const turned = name(plan.keys);
  const { type } = plan.input.columns[plan.keys]!;
  const measures = input.columns.slice(plan.keys + 1);
  const texts = plan.values.flatMap((value) =>
    measures.map((measure, at) => {
      const test = value === null ? `${turned} IS NULL` : `${turned} = ${dialect.bare(value, type)}`;
      const found = filtered(dialect.some(to.quote(measure.name)), test);
      return plan.countsRows[at] ? `coalesce(${found}, ${dialect.literal(0n, measure.type)})` : found;
    })
  );
  const keys = Array.from({ length: plan.keys }, (_, at) => name(at));
  const list = [...keys, ...texts].map((value, at) => {
    const own = to.quote(columns[at]!.name);
    return value === own ? own : `${value} AS ${own}`;
  });
  return to.add(
    "pivot",
    plan,
    `SELECT ${[...list, `min(${ROW}) AS ${ROW}`].join(", ")} FROM ${input.name}` +
      (keys.length === 0 ? "" : ` GROUP BY ${keys.map((_, at) => at + 1).join(", ")}`),
    columns,
  );
}
