/**
 * Standard deviations of stored integers as sums: of the number of values, the values, and their squares, which
 * loops pack as a column. So they are computed by the kernels for sums, on any number of threads.
 *
 *     stddev(x) = deviation of count(x), sum(x - least), sum((x - least)^2)
 * @module
 */

import { count } from "../../aggregates/count.ts";
import { sum } from "../../aggregates/sums.ts";
import { BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import type { Relation } from "../../execution/relation.ts";
import type { AggregateDef } from "../../plan/aggregate.ts";
import type { ArithmeticExpr, BoundAggregate, Expr } from "../../plan/expressions.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import { constant } from "../../plan/types.ts";
import { type Constant, WORD_TYPES } from "../../plan/values.ts";
import type { DenseResult } from "../dense_group/dense_groups.ts";
import type { OperatorContext } from "../operator.ts";
import { type PackedExpression, planPacking } from "./packed_expressions.ts";

/** Values whose distance is below this have squares of 64 bits. */
const TWO_TO_32 = 1n << 32n;

/** A sum that may exceed 64 bits, since it is not shown. */
const exactSum: AggregateDef = { ...sum, name: "exact sum", ofSums: (_, total) => BigInt(total) };

/** An aggregation whose deviations are sums. */
interface SquareSums {
  /** The aggregation with sums; those of a deviation follow one another. */
  readonly sums: AggregatePlan;
  readonly packed: readonly PackedExpression[];
  /** The aggregates of the query. */
  readonly aggregates: readonly BoundAggregate[];
}

/** The aggregation with the number of values in place of each deviation; undefined if it has none. */
export function withoutSquares(plan: AggregatePlan): AggregatePlan | undefined {
  const { aggregates } = plan;
  if (!aggregates.some(isDeviation)) return undefined;
  return { ...plan, aggregates: aggregates.map((each) => isDeviation(each) ? counted(each) : each) };
}

/** Plans the sums; undefined if a deviation is of anything but stored integers that are close to each other. */
export function planSquareSums(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): SquareSums | undefined {
  const { aggregates } = plan;
  const computed: Expr[] = [];
  const sums: BoundAggregate[] = [];
  for (const each of aggregates) {
    if (!isDeviation(each)) {
      sums.push(each);
      continue;
    }
    const value = distanceFromLeast(each.arg, input);
    if (!value) return undefined;
    const square = calculated("*", value, value);
    computed.push(square, ...value.op === "column" ? [] : [value]);
    sums.push(counted(each), summed(each, value), summed(each, square));
  }
  const made = { ...plan, aggregates: sums };
  const packed = planPacking(made, input, context, new Set(computed));
  if (!computed.every((each) => packed?.some(({ expr }) => expr === each))) return undefined;
  return packed && { sums: made, packed, aggregates };
}

/** The values of the aggregates of the query, from the values of the sums. */
export function deviationsOf({ aggregates }: SquareSums, result: DenseResult): DenseResult {
  const values = result.aggregates.values();
  const next = (): Constant[] => values.next().value!;
  return {
    ...result,
    aggregates: aggregates.map((each) => {
      if (!isDeviation(each)) return next();
      const counts = next(), totals = next(), squares = next();
      return counts.map((count, group) =>
        each.fn.ofSquares!(Number(count), totals[group] as bigint, squares[group] as bigint)
      );
    }),
  };
}

type Deviation = BoundAggregate & { readonly arg: Expr };

function isDeviation(each: BoundAggregate): each is Deviation {
  return each.fn.ofSquares !== undefined && each.arg !== null;
}

function counted(each: BoundAggregate): BoundAggregate {
  return { ...each, fn: count, type: "u64" };
}

function summed(each: BoundAggregate, arg: Expr): BoundAggregate {
  return { ...each, fn: exactSum, arg, type: "u64" };
}

/** The column, minus its smallest value where squares would not fit; undefined if they do not fit then. */
function distanceFromLeast(expr: Expr, { parts }: Relation): Expr | undefined {
  if (expr.op !== "column" || !WORD_TYPES.has(expr.type)) return undefined;
  const { index, span } = expr;
  let least: bigint | undefined, largest = 0n;
  for (const { columns, rowCount } of parts) {
    for (let block = 0; block * BLOCK_ROWS < rowCount; block++) {
      const stored = columns[index]!.stored(block);
      if (!stored) return undefined;
      if (stored.nullMode === NullMode.All) continue;
      least = least === undefined || stored.min < least ? stored.min : least;
      largest = stored.max > largest ? stored.max : largest;
    }
  }
  if (largest < TWO_TO_32) return expr;
  if (largest - least! >= TWO_TO_32) return undefined;
  return calculated("-", { ...expr, type: "u64" }, constant(least!, "u64", span));
}

function calculated(fn: ArithmeticExpr["fn"], left: Expr, right: Expr): Expr {
  return { op: "arithmetic", fn, left, right, type: "u64", span: left.span };
}
