/**
 * Windows: functions over rows in order, and aggregates over a whole window.
 * @module
 */

import type { WindowPlan } from "../../query/operators/window/window.ts";
import type { BoundWindow } from "../../query/plan/window.ts";
import { aggregateText, isOverWindows, sumText } from "../aggregates.ts";
import { Expressions } from "../expressions.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";
import { groupedBy } from "./groups.ts";
import { orderTexts } from "./rows.ts";

/** The window of a call: `PARTITION BY … ORDER BY …`. */
interface Place {
  /** PARTITION BY clause with a trailing blank, or empty. */
  readonly partition: string;
  /** Sort keys without the row number; empty for none. */
  readonly order: readonly string[];
  /** All sort keys, including the row number. */
  readonly whole: string;
}

const ALL = "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING";

/** The value of a call for each row. */
function windowText(call: BoundWindow, place: Place, expressions: Expressions): string {
  const { dialect } = expressions.to;
  const { fn, aggregate, arg } = call;
  const over = (frame = ""): string =>
    `OVER (${place.partition}ORDER BY ${place.whole}${frame === "" ? "" : ` ${frame}`})`;
  const value = arg === null ? "" : expressions.value(arg);
  if (aggregate !== null && (fn === null || fn.name === "cumulative" || fn.name === "moving")) {
    const frame = fn === null
      ? ALL
      : fn.name === "cumulative"
      ? "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
      : `ROWS BETWEEN ${call.number - 1} PRECEDING AND CURRENT ROW`;
    return inFrame(call, over(frame), expressions);
  }
  switch (fn?.name) {
    case "lag":
    case "lead":
      return dialect.neighbour(fn.name, value, call.number, `${place.partition}ORDER BY ${place.whole}`);
    case "first":
    case "last":
      return dialect.valueOver(fn.name, value, over(ALL));
    case "row_number":
      return dialect.fitting(`(row_number() ${over()})`, "u64");
    case "rank":
      return dialect.fitting(`(rank() OVER (${place.partition}ORDER BY ${place.order.join(", ")}))`, "u64");
    case "share": {
      const sum = dialect.cast(`(${sumText(value, arg!, expressions.to)} ${over(ALL)})`, "f64");
      return `(${dialect.cast(value, "f64")} / nullif(${sum}, 0))`;
    }
    default:
      return expressions.to.refuse(`${fn?.name}()`, "no engine has this window function", call.span);
  }
}

function inFrame({ aggregate, span }: BoundWindow, over: string, expressions: Expressions): string {
  if (isOverWindows(aggregate!)) return aggregateText(aggregate!, expressions, over);
  return expressions.to.refuse(
    `${aggregate!.fn.name}() over a window`,
    "engines lack it in Quarry's row order",
    span,
    "group first, and join the groups",
  );
}

/** Whether an aggregate over the whole window is computed by grouping. */
const isGrouped = ({ fn, aggregate }: BoundWindow): boolean => fn === null && !isOverWindows(aggregate!);

/** The columns of windows, after the other columns. */
function windowsText(plan: WindowPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const keys = plan.keys.map(({ expr }) => expressions.value(expr));
  const order = expressions.withoutSubqueries(() => orderTexts(plan.order, expressions));
  const place: Place = {
    partition: keys.length === 0 ? "" : `PARTITION BY ${keys.join(", ")} `,
    order,
    whole: [...order, ROW_ORDER_COLUMN].join(", "),
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
      `SELECT ${[kept, ...added, ROW_ORDER_COLUMN].join(", ")} FROM ${expressions.from(input.name)}`,
    );
  }
  // Order-dependent aggregates are computed by grouping: first, last, median.
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
  const rows = to.step(
    "windows",
    `SELECT ${[kept, ...added, ...keyTexts, ROW_ORDER_COLUMN].join(", ")} FROM ${from}`,
  );
  const same = keys.map((_, at) => `w.key_${at} IS NOT DISTINCT FROM g.key_${at}`).join(" AND ") || "TRUE";
  return to.add(
    "window",
    `SELECT ${to.list(columns)}, ${ROW_ORDER_COLUMN} FROM ${rows} w JOIN ${groups} g ON ${same}`,
    columns,
  );
}

/** The translation of the stage `window`. */
export const WINDOW_STEPS: StepTexts = { window: windowsText };
