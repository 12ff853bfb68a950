/**
 * Partners whose answers are sums, groups, slices and bins.
 * @module
 */

import { difference } from "../query/oracle/compare.ts";
import { type Col, shown, written } from "../query/oracle/relation.ts";
import type { Value } from "../query/oracle/tables.ts";
import {
  type Ground,
  MOST_SUM,
  type Partners,
  type Rows,
  sameAnswers,
  shuffledAggregates,
  text,
  threeWays,
  WHOLE,
} from "./partner_ground.ts";

/** The rows that pass a condition and those that do not add up to all rows. */
export function split(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const x = ground.summable(rows);
  if (x === undefined) return undefined;
  const measures = `summarize count(), sum(${x}), min(${x}), max(${x}), count(${x})`;
  return {
    name: "split and sum",
    scripts: threeWays(rows, ground.condition(rows)).map((text) => `${text} | ${measures}`),
    judge: ([whole, passing, others]) =>
      difference({ rows: [added(passing![0]!, others![0]!)] }, { rows: whole! }),
  };
}

/** Like `split`, group by group. */
export function splitGroups(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const x = ground.summable(rows);
  const key = ground.column(rows, ({ type }) => type !== "f64");
  if (x === undefined || key === undefined) return undefined;
  const measures = `summarize count(), sum(${x}), min(${x}), max(${x}), count(${x}) by ${key}`;
  return {
    name: "split and sum by groups",
    scripts: threeWays(rows, ground.condition(rows)).map((text) => `${text} | ${measures}`),
    judge: ([whole, passing, others]) => {
      const groups = new Map(passing!.map((row) => [String(row[0]) + typeof row[0], row]));
      for (const row of others!) {
        const name = String(row[0]) + typeof row[0];
        const found = groups.get(name);
        groups.set(name, found ? [row[0]!, ...added(found.slice(1), row.slice(1))] : row);
      }
      return difference({ rows: ordered([...groups.values()]) }, { rows: ordered(whole!) });
    },
  };
}

/** An aggregate with a condition equals that of the rows that pass. */
export function conditional(ground: Ground): Partners | undefined {
  const random = ground.random;
  const rows = ground.rows();
  const x = ground.column(rows, ({ type }) => WHOLE.has(type));
  if (x === undefined) return undefined;
  const condition = ground.condition(rows);
  const aggregates = shuffledAggregates(random, x);
  const other = ground.condition(rows, 1);
  const named = aggregates.map((each, at) => `y${at} = ${each}`);
  const conditional = named.map((each) => `${each} if ${condition.text}`);
  // Other aggregates beside them cover other rows.
  const beside = [...conditional, `z = count(${x}) if ${other.text}`, "w = count()"];
  const names = named.map((_, at) => `y${at}`).join(", ");
  return {
    name: "conditional aggregates",
    scripts: [
      `${text(rows)} | summarize ${beside.join(", ")} | select ${names}`,
      `${text(rows)} | where ${condition.text} | summarize ${named.join(", ")}`,
    ],
    judge: sameAnswers,
  };
}

/** Each group equals the rows that pass a filter on its key. */
export function nested(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const key = ground.column(
    rows,
    ({ type, samples }) => type !== "f64" && samples.some((each) => each !== null),
  );
  const x = ground.column(rows, ({ type }) => WHOLE.has(type));
  const col = rows.cols.find(({ name }) => written(name) === key);
  if (key === undefined || x === undefined || col === undefined) return undefined;
  const value = ground.random.pick(col.samples.filter((each) => each !== null));
  const test = `${key} == ${literal(col, value)}`;
  const named = shuffledAggregates(ground.random, x).map((each, at) => `y${at} = ${each}`).join(", ");
  const names = named.match(/\by\d(?= =)/g)!.join(", ");
  return {
    name: "by and nested filters",
    scripts: [
      `${text(rows)} | by ${key}: ${named} | where ${test} | select ${names}`,
      `${text(rows)} | where ${test} | summarize n = count(), ${named} | where n > 0 | select ${names}`,
      `${text(rows)} | where ${test} | by ${key}: ${named} | select ${names}`,
    ],
    judge: sameAnswers,
  };
}

/** Slices of a timeline with rows equal groups. */
export function slices(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const x = ground.column(rows, ({ type }) => WHOLE.has(type));
  const over = ["seq", "no", "frame"].find((name) =>
    shown(rows.cols).some((col) => col.name === name && col.type === "u64")
  );
  const col = rows.cols.find(({ name }) => name === over);
  if (x === undefined || col === undefined || col.opaque || col.high > 1n << 40n) return undefined;
  const every = col.high / BigInt(1 + ground.random.below(20)) + 1n;
  const named = shuffledAggregates(ground.random, x).map((each, at) => `y${at} = ${each}`).join(", ");
  const slices = `timeline every ${every} ${named}, n = count()`;
  const groups =
    `where ${over} is not null | summarize ${named}, n = count() by from = bin(${over}, ${every})`;
  return {
    name: "timeline and bin",
    scripts: [
      `${text(rows)} | ${slices} | where n > 0 | drop to`,
      `${text(rows)} | ${groups} | sort from`,
    ],
    judge: sameAnswers,
  };
}

/** A histogram counts each value once. */
export function bins(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const x = ground.column(rows, ({ type, low, high }) => WHOLE.has(type) && high - low < MOST_SUM);
  if (x === undefined) return undefined;
  const bins = ground.random.oneIn(2) ? "" : ` bins ${1 + ground.random.below(40)}`;
  return {
    name: "histogram and count",
    scripts: [
      `${text(rows)} | hist ${x}${bins} | summarize sum(count) | where sum_count > 0`,
      `${text(rows)} | where ${x} is not null | count | where count > 0`,
    ],
    judge: sameAnswers,
  };
}

/** Count, sum, smallest, largest and count of two pieces together. */
function added(one: readonly Value[], other: readonly Value[]): Value[] {
  const [n, sum, least, most, some] = one.map((value, at) => {
    const second = other[at]!;
    if (value === null || second === null) return value ?? second;
    if (at === 2) return value < second ? value : second;
    if (at === 3) return value > second ? value : second;
    return (value as bigint) + (second as bigint);
  });
  return [n!, sum!, least!, most!, some!];
}

function ordered(rows: Rows): Rows {
  const key = (row: readonly Value[]): string => row.map(String).join("\t");
  return [...rows].sort((left, right) => (key(left) < key(right) ? -1 : 1));
}

function literal({ type }: Col, value: Exclude<Value, null>): string {
  if (type === "text") return JSON.stringify(value);
  return type === "time" ? `${value}ns` : String(value);
}
