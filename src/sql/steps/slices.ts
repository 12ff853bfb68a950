/**
 * `hist` and `timeline`: groups that lie in a row, those without rows included.
 * @module
 */

import { I64_MAX, U64_MAX } from "../../base/u64.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { HistPlan } from "../../query/operators/hist.ts";
import type { TimelinePlan } from "../../query/operators/timeline.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { aggregateText } from "../aggregates.ts";
import { percentParts } from "../dialects/words.ts";
import { Expressions } from "../expressions.ts";
import { ROW } from "../names.ts";
import type { SqlRows, Translation } from "../translation.ts";

/** Rows per range of a value. */
export function histText(plan: HistPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const { dialect } = to;
  const { type } = plan.value;
  const size = plan.columns.some(({ name }) => name === "bytes") ? expressions.named("size") : undefined;
  const value = expressions.value(plan.value);
  if (type === "f64") return fractionsText(plan, to, expressions, size);
  const v = plan.bins === 0 ? dialect.functions.highestBit(value) : value;
  const rows = to.addStep(
    "valued",
    plan.span,
    `SELECT ${dialect.wide(`(${v})`)} AS v, ${size === undefined ? "0" : dialect.wide(size)} AS bytes ` +
      `FROM ${expressions.from(input.name, plan.span)} WHERE ${value} IS NOT NULL`,
  );
  const bins = plan.bins === 0
    ? "1"
    : `(${
      dialect.quotient(dialect.wide(dialect.cast("(max(v) - min(v))", type)), `${Math.max(1, plan.bins)}`)
    } + 1)`;
  const extent = to.addStep(
    "extent",
    plan.span,
    `SELECT min(v) AS low, max(v) AS high, ${bins} AS step FROM ${rows} HAVING count(*) > 0`,
  );
  const numbers = to.addStep(
    "numbers",
    plan.span,
    dialect.series("low, step", dialect.wide("0"), dialect.quotient("(high - low)", "step"), "i", extent),
  );
  const groups = to.addStep(
    "groups",
    plan.span,
    `SELECT ${dialect.quotient("(v - low)", "step")} AS slice, count(*) AS n, sum(bytes) AS bytes ` +
      `FROM ${rows} CROSS JOIN ${extent} GROUP BY 1`,
  );
  const edge = type === "i64" ? I64_MAX : U64_MAX;
  const power = (add: number): string =>
    dialect.arithmetic(
      "<<",
      "u64",
      dialect.literal(BigInt(1 + add), "u64"),
      dialect.cast("(low + i)", "u64"),
    );
  const from = plan.bins === 0
    ? `CASE WHEN low + i = 0 THEN ${dialect.literal(0n, "u64")} ELSE ${power(0)} END`
    : dialect.cast("(low + i * step)", type);
  const end = plan.bins === 0
    ? `CASE WHEN low + i < 63 THEN ${power(1)} END`
    : `CASE WHEN low + (i + 1) * step <= ${edge} THEN ${dialect.cast("(low + (i + 1) * step)", type)} END`;
  const texts: Readonly<Record<string, string>> = {
    from,
    to: end,
    count: dialect.fitting("coalesce(n, 0)", "u64"),
    bytes: dialect.cast(
      "coalesce(bytes, 0)",
      plan.columns.find(({ name }) => name === "bytes")?.type ?? "u64",
    ),
  };
  const list = plan.columns.map(({ name }) => `${texts[name]} AS ${to.quote(name)}`).join(", ");
  return to.add(
    "hist",
    plan,
    `SELECT ${list}, i AS ${ROW} FROM ${numbers} LEFT JOIN ${groups} ON slice = i`,
  );
}

