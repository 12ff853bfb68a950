/**
 * Windows: values of rows in order, and aggregates over all rows of a window.
 * @module
 */

import type { WindowPlan } from "../../query/operators/window.ts";
import type { BoundWindow } from "../../query/plan/window.ts";
import { aggregateText } from "../aggregates.ts";
import { Expressions } from "../expressions.ts";
import { ROW } from "../names.ts";
import type { SqlRows, Translation } from "../translation.ts";
import { isOverWindows, type Place, windowText } from "../windows.ts";
import { orderTexts } from "./rows.ts";

/** Whether an aggregate over the whole window is made by groups. */
const isGrouped = ({ fn, aggregate }: BoundWindow): boolean => fn === null && !isOverWindows(aggregate!);

/** The columns of windows behind the others. */
export function windowsText(plan: WindowPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const keys = plan.keys.map(({ expr }) => expressions.value(expr));
  const order = expressions.withoutAsking(() => orderTexts(plan.order, expressions));
  const place: Place = {
    partition: keys.length === 0 ? "" : `PARTITION BY ${keys.join(", ")} `,
    order,
    whole: [...order, ROW].join(", "),
  };
  const columns = to.columns(plan.columns);
  const own = (at: number): string => to.quote(columns[plan.columns.length - plan.calls.length + at]!.name);
  const kept = input.columns.map(({ name }, at) => {
    const [from, as] = [to.quote(name), to.quote(columns[at]!.name)];
    return from === as ? as : `${from} AS ${as}`;
  });
  const added = plan.calls.flatMap((call, at) =>
    isGrouped(call) ? [] : [`${windowText(call, place, expressions)} AS ${own(at)}`]
  );
  if (!plan.calls.some(isGrouped)) {
    return to.add(
      "window",
      plan,
      `SELECT ${[...kept, ...added, ROW].join(", ")} FROM ${expressions.from(input.name, plan.span)}`,
      columns,
    );
  }
  // Aggregates in the order of rows are those of a group: first, last, median.
  const calls = plan.calls.map((call, at) =>
    isGrouped(call) ? `${aggregateText(call.aggregate!, expressions)} AS ${own(at)}` : ""
  ).filter((each) => each !== "");
  const from = expressions.from(input.name, plan.span);
  const names = keys.map((_, at) => `key_${at}`);
  const ordered = place.order.length === 0 ? from : sorted(from, place, plan, to);
  const groups = to.addStep(
    "groups",
    plan.span,
    `SELECT ${[...keys.map((key, at) => `${key} AS ${names[at]}`), ...calls].join(", ")} FROM ${ordered}${
      keys.length === 0 ? "" : ` GROUP BY ${keys.map((_, at) => at + 1).join(", ")}`
    }`,
  );
  const rows = to.addStep(
    "windows",
    plan.span,
    `SELECT ${
      [...kept, ...added, ...keys.map((key, at) => `${key} AS ${names[at]}`), ROW].join(", ")
    } FROM ${from}`,
  );
  const same = names.map((name) => `w.${name} IS NOT DISTINCT FROM g.${name}`).join(" AND ");
  return to.add(
    "window",
    plan,
    `SELECT ${to.list(columns)}, ${ROW} FROM ${rows} w JOIN ${groups} g ON ${same || "TRUE"}`,
    columns,
  );
}

/** Rows with numbers in the order of the windows. */
function sorted(rows: string, place: Place, plan: WindowPlan, to: Translation): string {
  const number = to.dialect.replaceRow(`row_number() OVER (ORDER BY ${place.whole})`);
  return to.addStep("ordered", plan.span, `SELECT ${number} FROM ${rows}`);
}
