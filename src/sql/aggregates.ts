/**
 * Translates aggregates to SQL. Queries with an aggregate that is missing here are rejected before anything
 * runs.
 * @module
 */

import type { BoundAggregate, Expr } from "../query/plan/expressions.ts";
import { filtered } from "./dialects/sql_text.ts";
import type { Expressions } from "./expressions.ts";
import { ROW_ORDER_COLUMN, type Translation } from "./translation.ts";

/** The parts from which an aggregate is written. */
interface Parts {
  readonly aggregate: BoundAggregate;
  /** The argument; empty for `count()`. */
  readonly value: string;
  /** The filter of rows; null for all rows. */
  readonly condition: string | null;
  /** Wraps a call of the engine so that it covers the filtered rows. */
  readonly over: (call: string) => string;
  readonly expressions: Expressions;
}

/** The sum of an argument; integers are summed in a type that cannot overflow. */
export function sumText(value: string, { type }: Expr, { dialect }: Translation): string {
  return type === "f64"
    ? `sum(${value})`
    : dialect.sum(type === "bool" ? dialect.fitting(value, "u64") : value);
}

type AggregateText = (parts: Parts) => string;

/** Translates `sum`. Sums of integers are exact, and the result must fit its type. */
function sum({ aggregate: { arg, type }, value, over, expressions: { to } }: Parts): string {
  const total = over(sumText(value, arg!, to));
  return arg!.type === "f64" ? total : to.dialect.cast(`(${total})`, type);
}

/** Translates `avg`; the quotient is rounded once, as in Quarry. */
function avg({ aggregate: { arg }, value, over, expressions: { to: { dialect } } }: Parts): string {
  if (arg!.type === "f64") return over(`avg(${value})`);
  const [total, count] = [`(${over(dialect.sum(value))})`, `(${over(`count(${value})`)})`];
  const whole = dialect.cast(`(${dialect.quotient(total, `nullif(${count}, 0)`)})`, "f64");
  const rest = dialect.cast(`(${total} % nullif(${count}, 0))`, "f64");
  return `(${whole} + ${rest} / ${dialect.cast(count, "f64")})`;
}

const quantile = (percent: number | null): AggregateText => ({ aggregate, value, condition, expressions }) =>
  expressions.to.dialect.quantile(value, percent ?? aggregate.parameter ?? 50, aggregate.type, condition);

const edge = (which: "first" | "last"): AggregateText => ({ value, condition, expressions }) =>
  expressions.to.dialect.edge(which, value, ROW_ORDER_COLUMN, condition);

const best = (descending: boolean): AggregateText => ({ aggregate, value, condition, expressions }) => {
  const key = expressions.withoutSubqueries(() => expressions.value(aggregate.order!));
  const there = `${key} IS NOT NULL${condition === null ? "" : ` AND ${condition}`}`;
  return expressions.to.dialect.firstBy(
    value,
    [{ sql: key, descending }, { sql: ROW_ORDER_COLUMN, descending: false }],
    there,
  );
};

const extreme =
  (name: string): AggregateText => ({ aggregate: { arg }, value, over, expressions: { to } }) => {
    const isColumn = arg!.op === "column" && arg!.type === "text";
    return over(`${name}(${isColumn ? to.dialect.calculated(value) : value})`);
  };

/** The standard deviation of a sample. */
const stddev: AggregateText = ({ aggregate: { arg }, value, condition, expressions: { to: { dialect } } }) =>
  dialect.deviation(value, arg!.type, condition);

/** Aggregates that engines also support over a window frame, whose rows are in Quarry's order. */
const OVER_WINDOWS: Readonly<Record<string, AggregateText>> = {
  count: ({ value, over, expressions: { to: { dialect } } }) =>
    dialect.fitting(`(${over(`count(${value === "" ? "*" : value})`)})`, "u64"),
  sum,
  min: extreme("min"),
  max: extreme("max"),
  avg,
};

/** Aggregates that are computed only over groups. */
const OVER_GROUPS: Readonly<Record<string, AggregateText>> = {
  median: quantile(50),
  p90: quantile(90),
  p99: quantile(99),
  percentile: quantile(null),
  distinct: ({ value, over, expressions: { to: { dialect } } }) =>
    dialect.fitting(`(${over(`count(DISTINCT ${value})`)})`, "u64"),
  first: edge("first"),
  last: edge("last"),
  any_value: edge("first"),
  any: edge("first"),
  argmax: best(true),
  argmin: best(false),
  stddev,
  // Divides by the length of a slice, which only a timeline has.
  rate: ({ aggregate, value, over, expressions: { to } }) =>
    `coalesce(${to.dialect.cast(`(${over(sumText(value, aggregate.arg!, to))})`, "f64")}, 0)`,
};

/** Whether engines support an aggregate over a frame of a window, whose rows are in Quarry's order. */
export function isOverWindows({ fn }: BoundAggregate): boolean {
  return Object.hasOwn(OVER_WINDOWS, fn.name);
}

/** An aggregate over the rows of a group, or over those of a window (`OVER …`). */
export function aggregateText(aggregate: BoundAggregate, expressions: Expressions, window = ""): string {
  const { fn, arg, condition: test, span } = aggregate;
  const { dialect, refuse } = expressions.to;
  const write = (isOverWindows(aggregate) ? OVER_WINDOWS : OVER_GROUPS)[fn.name] ??
    refuse(`${fn.name}()`, "no engine has this aggregate", span);
  const value = arg === null ? "" : expressions.withoutSubqueries(() => expressions.value(arg));
  const condition = test === null ? null : expressions.withoutSubqueries(() => expressions.test(test));
  // Some engines support no filter over a window, so excluded rows become null.
  const isCase = window !== "" && condition !== null && !dialect.filtersWindows;
  const filter = isCase ? null : condition;
  const rows = window === "" ? "" : ` ${window}`;
  return write({
    aggregate,
    value: isCase ? `CASE WHEN ${condition} THEN ${value || "1"} END` : value,
    condition: filter,
    over: (call) => filtered(call, filter) + rows,
    expressions,
  });
}