/** Fractions: the same calculations in the same order, so that every edge has the same bits. */
function fractionsText(
  plan: HistPlan,
  to: Translation,
  expressions: Expressions,
  size: string | undefined,
): SqlRows {
  const { dialect } = to;
  const value = expressions.value(plan.value);
  const bins = Math.max(1, plan.bins);
  const number = (each: number): string => dialect.literal(each, "f64");
  const rows = to.addStep(
    "valued",
    plan.span,
    `SELECT ${value} AS v, ${size === undefined ? "0" : dialect.wide(size)} AS bytes ` +
      `FROM ${expressions.from(to.rows(plan.input).name, plan.span)} WHERE ${value} IS NOT NULL`,
  );
  const width = `coalesce(nullif((max(v) - min(v)) / ${number(bins)}, ${number(0)}), ${number(1)})`;
  const extent = to.addStep(
    "extent",
    plan.span,
    `SELECT min(v) AS low, ${width} AS width FROM ${rows} HAVING count(*) > 0`,
  );
  const last = dialect.wide(`${bins - 1}`);
  const numbers = to.addStep(
    "numbers",
    plan.span,
    dialect.series("low, width", dialect.wide("0"), last, "i", extent),
  );
  const slice = dialect.wide(dialect.cast("floor((v - low) / width)", "i64"));
  const groups = to.addStep(
    "groups",
    plan.span,
    `SELECT least(${last}, ${slice}) AS slice, count(*) AS n, sum(bytes) AS bytes ` +
      `FROM ${rows} CROSS JOIN ${extent} GROUP BY 1`,
  );
  const bytes = plan.columns.find(({ name }) => name === "bytes")?.type ?? "u64";
  const texts: Readonly<Record<string, string>> = {
    from: `low + ${dialect.cast("i", "f64")} * width`,
    to: `low + ${dialect.cast("(i + 1)", "f64")} * width`,
    count: dialect.fitting("coalesce(n, 0)", "u64"),
    bytes: dialect.cast("coalesce(bytes, 0)", bytes),
  };
  const list = plan.columns.map(({ name }) => `${texts[name]} AS ${to.quote(name)}`).join(", ");
  return to.add(
    "hist",
    plan,
    `SELECT ${list}, i AS ${ROW} FROM ${numbers} LEFT JOIN ${groups} ON slice = i`,
  );
}

