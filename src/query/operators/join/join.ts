/**
 * `join`: the result reads both sides through row numbers.
 * @module
 */

import type { Arena } from "../../../memory/arena.ts";
import { type Column, LookupColumn } from "../../../tables/column.ts";
import { maxDistinctValues } from "../../execution/estimates.ts";
import { type KeyPacking, measuredPacking, packingForFewer, packingOf } from "../../execution/key_packing.ts";
import { stepBudget } from "../../execution/step_budget.ts";
import { type Part, type Relation, selectedRows } from "../../execution/relation.ts";
import { isStrategyAllowed, type Strategy } from "../../execution/strategies.ts";
import { isPlainWord } from "../../execution/word_set.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { FilterPlan } from "../../plan/steps.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { runFilter } from "../scan/filter.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import { checkPairLimit, joinedPairs, type JoinPlan, maxPairs, rightSideFits } from "./join_pairs.ts";
import { bytesOfRight, type JoinSide, KeyedRight, leftKeys } from "./hash_join.ts";
import { flatten, writeRowNumbers } from "../columns/materialize.ts";
import {
  CHOSEN_LATER,
  type ChosenStrategy,
  type Forecast,
  type OperatorContext,
  type RowForecast,
  runChosen,
  type Steps,
} from "../operator.ts";

/**
 * If fewer than one in this many rows of the left side are selected, a list of them is shorter than bitmaps.
 */
const FEW_SHARE = 1024;

/** Joins two relations on equal columns; null keys match nothing. */
export function* runJoin(
  plan: JoinPlan,
  left: Relation,
  right: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const rightPart = flatten(work, right).parts[0];
  const parts: Part[] = [];
  for (const part of left.parts) {
    parts.push(yield* runChosen(chooseJoin(plan, part, rightPart, context), work));
  }
  return { columns: plan.columns, parts };
}

/** Forecasts the strategy and the number of rows, assuming that all keys are equally frequent. */
export function forecastJoin(
  plan: JoinPlan,
  left: RowForecast,
  right: RowForecast,
  context: OperatorContext,
): Forecast {
  const rights = right.relation?.parts ?? [];
  const names = left.relation && rights.length === 1
    ? left.relation.parts.flatMap((part) => chooseJoin(plan, part, rights[0], context).names)
    : [CHOSEN_LATER];
  return { rows: expectedRows(plan, left, right), names: [...new Set(names)] };
}

function expectedRows(
  { kind, on, ...plan }: JoinPlan,
  left: RowForecast,
  right: RowForecast,
): number | undefined {
  if (left.rows === undefined) return undefined;
  if (kind === "semi" || kind === "anti") return left.rows;
  if (right.rows === undefined) return undefined;
  const valuesIn = (
    { rows, relation }: RowForecast,
    indexes: readonly number[],
    columns: readonly PlanColumn[],
  ) =>
    relation
      ? indexes.reduce((all, index) => {
        const { type } = columns[index]!;
        return all * maxDistinctValues({ op: "column", index, type, span: plan.span }, relation);
      }, 1)
      : rows!;
  const lefts = valuesIn(left, on.map((each) => each.left), plan.left.columns);
  const rights = valuesIn(right, on.map((each) => each.right), plan.right.columns);
  const pairs = Math.ceil(
    left.rows * right.rows / Math.max(1, Math.min(lefts, left.rows), Math.min(rights, right.rows)),
  );
  return kind === "left" ? Math.max(left.rows, pairs) : pairs;
}

/** All operators except the last one, fastest first; the first one that applies is used. */
const OPERATORS: readonly ((operation: JoinOperation) => ChosenStrategy<Part> | undefined)[] = [
  rowsInSet,
  keyedJoin,
];

/**
 * Chooses the operator for a part of the left side: the first one that applies, or a hash table of the right
 * side, which always does, partitioned if it does not fit in memory.
 */
function chooseJoin(
  plan: JoinPlan,
  left: Part,
  right: Part | undefined,
  context: OperatorContext,
): ChosenStrategy<Part> {
  if (right) {
    for (const choose of OPERATORS) {
      const found = choose({ plan, left, right, context });
      if (found) return found;
    }
  }
  return hashJoin(plan, left, right, context);
}

/** A join over its inputs. */
interface JoinOperation {
  readonly plan: JoinPlan;
  readonly left: Part;
  readonly right: Part;
  readonly context: OperatorContext;
}

/**
 * Left rows without a partner get nulls (left join) or are dropped; semi and anti joins have only left rows.
 */
function hashJoin(
  plan: JoinPlan,
  left: Part,
  right: Part | undefined,
  context: OperatorContext,
): ChosenStrategy<Part> {
  const { work } = context;
  const isWhole = !right || rightSideFits(right, context);
  return {
    names: [isWhole ? "hash join" : "hash join, partitioned by hash"],
    *run() {
      const pairs = yield* joinedPairs(plan, left, right, context);
      if (plan.counts) return countedRows(pairs.count);
      const [leftRows, rightRows] = pairs.columns;
      if (!hasPairs(plan)) {
        const pointer = work.take(pairs.count * 4);
        yield* writeRowNumbers(work, leftRows!, pairs.count, pointer);
        for (const each of pairs.columns) each.free();
        return { ...left, selection: { kind: "list", pointer, count: pairs.count } };
      }
      const columns = [
        ...left.columns.map((column) => see(work.arena, column, leftRows!)),
        ...shownOf(plan, right).map((column) => see(work.arena, column, rightRows!)),
      ];
      return { columns, rowCount: pairs.count, selection: { kind: "all" }, source: null };
    },
  };
}

