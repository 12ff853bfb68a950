/**
 * Steps that leave rows as they are, leave some out, change their order or their columns.
 * @module
 */

import type { ContextPlan, LimitPlan } from "../../query/operators/limit.ts";
import type { TopPerPlan } from "../../query/operators/top_per.ts";
import type { Plan } from "../../query/plan/plan.ts";
import type { ExtendPlan, FilterPlan, ProjectPlan, SortPlan } from "../../query/plan/steps.ts";
import { Expressions } from "../expressions.ts";
import { ROW } from "../names.ts";
import type { SqlRows, Translation } from "../translation.ts";

/** Rows that pass. */
export function filterText(plan: FilterPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const test = expressions.test(plan.condition);
  const from = expressions.from(input.name, plan.span);
  return to.add("where", plan, `SELECT * FROM ${from} WHERE ${unwrapped(test)}`, input.columns);
}

/** Without brackets around all of it. */
function unwrapped(test: string): string {
  if (!/^\([^()']*\)$/.test(test)) return test;
  return test.slice(1, -1);
}

/** Columns behind the others, or in the place of one of the same name. */
export function extendText(plan: ExtendPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const columns = to.columns(plan.columns);
  const added = new Map(plan.added.map((each) => [each.name, each]));
  const texts = plan.columns.map(({ name }, at) => {
    const own = to.quote(columns[at]!.name);
    const each = added.get(name);
    if (each) return `${expressions.value(each.expr)} AS ${own}`;
    const from = to.quote(
      input.columns[plan.input.columns.findIndex((column) => column.name === name)]!.name,
    );
    return from === own ? own : `${from} AS ${own}`;
  });
  const rows = expressions.from(input.name, plan.span);
  return to.add("extend", plan, (isUsed) => {
    const used = texts.filter((_, at) => isUsed(columns[at]!.name));
    return `SELECT ${[...used, ROW].join(", ")} FROM ${rows}`;
  }, columns);
}

/** Exactly these columns. */
export function projectText(plan: ProjectPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const columns = to.columns(plan.columns);
  const texts = plan.list.map(({ expr }, at) => {
    const [value, own] = [expressions.value(expr), to.quote(columns[at]!.name)];
    return value === own ? own : `${value} AS ${own}`;
  });
  const from = expressions.from(input.name, plan.span);
  return to.add("select", plan, `SELECT ${[...texts, ROW].join(", ")} FROM ${from}`, columns);
}

/** Keys of an order, the row itself last: equal rows stay as they were. */
export function orderTexts(keys: SortPlan["keys"], expressions: Expressions): string[] {
  return keys.map(({ expr, descending, nullsFirst }) =>
    `${expressions.value(expr)}${descending ? " DESC" : ""} NULLS ${nullsFirst ? "FIRST" : "LAST"}`
  );
}

/** Sorted rows; with a limit only the first ones. */
export function sortText(plan: SortPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const keys = expressions.withoutAsking(() => orderTexts(plan.keys, expressions));
  const order = [...keys, ROW].join(", ");
  const rows = expressions.from(input.name, plan.span);
  const number = to.dialect.replaceRow(`row_number() OVER (ORDER BY ${order})`);
  const from = plan.limit === null ? rows : `(SELECT * FROM ${rows} ORDER BY ${order} LIMIT ${plan.limit})`;
  return to.add(plan.limit === null ? "sort" : "top", plan, `SELECT ${number} FROM ${from}`, input.columns);
}

/** `take`, `skip`, `tail`, `sample`. */
export function limitText(plan: LimitPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const count = Math.max(0, plan.count);
  const { name, columns } = input;
  switch (plan.op) {
    case "take":
      return to.add("take", plan, `SELECT * FROM ${name} ORDER BY ${ROW} LIMIT ${count}`, columns);
    case "skip":
      return to.add(
        "skip",
        plan,
        `SELECT * FROM ${name} ORDER BY ${ROW} OFFSET ${count}`,
        columns,
      );
    case "tail":
      return to.add("tail", plan, `SELECT * FROM ${name} ORDER BY ${ROW} DESC LIMIT ${count}`, columns);
    default: {
      if (count === 0) return to.add("sample", plan, `SELECT * FROM ${name} WHERE FALSE`, columns);
      const { quotient, wide } = to.dialect;
      const number = wide(`(row_number() OVER (ORDER BY ${ROW}) - 1)`);
      const numbered = to.addStep(
        "numbered",
        plan.span,
        `SELECT *, ${number} AS nth, ${wide("(count(*) OVER ())")} AS total FROM ${name}`,
      );
      // The row at which each of so many equal steps begins.
      const step = quotient(`(nth * ${count} + total - 1)`, "total");
      return to.add(
        "sample",
        plan,
        `SELECT ${to.list(columns)}, ${ROW} FROM ${numbered} WHERE total <= ${count} OR ` +
          `(${quotient(`(${step} * total)`, `${count}`)} = nth AND ${step} < ${count})`,
        columns,
      );
    }
  }
}

/** The first rows of each group; groups by their first row. */
export function topPerText(plan: TopPerPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const order = [...orderTexts([plan.key], expressions), ROW].join(", ");
  const keys = plan.per.map((each, at) => `${expressions.value(each)} AS group_${at}`).join(", ");
  const partition = plan.per.map((_, at) => `group_${at}`).join(", ");
  const ranked = to.addStep(
    "ranked",
    plan.span,
    `SELECT *, row_number() OVER (ORDER BY ${order}) AS place, ${keys} FROM ${
      expressions.from(input.name, plan.span)
    }`,
  );
  const placed = to.addStep(
    "placed",
    plan.span,
    `SELECT *, min(place) OVER (PARTITION BY ${partition}) AS best, ` +
      `row_number() OVER (PARTITION BY ${partition} ORDER BY place) AS nth FROM ${ranked}`,
  );
  return to.add(
    "top",
    plan,
    `SELECT ${to.list(input.columns)}, row_number() OVER (ORDER BY best, place) AS ${ROW} FROM ${placed} ` +
      `WHERE nth <= ${plan.limit}`,
    input.columns,
  );
}

/** Each row with its neighbours in the table. */
export function contextText(plan: ContextPlan, to: Translation): SqlRows {
  let table: Plan = plan.input;
  while (table.op === "filter") table = (table as FilterPlan).input;
  if (
    (table as Plan & { trace?: string | null }).trace === null &&
    to.dataset.traces((table as Plan & { table: string }).table)?.length !== 1
  ) {
    return to.refuse(
      "before, after",
      "neighbours are counted within one trace",
      plan.span,
      "ask one trace: events of NAME",
    );
  }
  const [all, found] = [to.rows(table), to.rows(plan.input)];
  return to.add(
    "context",
    plan,
    `SELECT * FROM ${all.name} a WHERE EXISTS (SELECT 1 FROM ${found.name} f ` +
      `WHERE a.${ROW} BETWEEN f.${ROW} - ${plan.before} AND f.${ROW} + ${plan.after})`,
    all.columns,
  );
}