/** Aggregates per slice, and per key where there are keys. */
export function timelineText(plan: TimelinePlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const expressions = new Expressions(to, input.columns);
  const { dialect } = to;
  const over = expressions.value(plan.over);
  expressions.refuseLookUps("timeline over it", plan.over.span);
  const { type } = plan.over;
  const wide = dialect.wide(over);
  const extent = to.addStep(
    "extent",
    plan.span,
    `SELECT min(${wide}) AS low, max(${wide}) AS high FROM ${input.name} HAVING count(${over}) > 0`,
  );
  const slices = to.addStep(
    "slices",
    plan.span,
    `SELECT low, high, ${stepText(plan, to)} AS step, ${
      plan.percent === null ? dialect.wide("0") : "low"
    } AS base ` +
      `FROM ${extent}`,
  );
  const keys = plan.keys.map((_, at) => `key_${at}`);
  const own = plan.aggregates.map((_, at) => `value_${at}`);
  const cut = to.addStep(
    "cut",
    plan.span,
    `SELECT t.*, ${dialect.quotient(`(${wide} - base)`, "step")} AS slice, ` +
      `${type === "time" ? `${dialect.cast("step", "f64")} / 1e9` : dialect.cast("step", "f64")} AS unit ` +
      `FROM ${input.name} t CROSS JOIN ${slices} WHERE ${over} IS NOT NULL`,
  );
  const values = plan.aggregates.map((each, at) => {
    const text = aggregateText(each, expressions);
    return `${each.fn.perStep ? `${text} / ${dialect.some("unit")}` : text} AS ${own[at]}`;
  });
  const keyTexts = plan.keys.map(({ expr }, at) => `${expressions.value(expr)} AS ${keys[at]}`);
  const groups = to.addStep(
    "groups",
    plan.span,
    `SELECT slice, ${[...keyTexts, ...values].join(", ")}, min(${ROW}) AS first_row ` +
      `FROM ${expressions.from(cut, plan.span)} ` +
      `GROUP BY ${[0, ...keys].map((_, at) => at + 1).join(", ")}`,
  );
  const first = dialect.quotient("(low - base)", "step");
  const last = dialect.quotient("(high - base)", "step");
  // Slices without rows are shown up to a number of rows; beyond it those with rows.
  const several = keys.length === 0
    ? "1"
    : `greatest(1, (SELECT count(*) FROM (SELECT DISTINCT ${keys.join(", ")} FROM ${groups}) k))`;
  const limit = QUERY_LIMITS.slices.most;
  const all = to.addStep(
    "numbers",
    plan.span,
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
  const edge = type === "i64" ? I64_MAX : U64_MAX;
  const columns = to.columns(plan.columns);
  const names = columns.map(({ name }) => to.quote(name));
  const counted = plan.aggregates.map(({ fn, type }, at) =>
    fn.gives === "count" ? `coalesce(g.${own[at]}, ${zero(type, to)})` : `g.${own[at]}`
  );
  const list = (key: (at: number) => string): string =>
    [
      `${dialect.cast(start, type)} AS ${names[0]}`,
      `CASE WHEN ${end} <= ${edge} THEN ${dialect.cast(end, type)} END AS ${names[1]}`,
      ...keys.map((_, at) => `${key(at)} AS ${names[2 + at]}`),
      ...counted.map((value, at) => `${value} AS ${names[2 + keys.length + at]}`),
    ].join(", ");
  if (keys.length === 0) {
    const filled = `SELECT ${list(() => "")}, i AS ${ROW} FROM ${all} LEFT JOIN ${groups} g ON g.slice = i`;
    const sparse = `SELECT ${
      list(() => "")
    }, i AS ${ROW} FROM (SELECT step, base, slice AS i FROM ${groups} ` +
      `CROSS JOIN ${slices} WHERE (SELECT count(*) FROM ${all}) = 0) few JOIN ${groups} g ON g.slice = i`;
    return to.add("timeline", plan, `${filled} UNION ALL ${sparse}`, columns);
  }
  const known = to.addStep(
    "known",
    plan.span,
    `SELECT ${keys.join(", ")}, min(first_row) AS key_row FROM ${groups} GROUP BY ${
      keys.map((_, at) => at + 1).join(", ")
    }`,
  );
  const same = keys.map((key) => `g.${key} IS NOT DISTINCT FROM k.${key}`).join(" AND ");
  const key = (at: number): string => `k.${keys[at]}`;
  const body = `${known} k LEFT JOIN ${groups} g ON g.slice = i AND ${same}`;
  const number = `row_number() OVER (ORDER BY i, k.key_row) AS ${ROW}`;
  const filled = `SELECT ${list(key)}, ${number} FROM ${all} CROSS JOIN ${body}`;
  const sparse =
    `SELECT ${list(key)}, ${number} FROM (SELECT DISTINCT step, base, slice AS i FROM ${groups} ` +
    `CROSS JOIN ${slices} WHERE (SELECT count(*) FROM ${all}) = 0) few CROSS JOIN ${
      body.replace("LEFT JOIN", "JOIN")
    }`;
  return to.add("timeline", plan, `${filled} UNION ALL ${sparse}`, columns);
}

function zero(type: ColumnType, to: Translation): string {
  return to.dialect.literal(type === "f64" ? 0 : 0n, type);
}

/** The length of a slice. */
function stepText({ step, percent }: TimelinePlan, { dialect }: Translation): string {
  if (step !== null) return dialect.wide(`${step}`);
  if (percent === null) {
    // The next of 1, 2, 5 times a power of ten.
    const wanted = `(${dialect.quotient("(high - low)", "50")} + 1)`;
    const steps = Array.from(
      { length: 20 },
      (_, zeros) => [1n, 2n, 5n].map((each) => each * 10n ** BigInt(zeros)),
    )
      .flat();
    return `CASE ${
      steps.map((each) => `WHEN ${wanted} <= ${each} THEN ${dialect.wide(`${each}`)}`).join(" ")
    } END`;
  }
  const [share, whole] = percentParts(percent);
  const length = dialect.quotient(`((high - low + 1) * ${share} + ${whole - 1n})`, `${whole}`);
  return `greatest(${dialect.wide("1")}, ${length})`;
}
