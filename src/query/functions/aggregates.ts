/**
 * All aggregates.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { AggregateDef, AggregateKind } from "../plan/aggregate.ts";

const MEASURES: readonly ColumnType[] = ["u64", "i64", "f64", "time"];
const ORDERED: readonly ColumnType[] = [...MEASURES, "text", "bool"];
const ALL: readonly ColumnType[] = [...ORDERED, "bytes"];

/** In the order of the documentation. */
export const AGGREGATES: readonly AggregateDef[] = [
  {
    name: "count",
    usage: "count()",
    summary: "Number of rows; count(x) counts those where x is not null",
    examples: ["summarize count()", "by file: n = count() if kind == alloc"],
    parameters: ["x?"],
    accepts: ALL,
    result: () => "u64",
  },
  aggregate(
    "sum",
    "Sum",
    [...MEASURES, "bool"],
    ["summarize sum(size)"],
    (type) => type === "bool" ? "u64" : type,
  ),
  aggregate("min", "Smallest value", ORDERED, ["by func: min(size)"]),
  aggregate("max", "Largest value", ORDERED, ["timeline max(live_bytes)"]),
  aggregate("avg", "Mean", MEASURES, ["by kind: avg(size)"], () => "f64"),
  aggregate("median", "The smallest value that half of the values do not exceed", MEASURES, [
    "by func: median(size)",
  ]),
  aggregate("p90", "The smallest value that 90% of the values do not exceed", MEASURES, [
    "by func: p90(size)",
  ]),
  aggregate("p99", "The smallest value that 99% of the values do not exceed", MEASURES, [
    "by func: p99(size)",
  ]),
  {
    name: "percentile",
    usage: "percentile(x, n)",
    summary: "The smallest value that n percent of the values do not exceed",
    examples: ["by func: percentile(size, 75)"],
    parameters: ["x", "n"],
    accepts: MEASURES,
    result: (argument) => argument ?? "u64",
  },
  aggregate("distinct", "Number of distinct values", ALL, ["by file: distinct(thread)"], () => "u64"),
  aggregate("first", "The first value that is not null", ALL, ["by func: first(seq)"]),
  aggregate("last", "The last value that is not null", ALL, ["by func: last(seq)"]),
  aggregate("any", "Some value", ALL, ["by func: any(file)"]),
  aggregate("stddev", "Standard deviation of the sample", MEASURES, ["by kind: stddev(size)"], () => "f64"),
];

function aggregate(
  name: AggregateKind,
  summary: string,
  accepts: readonly ColumnType[],
  examples: readonly string[],
  result: (type: ColumnType) => ColumnType = (type) => type,
): AggregateDef {
  return {
    name,
    usage: `${name}(x)`,
    summary,
    examples,
    parameters: ["x"],
    accepts,
    result: (argument) => result(argument ?? "u64"),
  };
}
