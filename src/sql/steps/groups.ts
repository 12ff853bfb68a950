/**
 * Stages that aggregate rows: groups and pivots.
 * @module
 */

import type { PivotPlan } from "../../query/operators/group/pivot.ts";
import type { AggregatePlan } from "../../query/plan/steps.ts";
import { aggregateText } from "../aggregates.ts";
import { filtered } from "../dialects/sql_text.ts";
import { Expressions } from "../expressions.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";

/** GROUP BY the first values of a list; a single group if there are none. */
export function groupedBy(count: number): string {
  return count === 0 ? "" : ` GROUP BY ${Array.from({ length: count }, (_, at) => at + 1).join(", ")}`;
}

/** One row per combination of keys, in the order of their first rows; a single row without keys. */
function groupText({ input, keys, aggregates }: AggregatePlan, to: Translation): SqlRows {
  const { name, columns } = to.rows(input);
  const expressions = new Expressions(to, columns);
  const list = to.named([
    ...keys.map(({ expr }) => expressions.value(expr)),
    ...aggregates.map((each) => aggregateText(each, expressions)),
  ]);
  const row = keys.length === 0 ? "0" : `min(${ROW_ORDER_COLUMN})`;
  return to.add(
    "by",
    `SELECT ${list}, ${row} AS ${ROW_ORDER_COLUMN} FROM ${expressions.from(name)}${groupedBy(keys.length)}`,
  );
}

/** A pivot table: each cell is found by its keys and its value. */
function pivotText(plan: PivotPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { dialect } = to;
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
  const list = to.named([...keys, ...texts]);
  return to.add(
    "pivot",
    `SELECT ${list}, min(${ROW_ORDER_COLUMN}) AS ${ROW_ORDER_COLUMN} FROM ${input.name}${
      groupedBy(plan.keys)
    }`,
  );
}

/** Translations of the grouping stages. */
export const GROUP_STEPS: StepTexts = { aggregate: groupText, pivot: pivotText };
