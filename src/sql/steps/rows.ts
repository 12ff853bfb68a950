/**
 * Stages that filter, sort or limit rows, or change their columns.
 * @module
 */

import type { ContextPlan, LimitPlan } from "../../query/operators/scan/limit.ts";
import type { TopPerPlan } from "../../query/operators/top/top_per_group.ts";
import type { Plan } from "../../query/plan/plan.ts";
import type { ExtendPlan, FilterPlan, ProjectPlan, SortPlan } from "../../query/plan/steps.ts";
import { Expressions } from "../expressions.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";

/** A filter. */
function filterText(plan: FilterPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const test = expressions.test(plan.condition);
  return to.add(
    "where",
    `SELECT * FROM ${expressions.from(input.name)} WHERE ${unwrapped(test)}`,
    input.columns,
  );
}

/** Removes a pair of brackets around the whole condition. */
function unwrapped(test: string): string {
  return /^\([^()']*\)$/.test(test) ? test.slice(1, -1) : test;
}

/** Adds columns, or replaces those of the same name. */
function extendText(plan: ExtendPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const added = new Map(plan.added.map((each) => [each.name, each]));
  const values = plan.columns.map(({ name }) => {
    const each = added.get(name);
    if (each) return expressions.value(each.expr);
    return expressions.column(plan.input.columns.findIndex((column) => column.name === name));
  });
  return to.addUsed("extend", values, `${ROW_ORDER_COLUMN} FROM ${expressions.from(input.name)}`);
}

/** Selects exactly these columns. */
function projectText(plan: ProjectPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const list = to.named(plan.list.map(({ expr }) => expressions.value(expr)));
  return to.add("select", `SELECT ${list}, ${ROW_ORDER_COLUMN} FROM ${expressions.from(input.name)}`);
}

/** Sort keys with the row number last, so that equal rows keep their order. */
export function orderTexts(keys: SortPlan["keys"], expressions: Expressions): string[] {
  return keys.map(({ expr, descending, nullsFirst }) =>
    `${expressions.value(expr)}${descending ? " DESC" : ""} NULLS ${nullsFirst ? "FIRST" : "LAST"}`
  );
}

/** Sorted rows; with a limit only the first ones. */
function sortText({ input, keys, limit }: SortPlan, to: Translation): SqlRows {
  const { name, columns } = to.rows(input);
  const expressions = new Expressions(to, columns);
  const order = [...expressions.withoutSubqueries(() => orderTexts(keys, expressions)), ROW_ORDER_COLUMN]
    .join(
      ", ",
    );
  const rows = expressions.from(name);
  const number = to.dialect.replaceRow(`row_number() OVER (ORDER BY ${order})`);
  const from = limit === null ? rows : `(SELECT * FROM ${rows} ORDER BY ${order} LIMIT ${limit})`;
  return to.add(limit === null ? "sort" : "top", `SELECT ${number} FROM ${from}`, columns);
}

/** The first rows, all but the first, or the last rows. */
const ends = (end: (count: number) => string) => (plan: LimitPlan, to: Translation): SqlRows => {
  const { name, columns } = to.rows(plan.input);
  return to.add(
    plan.op,
    `SELECT * FROM ${name} ORDER BY ${ROW_ORDER_COLUMN}${end(Math.max(0, plan.count))}`,
    columns,
  );
};

/** Rows at equal distances. */
function sampleText(plan: LimitPlan, to: Translation): SqlRows {
  const { name, columns } = to.rows(plan.input);
  const { count } = plan;
  if (count <= 0) return to.add("sample", `SELECT * FROM ${name} WHERE FALSE`, columns);
  const { quotient, wide } = to.dialect;
  const number = wide(`(row_number() OVER (ORDER BY ${ROW_ORDER_COLUMN}) - 1)`);
  const numbered = to.step(
    "numbered",
    `SELECT *, ${number} AS nth, ${wide("(count(*) OVER ())")} AS total FROM ${name}`,
  );
  // The first row of each of `count` equal steps.
  const step = quotient(`(nth * ${count} + total - 1)`, "total");
  return to.add(
    "sample",
    `SELECT ${to.list(columns)}, ${ROW_ORDER_COLUMN} FROM ${numbered} WHERE total <= ${count} OR ` +
      `(${quotient(`(${step} * total)`, `${count}`)} = nth AND ${step} < ${count})`,
    columns,
  );
}

/** The first rows of each group; groups are ordered by their first row. */
function topPerText(plan: TopPerPlan, to: Translation): SqlRows {
  const { name, columns } = to.rows(plan.input);
  const expressions = new Expressions(to, columns);
  const order = [...orderTexts([plan.key], expressions), ROW_ORDER_COLUMN].join(", ");
  const keys = plan.per.map((each, at) => `${expressions.value(each)} AS group_${at}`).join(", ");
  const partition = plan.per.map((_, at) => `group_${at}`).join(", ");
  const ranked = to.step(
    "ranked",
    `SELECT *, row_number() OVER (ORDER BY ${order}) AS place, ${keys} FROM ${expressions.from(name)}`,
  );
  const placed = to.step(
    "placed",
    `SELECT *, min(place) OVER (PARTITION BY ${partition}) AS best, ` +
      `row_number() OVER (PARTITION BY ${partition} ORDER BY place) AS nth FROM ${ranked}`,
  );
  return to.add(
    "top",
    `SELECT ${
      to.list(columns)
    }, row_number() OVER (ORDER BY best, place) AS ${ROW_ORDER_COLUMN} FROM ${placed} ` +
      `WHERE nth <= ${plan.limit}`,
    columns,
  );
}

/** Each row with its neighbours in the table. */
function contextText(plan: ContextPlan, to: Translation): SqlRows {
  let table: Plan = plan.input;
  while (table.op === "filter") table = (table as FilterPlan).input;
  const { trace, table: name } = table as Plan & { trace?: string | null; table: string };
  if (trace === null && to.dataset.traces(name)?.length !== 1) {
    return to.refuse(
      "before, after",
      "neighbouring rows must be of one trace",
      plan.span,
      "query one trace: events of NAME",
    );
  }
  const [all, found] = [to.rows(table), to.rows(plan.input)];
  return to.add(
    "context",
    `SELECT * FROM ${all.name} a WHERE EXISTS (SELECT 1 FROM ${found.name} f ` +
      `WHERE a.${ROW_ORDER_COLUMN} BETWEEN f.${ROW_ORDER_COLUMN} - ${plan.before} AND f.${ROW_ORDER_COLUMN} + ${plan.after})`,
    all.columns,
  );
}

/** Names rows for later statements. */
function keepText({ name, input }: Plan & { name: string; input: Plan }, to: Translation): SqlRows {
  to.keep(name, input);
  return to.rows(input);
}

/** Translations of the stages that filter, sort or limit rows. */
export const ROW_STEPS: StepTexts = {
  filter: filterText,
  extend: extendText,
  project: projectText,
  sort: sortText,
  topPer: topPerText,
  take: ends((count) => ` LIMIT ${count}`),
  skip: ends((count) => ` OFFSET ${count}`),
  tail: ends((count) => ` DESC LIMIT ${count}`),
  sample: sampleText,
  context: contextText,
  as: keepText,
};
