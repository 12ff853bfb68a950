/**
 * `hist` and `timeline`: consecutive ranges, including empty ones.
 * @module
 */

import { I64_MAX, U64_MAX } from "../../base/u64.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { HistPlan } from "../../query/operators/slice/hist.ts";
import type { TimelinePlan } from "../../query/operators/slice/timeline.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { aggregateText } from "../aggregates.ts";
import { percentParts } from "../dialects/sql_text.ts";
import { Expressions } from "../expressions.ts";
import { groupedBy } from "./groups.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";

/** How values are divided into ranges that start at the minimum, `low`. */
interface Bins {
  /** The value to divide. */
  readonly value: string;
  /** Further values for all ranges: the length of a range, and the extent of the values. */
  readonly extent: string;
  /** Name of the length. */
  readonly step: "step" | "width";
  /** The number of the last range, and of the range that contains a value `v`. */
  readonly last: string;
  readonly slice: string;
  /** Start and end of range `i`. */
  readonly from: string;
  readonly to: string;
}

/** Rows per range of a value. */
function histText(plan: HistPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const { dialect } = to;
  const bytes = plan.columns.find(({ name }) => name === "bytes");
  const size = bytes && expressions.named("size");
  const value = expressions.value(plan.value);
  const bins = (plan.value.type === "f64" ? binsOfFractions : binsOfNumbers)(plan, value, to);
  const rows = to.step(
    "valued",
    `SELECT ${bins.value} AS v, ${size === undefined ? "0" : dialect.wide(size)} AS bytes ` +
      `FROM ${expressions.from(input.name)} WHERE ${value} IS NOT NULL`,
  );
  const extent = to.step("extent", `SELECT min(v) AS low, ${bins.extent} FROM ${rows} HAVING count(*) > 0`);
  const series = dialect.series(`low, ${bins.step}`, dialect.wide("0"), bins.last, "i", extent);
  const numbers = to.step("numbers", series);
  const groups = to.step(
    "groups",
    `SELECT ${bins.slice} AS slice, count(*) AS n, sum(bytes) AS bytes FROM ${rows} CROSS JOIN ${extent} GROUP BY 1`,
  );
  const list = to.picked({
    from: bins.from,
    to: bins.to,
    count: dialect.fitting("coalesce(n, 0)", "u64"),
    bytes: dialect.cast("coalesce(bytes, 0)", bytes?.type ?? "u64"),
  });
  return to.add(
    "hist",
    `SELECT ${list}, i AS ${ROW_ORDER_COLUMN} FROM ${numbers} LEFT JOIN ${groups} ON slice = i`,
  );
}

/** Integers: powers of two, or a number of equal ranges. */
function binsOfNumbers({ bins, value: { type } }: HistPlan, value: string, { dialect }: Translation): Bins {
  const { cast, literal, quotient, wide } = dialect;
  const common = {
    step: "step",
    last: quotient("(high - low)", "step"),
    slice: quotient("(v - low)", "step"),
  } as const;
  if (bins === 0) {
    const power = (add: number): string =>
      dialect.arithmetic("<<", "u64", literal(BigInt(1 + add), "u64"), cast("(low + i)", "u64"));
    return {
      ...common,
      value: wide(`(${dialect.functions.highestBit(value)})`),
      extent: "max(v) AS high, 1 AS step",
      from: `CASE WHEN low + i = 0 THEN ${literal(0n, "u64")} ELSE ${power(0)} END`,
      to: `CASE WHEN low + i < 63 THEN ${power(1)} END`,
    };
  }
  const length = quotient(wide(cast("(max(v) - min(v))", type)), `${Math.max(1, bins)}`);
  const end = "(low + (i + 1) * step)";
  return {
    ...common,
    value: wide(`(${value})`),
    extent: `max(v) AS high, (${length} + 1) AS step`,
    from: cast("(low + i * step)", type),
    to: `CASE WHEN low + (i + 1) * step <= ${largest(type)} THEN ${cast(end, type)} END`,
  };
}

/** Floats: the same calculations in the same order as in Quarry, so that every boundary has the same bits. */
function binsOfFractions(
  plan: HistPlan,
  value: string,
  { dialect: { cast, literal, wide } }: Translation,
): Bins {
  const bins = Math.max(1, plan.bins);
  const number = (each: number): string => literal(each, "f64");
  const width = `coalesce(nullif((max(v) - min(v)) / ${number(bins)}, ${number(0)}), ${number(1)})`;
  const last = wide(`${bins - 1}`);
  return {
    value,
    extent: `${width} AS width`,
    step: "width",
    last,
    slice: `least(${last}, ${wide(cast("floor((v - low) / width)", "i64"))})`,
    from: `low + ${cast("i", "f64")} * width`,
    to: `low + ${cast("(i + 1)", "f64")} * width`,
  };
}

/** The largest value of a type. */
const largest = (type: ColumnType): bigint => type === "i64" ? I64_MAX : U64_MAX;

