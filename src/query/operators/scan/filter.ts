/**
 * `where`: narrows the selection without copying rows.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Predicate } from "../../execution/block_tests.ts";
import { DEFAULT_SELECTIVITY, estimateSelectivity } from "../../execution/estimates.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import { PredicateCompiler, TEXTS_OF_ROW } from "../../execution/predicate.ts";
import { DISCARD_CALLS } from "../../execution/kernel_calls.ts";
import {
  type BlockBits,
  blocksOf,
  type Part,
  type Relation,
  selectedRows,
} from "../../execution/relation.ts";
import { testBlocks } from "../../execution/test_blocks.ts";
import { learnTexts } from "../../execution/text_memo.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { FilterPlan } from "../../plan/steps.ts";
import type { Forecast, OperatorContext, RowForecast, Steps } from "../operator.ts";

/**
 * Keeps the rows that pass the condition. With `limit`, it may stop once at least that many are found, in
 * order.
 */
export function* runFilter(
  plan: FilterPlan,
  input: Relation,
  context: OperatorContext,
  limit: number = Infinity,
): Steps<Relation> {
  let left = limit;
  const parts: Part[] = [];
  for (const part of input.parts) {
    const filtered: Part = part.selection.kind === "list"
      ? yield* filterList(part, part.selection, plan.condition, context)
      : yield* filterBlocks(part, plan.condition, context, left);
    left -= selectedRows(filtered);
    parts.push(filtered);
  }
  return { columns: plan.columns, parts };
}

function* filterBlocks(part: Part, condition: Expr, context: OperatorContext, limit: number): Steps<Part> {
  const { work } = context;
  const predicate = yield* partTest(part, condition, context);
  const { blocks, looked } = yield* testBlocks({ part, predicate, work }, limit);
  context.countBlocks(blocks.length, looked.filter((each) => !each).length);
  return { ...part, selection: { kind: "bits", blocks } };
}

/** Estimates how many rows pass, and how many blocks are tested; zone maps are used as in the run. */
export function* forecastFilter(
  { condition, columns }: FilterPlan,
  { rows, relation }: RowForecast,
  context: OperatorContext,
): Steps<Forecast> {
  // Rows of a list are tested one by one.
  if (!relation || relation.parts.some(({ selection }) => selection.kind === "list")) {
    return { rows: rows && Math.ceil(rows * DEFAULT_SELECTIVITY), names: [] };
  }
  const { work } = context;
  let passed = 0, blocks = 0, skipped = 0;
  const parts: Part[] = [];
  for (const part of relation.parts) {
    const predicate = yield* partTest(part, condition, context);
    const found: BlockBits[] = [];
    for (const { block, rows, count } of blocksOf(part)) {
      blocks++;
      const outcome = count === 0 ? "none" : predicate.narrow(block, rows, 0, DISCARD_CALLS);
      if (outcome !== "rows") skipped++;
      const left = outcome === "all"
        ? count
        : outcome === "none"
        ? 0
        : Math.ceil(count * estimateSelectivity(condition, part, block, work));
      found.push({ pointer: 0, count: left });
      passed += left;
    }
    parts.push({ ...part, selection: { kind: "bits", blocks: found } });
  }
  // A loop that would run has recorded its name.
  return { rows: passed, names: [...work.ways], blocks, skipped, relation: { columns, parts } };
}

/**
 * Whether the other tests of a condition probably leave so few rows that only the texts of those rows need to be
 * tested.
 */
function leavesFew(part: Part, condition: Expr, { work }: OperatorContext): boolean {
  let rows = 0;
  for (const { block, count } of blocksOf(part)) {
    if (count > 0) {
      rows += count * shareOfOthers(condition, (each) => estimateSelectivity(each, part, block, work));
    }
  }
  return rows < work.pools.strings.size / TEXTS_OF_ROW;
}

/** The share of rows that pass if every text does, which is an upper bound before texts are tested. */
function shareOfOthers(condition: Expr, shareOf: (condition: Expr) => number): number {
  switch (condition.op) {
    case "and":
      return condition.operands.reduce((share, each) => share * shareOfOthers(each, shareOf), 1);
    case "or":
      return 1 - condition.operands.reduce((share, each) => share * (1 - shareOfOthers(each, shareOf)), 1);
    case "compare":
    case "between":
    case "isNull":
      return shareOf(condition);
    // Other tests may be as expensive as those of texts.
    default:
      return 1;
  }
}

/** The predicate for the rows of a part. */
export function* partTest(part: Part, condition: Expr, context: OperatorContext): Steps<Predicate> {
  if (!leavesFew(part, condition, context)) yield* learnTexts(context, condition, part.columns);
  const expressions = new ExpressionCompiler(context, part);
  return new PredicateCompiler(context, expressions).compile(condition);
}

/** Filters rows of a list, which keep their order. */
function* filterList(
  part: Part,
  list: { pointer: number; count: number },
  condition: Expr,
  context: OperatorContext,
): Steps<Part> {
  const { work } = context;
  const { arena } = work;
  const column = new ExpressionCompiler(context, part).compile(condition);
  const kept = work.take(list.count * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  let count = 0;
  // For each row of the list: compute the condition, and keep the row if it is true.
  for (let from = 0; from < list.count; from += BLOCK_ROWS) {
    yield;
    const rows = Math.min(BLOCK_ROWS, list.count - from);
    const hasNulls = column.gather(list.pointer + 4 * from, rows, values, nulls) > 0;
    const { u8, u32, u64 } = arena;
    for (let at = 0; at < rows; at++) {
      if (u64[(values >>> 3) + at] === 0n || (hasNulls && u8[nulls + at])) continue;
      u32[(kept >>> 2) + count++] = u32[(list.pointer >>> 2) + from + at]!;
    }
  }
  work.give(values, nulls);
  return { ...part, selection: { kind: "list", pointer: kept, count } };
}
