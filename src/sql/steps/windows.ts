/**
 * Windows: values of rows in order, and aggregates over all rows of a window.
 * @module
 */

import type { WindowPlan } from "../../query/operators/window.ts";
import type { BoundWindow } from "../../query/plan/window.ts";
import { aggregateText, isOverWindows } from "../aggregates.ts";
import { Expressions } from "../expressions.ts";
import { ROW, type SqlRows, type StepTexts, type Translation } from "../translation.ts";
import { type Place, windowText } from "../windows.ts";
import { groupedBy } from "./groups.ts";
import { orderTexts } from "./rows.ts";

/** Whether an aggregate over the whole window is made by groups. */
const isGrouped = ({ fn, aggregate }: BoundWindow): boolean => fn === null && !isOverWindows(aggregate!);

/** The columns of windows behind the others. */
function windowsText(plan: WindowPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const keys = plan.keys.map(({ expr }) => expressions.value(expr));
  const order = expressions.withoutAsking(() => orderTexts(plan.order, expressions));
  const place: Place = {
    partition: keys.length === 0 ? "" : `PARTITION BY ${keys.join(", ")} `,
    order,
    whole: [...order, ROW].join(", "),
  };
  const columns = to.columns();
  const own = (at: number): string => to.quote(columns[plan.columns.length - plan.calls.length + at]!.name);
  const kept = to.named(input.columns.map(({ name }) => to.quote(name)), columns);
  const added = plan.calls.flatMap((call, at) =>
    isGrouped(call) ? [] : [`${windowText(call, place, expressions)} AS ${own(at)}`]
  );
  if (!plan.calls.some(isGrouped)) {
    return to.add(
      "window",
      `SELECT ${[kept, ...added, ROW].join(", ")} FROM ${expressions.from(input.name)}`,
    );
  }
  // Aggregates in the order of rows are those of a group: first, last, median.
  const calls = plan.calls.flatMap((call, at) =>
    isGrouped(call) ? [`${aggregateText(call.aggregate!, expressions)} AS ${own(at)}`] : []
  );
  const from = expressions.from(input.name);
  const keyTexts = keys.map((key, at) => `${key} AS key_${at}`);
  const number = to.dialect.replaceRow(`row_number() OVER (ORDER BY ${place.whole})`);
  const ordered = order.length === 0 ? from : to.step("ordered", `SELECT ${number} FROM ${from}`);
  const groups = to.step(
    "groups",
    `SELECT ${[...keyTexts, ...calls].join(", ")} FROM ${ordered}${groupedBy(keys.length)}`,
  );
  const rows = to.step("windows", `SELECT ${[kept, ...added, ...keyTexts, ROW].join(", ")} FROM ${from}`);
  const same = keys.map((_, at) => `w.key_${at} IS NOT DISTINCT FROM g.key_${at}`).join(" AND ") || "TRUE";
  return to.add(
    "window",
    `SELECT ${to.list(columns)}, ${ROW} FROM ${rows} w JOIN ${groups} g ON ${same}`,
    columns,
  );
}

/** Windows. */
export const WINDOW_STEPS: StepTexts = { window: windowsText };