/** Aggregates per slice, and per key if there are keys. */
function timelineText(plan: TimelinePlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const { dialect } = to;
  const over = expressions.value(plan.over);
  expressions.refuseLookUps("timeline over it", plan.over.span);
  const { type } = plan.over;
  const wide = dialect.wide(over);
  const extent = to.step(
    "extent",
    `SELECT min(${wide}) AS low, max(${wide}) AS high FROM ${input.name} HAVING count(${over}) > 0`,
  );
  const base = plan.percent === null ? dialect.wide("0") : "low";
  const slices = to.step(
    "slices",
    `SELECT low, high, ${stepText(plan, to)} AS step, ${base} AS base FROM ${extent}`,
  );
  const keys = plan.keys.map((_, at) => `key_${at}`);
  const own = plan.aggregates.map((_, at) => `value_${at}`);
  const cut = to.step(
    "cut",
    `SELECT t.*, ${dialect.quotient(`(${wide} - base)`, "step")} AS slice, ` +
      `${dialect.cast("step", "f64")}${type === "time" ? " / 1e9" : ""} AS unit ` +
      `FROM ${input.name} t CROSS JOIN ${slices} WHERE ${over} IS NOT NULL`,
  );
  const values = plan.aggregates.map((each, at) => {
    const text = aggregateText(each, expressions);
    return `${each.fn.perStep ? `${text} / ${dialect.some("unit")}` : text} AS ${own[at]}`;
  });
  const keyTexts = plan.keys.map(({ expr }, at) => `${expressions.value(expr)} AS ${keys[at]}`);
  const groups = to.step(
    "groups",
    `SELECT slice, ${[...keyTexts, ...values].join(", ")}, min(${ROW_ORDER_COLUMN}) AS first_row ` +
      `FROM ${expressions.from(cut)}${groupedBy(1 + keys.length)}`,
  );
  const first = dialect.quotient("(low - base)", "step");
  const last = dialect.quotient("(high - base)", "step");
  // Empty slices are included up to a maximum number of rows; above it, only slices with rows are returned.
  const several = keys.length === 0
    ? "1"
    : `greatest(1, (SELECT count(*) FROM (SELECT DISTINCT ${keys.join(", ")} FROM ${groups}) k))`;
  const limit = QUERY_LIMITS.slices.most;
  const all = to.step(
    "numbers",
    dialect.series(
      "step, base",
      first,
      last,
      "i",
      `(SELECT * FROM ${slices} WHERE (${last} - ${first} + 1) * ${several} <= ${limit}) few`,
    ),
  );
  const start = "(base + i * step)";
  const end = "(base + (i + 1) * step)";
  const list = to.named([
    dialect.cast(start, type),
    `CASE WHEN ${end} <= ${largest(type)} THEN ${dialect.cast(end, type)} END`,
    ...keys.map((key) => `k.${key}`),
    ...plan.aggregates.map(({ fn, type }, at) =>
      fn.gives === "count"
        ? `coalesce(g.${own[at]}, ${dialect.literal(type === "f64" ? 0 : 0n, type)})`
        : `g.${own[at]}`
    ),
  ]);
  const isSparse = `CROSS JOIN ${slices} WHERE (SELECT count(*) FROM ${all}) = 0`;
  if (keys.length === 0) {
    const select = `SELECT ${list}, i AS ${ROW_ORDER_COLUMN} FROM`;
    const filled = `${select} ${all} LEFT JOIN ${groups} g ON g.slice = i`;
    const sparse =
      `${select} (SELECT step, base, slice AS i FROM ${groups} ${isSparse}) few JOIN ${groups} g ON g.slice = i`;
    return to.add("timeline", `${filled} UNION ALL ${sparse}`);
  }
  const known = to.step(
    "known",
    `SELECT ${keys.join(", ")}, min(first_row) AS key_row FROM ${groups}${groupedBy(keys.length)}`,
  );
  const same = keys.map((key) => `g.${key} IS NOT DISTINCT FROM k.${key}`).join(" AND ");
  const select = `SELECT ${list}, row_number() OVER (ORDER BY i, k.key_row) AS ${ROW_ORDER_COLUMN} FROM`;
  const pairs = (join: string): string =>
    `CROSS JOIN ${known} k ${join} ${groups} g ON g.slice = i AND ${same}`;
  const filled = `${select} ${all} ${pairs("LEFT JOIN")}`;
  const sparse = `${select} (SELECT DISTINCT step, base, slice AS i FROM ${groups} ${isSparse}) few ${
    pairs("JOIN")
  }`;
  return to.add("timeline", `${filled} UNION ALL ${sparse}`);
}

/** The length of a slice. */
function stepText({ step, percent }: TimelinePlan, { dialect }: Translation): string {
  if (step !== null) return dialect.wide(`${step}`);
  if (percent === null) {
    // The next of 1, 2, 5 times a power of ten.
    const wanted = `(${dialect.quotient("(high - low)", "50")} + 1)`;
    const tens = Array.from({ length: 20 }, (_, zeros) => 10n ** BigInt(zeros));
    const steps = tens.flatMap((ten) => [1n, 2n, 5n].map((each) => each * ten));
    const cases = steps.map((each) => `WHEN ${wanted} <= ${each} THEN ${dialect.wide(`${each}`)}`);
    return `CASE ${cases.join(" ")} END`;
  }
  const [share, whole] = percentParts(percent);
  const length = dialect.quotient(`((high - low + 1) * ${share} + ${whole - 1n})`, `${whole}`);
  return `greatest(${dialect.wide("1")}, ${length})`;
}

/** Translations of `hist` and `timeline`. */
export const SLICE_STEPS: StepTexts = { hist: histText, timeline: timelineText };