/** Finds left rows with or without a partner by a filter on packed blocks with a set of keys. */
function rowsInSet({ plan, left, right, context }: JoinOperation): ChosenStrategy<Part> | undefined {
  const name: Strategy = "rows by a set of keys";
  const [on, ...others] = plan.on;
  if (
    !isStrategyAllowed(name) || hasPairs(plan) || !on || others.length > 0 || !rightSideFits(right, context)
  ) {
    return undefined;
  }
  const { columns, span } = plan;
  const key = left.columns[on.left]!, found = right.columns[on.right]!;
  if (left.selection.kind === "list" || !isPlainWord(key) || !isPlainWord(found)) return undefined;
  const info = plan.right.columns[on.right]!;
  const keys: Relation = { columns: [info], parts: [{ ...right, columns: [found] }] };
  const operand: Expr = { op: "column", index: on.left, type: key.type, span };
  const among: Expr = { op: "inPlan", operand, plan: plan.right, type: "bool", span };
  const condition: Expr = plan.kind === "semi" ? among : { op: "not", operand: among, type: "bool", span };
  const { work, source, functions, tables, reports, forecasts } = context;
  const inside: OperatorContext = {
    ...{ work, source, functions, tables, reports, forecasts },
    run: () => keys,
    family: (expr, rows) => context.family(expr, rows),
    countBlocks: (looked, skipped) => context.countBlocks(looked, skipped),
    keep: (name, relation) => context.keep(name, relation),
  };
  const filter: FilterPlan = { op: "filter", input: plan.left, condition, columns, span };
  return {
    names: [name],
    *run() {
      const { parts } = yield* runFilter(filter, { columns, parts: [left] }, inside);
      return parts[0]!;
    },
  };
}

/** Whether the result has columns of the right side. */
function hasPairs({ kind }: JoinPlan): boolean {
  return kind === "inner" || kind === "left";
}

/** A part without columns, of which only the number of rows is used. */
function countedRows(rowCount: number): Part {
  return { columns: [], rowCount, selection: { kind: "all" }, source: null };
}

/** Columns of the right side in the result. */
function shownOf(plan: JoinPlan, right: Part | undefined): Column[] {
  const keyed = new Set(plan.on.map((each) => each.right));
  return (right?.columns ?? []).filter((_, at) => !keyed.has(at));
}

function see(arena: Arena, column: Column, rows: Column): Column {
  return new LookupColumn(column, arena, rows, column);
}

/** The join on keys packed into a word. */
function keyedJoin(operation: JoinOperation): ChosenStrategy<Part> | undefined {
  const name: Strategy = "join by packed keys";
  const { plan: { on }, left, right, context } = operation;
  const sides = {
    left: { part: left, keys: on.map((each) => left.columns[each.left]!) },
    right: { part: right, keys: on.map((each) => right.columns[each.right]!) },
  };
  const room = stepBudget(context.work.arena);
  const packing = on.length === 1
    ? packingOf([sides.right], room, { others: selectedRows(left) })
    : packingOf([sides.left, sides.right], room);
  // Doubles have two zeros, on either side.
  if (!packing || sides.left.keys.some(({ type }) => type === "f64") || !isStrategyAllowed(name)) {
    return undefined;
  }
  return {
    names: [name],
    *run() {
      const joined = yield* joinByKeys(operation, sides, packing, room);
      if (joined) return joined;
      // The number of keys of the right side that occur, and their range, are known only now.
      return yield* runChosen(hashJoin(operation.plan, left, right, context), context.work);
    },
  };
}

/** Both sides with their keys. */
interface JoinSides {
  readonly left: JoinSide;
  readonly right: JoinSide;
}

/** Joins the rows; undefined if the right side does not fit in memory. */
function* joinByKeys(
  { plan, left, context }: JoinOperation,
  sides: JoinSides,
  packing: KeyPacking,
  room: number,
): Steps<Part | undefined> {
  const { kind } = plan;
  const { work } = context;
  const scratch = withScratch(context, "join");
  try {
    const right = yield* leftKeys(sides.left, sides.right, packing, scratch.work);
    const fitting = packingForFewer(packing, selectedRows(right.part) + selectedRows(left));
    const measured = yield* measuredPacking(scratch.work, right, fitting, room, selectedRows(left));
    if (bytesOfRight(right, measured) > room) return undefined;
    const known = new KeyedRight(work, scratch.work, measured);
    yield* known.build(right, scratch);
    if (!hasPairs(plan)) {
      return yield* known.matching(sides.left, kind === "anti", scratch);
    }
    if (plan.counts) return countedRows(yield* known.count(sides.left, kind === "left", scratch));
    const shown = shownOf(plan, sides.right.part);
    const isFew = left.selection.kind === "list" || selectedRows(left) * FEW_SHARE < left.rowCount;
    if (known.isUnique && !isFew) {
      const { part, partners } = yield* known.beside(sides.left, kind === "left", scratch);
      const seen = shown.map((column) => see(work.arena, column, partners));
      return { ...part, columns: [...part.columns, ...seen], source: null };
    }
    const most = maxPairs(left);
    const check = (pairs: number): void => checkPairLimit(plan, pairs, most, context);
    const { lefts, rights, count } = yield* known.pairs(sides.left, kind === "left", check);
    const columns = [
      ...left.columns.map((column) => see(work.arena, column, lefts)),
      ...shown.map((column) => see(work.arena, column, rights)),
    ];
    return { columns, rowCount: count, selection: { kind: "all" }, source: null };
  } finally {
    scratch.work.arena.close();
  }
}
