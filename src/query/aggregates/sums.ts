/**
 * Aggregates that sum: `sum`, `avg`, `rate`.
 * @module
 */

import { DoubleCell } from "../execution/kernels/group_layout.ts";
import { largeSum, type RunContext } from "../execution/context.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import { MEASURES } from "../plan/types.ts";
import type { Constant } from "../plan/values.ts";
import { type Aggregate, oneArgumentAggregate } from "./aggregate.ts";
import { type Accumulator, wordKindOf } from "./aggregate_input.ts";
import { cellAccumulator, type CellRule } from "./cells.ts";
import { sumWords } from "./compact_cells.ts";
import { RowSums } from "./row_sums.ts";

/** The exact sum, or an error on overflow. */
export const sum: Aggregate = {
  ...oneArgumentAggregate("sum", "Sum", [...MEASURES, "bool"], ["summarize sum(size)"]),
  elsewhere: [{ word: "total" }, { word: "sum of" }, { word: "total of" }, { word: "sum_of" }, {
    word: "how much",
  }],
  gives: "amount",
  castsArgument: true,
  result: (argument) => argument === null || argument === "bool" ? "u64" : argument,
  ofSums(count, total, tooLarge) {
    if (count === 0) return null;
    return typeof total === "number" || total >> 64n === 0n ? total : tooLarge(total);
  },
  ofCounts: ({ rows, total }, tooLarge) => sum.ofSums!(Number(rows), total, tooLarge),
  accumulator(aggregate, context) {
    const type = aggregate.arg?.type;
    const isSigned = aggregate.type === "i64";
    if (isWordSum(aggregate)) return sumWords(context, false, sumRule(aggregate, context));
    return summed(aggregate, context, (cells, group, count) => {
      if (count === 0n) return null;
      if (type === "f64") return cells.double(group, DoubleCell.Sum);
      const whole = cells.whole(group, type);
      const fits = isSigned ? BigInt.asIntN(64, whole) === whole : whole >> 64n === 0n;
      return fits ? whole : largeSum(context, whole, aggregate.span);
    });
  },
};

/** Whether the argument is summed as unsigned words. */
function isWordSum({ arg, type }: BoundAggregate): boolean {
  return type !== "i64" && wordKindOf(arg?.type) === 0;
}

function sumRule({ span }: BoundAggregate, context: RunContext): (total: bigint, count: bigint) => Constant {
  return (total, count) => sum.ofSums!(Number(count), total, (large) => largeSum(context, large, span));
}

/**
 * Returns the accumulators of a row count and the sum that follows it, with shared cells; undefined for other
 * aggregates.
 */
export function sumWithRows(
  rows: BoundAggregate,
  next: BoundAggregate | undefined,
  context: RunContext,
): RowSums | undefined {
  if (rows.fn.name !== "count" || rows.arg || rows.condition) return undefined;
  if (next?.fn.name !== "sum" || next.condition || !isWordSum(next)) return undefined;
  return new RowSums(context, sumRule(next, context));
}

/** The mean, computed from the exact sum. */
export const avg: Aggregate = {
  ...oneArgumentAggregate("avg", "Mean", MEASURES, ["by kind: avg(size)"]),
  elsewhere: [{ word: "average" }, { word: "mean" }, { word: "average of" }, { word: "mean of" }],
  gives: "amount",
  result: () => "f64",
  ofSums: (count, total) => mean(BigInt(total), BigInt(count)),
  ofCounts: ({ rows, total }) => mean(total, rows),
  accumulator(aggregate, context) {
    const type = aggregate.arg?.type;
    if (wordKindOf(type) === 0) return sumWords(context, true, mean);
    return summed(aggregate, context, (cells, group, count) => {
      if (type !== "f64") return mean(cells.whole(group, type), count);
      return count === 0n ? null : cells.double(group, DoubleCell.Sum) / Number(count);
    });
  },
};

function summed(aggregate: BoundAggregate, context: RunContext, value: CellRule["value"]): Accumulator {
  return cellAccumulator(aggregate, context, {
    add(group, { groups, values, nulls, pass, count, kind, cells }) {
      if (kind === 2) group.addDoubles(groups, values, nulls, pass, count, cells);
      else group.sumRows(groups, values, nulls, pass, count, kind, cells);
    },
    value,
  });
}

/** Returns the mean as a double, rounded only once. */
function mean(total: bigint, count: bigint): Constant {
  if (count === 0n) return null;
  const quotient = total / count;
  return Number(quotient) + Number(total - quotient * count) / Number(count);
}

/** The sum of the values of a step, divided by the length of the step. */
export const rate: Aggregate = {
  ...oneArgumentAggregate(
    "rate",
    "Sum per second in a timeline by time, per record in any other; 0 for steps without values",
    [...MEASURES, "bool"],
    ["timeline every 100 rate(size)"],
  ),
  gives: "count",
  perStep: true,
  result: () => "f64",
  accumulator(aggregate, context) {
    const type = aggregate.arg?.type;
    const units = aggregate.parameter ?? 1;
    return summed(
      aggregate,
      context,
      (cells, group) =>
        (type === "f64" ? cells.double(group, DoubleCell.Sum) : Number(cells.whole(group, type))) / units,
    );
  },
};
