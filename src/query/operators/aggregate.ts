/**
 * `by`, `summarize`, `count`, `distinct`: one row per group.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import type { Accumulator, AggregateInput, PieceScratch } from "../aggregates/aggregate_input.ts";
import { accumulatorOf } from "../aggregates/registry.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { Grouper } from "../execution/grouping.ts";
import {
  type Part,
  pieces,
  readPiece,
  type Relation,
  relationRows,
  rowNumbers,
} from "../execution/relation.ts";
import { joinZeros, toWord } from "../execution/words.ts";
import type { BoundAggregate, NamedExpr } from "../plan/expressions.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { Constant, PlanColumn } from "../plan/values.ts";
import { codedGroups } from "./coded_groups.ts";
import { denseGroups } from "./dense_groups.ts";
import { denseTotals } from "./dense_totals.ts";
import { relationOf, storeWords } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";

/** Groups in order of their first row. */
export function* runAggregate(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const quick = countOnly(plan, input, context);
  if (quick) return quick;
  const totals = denseTotals(plan, input, context);
  if (totals) return constantsRelation(plan.columns, totals.map((value) => [value]), 1, context);
  const dense = denseGroups(plan, input, context);
  if (dense) {
    return constantsRelation(plan.columns, [...dense.keys, ...dense.aggregates], dense.count, context);
  }
  const coded = codedGroups(plan, input, context);
  if (coded) {
    return constantsRelation(plan.columns, [...coded.keys, ...coded.aggregates], coded.count, context);
  }
  const { work } = context;
  const accumulators = plan.aggregates.map((each) => accumulatorOf(each, context));
  const steps = plan.keys.map(() => new Grouper(work));
  const keyWords: bigint[][] = plan.keys.map(() => []);
  const keyNulls: boolean[][] = plan.keys.map(() => []);
  const scratch: PieceScratch = {
    values: work.take(BLOCK_ROWS * 8),
    nulls: work.take(BLOCK_ROWS),
    pass: work.take(BLOCK_ROWS * 8),
    passNulls: work.take(BLOCK_ROWS),
  };
  const groups = work.take(BLOCK_ROWS * 4);
  const rows = work.take(BLOCK_ROWS * 4);
  for (const part of input.parts) {
    const { keys, inputs } = compilePart(plan.keys, plan.aggregates, part, context);
    for (const piece of pieces(work, part)) {
      yield;
      const numbers = plan.keys.length > 0 ? rowNumbers(work, piece, rows) : 0;
      const before = steps.at(-1)?.count ?? 0;
      keys.forEach((key, at) => {
        const nullsAt = readPiece(key, piece, scratch.values, scratch.nulls);
        if (key.type === "f64") joinZeros(work.pools, scratch.values, piece.count);
        steps[at]!.assign(scratch.values, nullsAt, piece.count, groups, at > 0, numbers, 0);
      });
      const count = plan.keys.length > 0 ? steps.at(-1)!.count : 1;
      if (count > before && plan.keys.length > 0) {
        rememberKeys(context, keys, steps.at(-1)!.firsts, before, count, keyWords, keyNulls);
      }
      accumulators.forEach((each, at) => {
        each.add(piece, inputs[at]!, plan.keys.length > 0 ? groups : 0, count, scratch);
      });
    }
  }
  const count = plan.keys.length > 0 ? steps.at(-1)!.count : 1;
  const result = finishGroups(plan.columns, keyWords, keyNulls, accumulators, count, context);
  for (const step of steps) step.release();
  work.give(scratch.values, scratch.nulls, scratch.pass, scratch.passNulls, groups, rows);
  return result;
}

/** `count` over a selection that is known needs no look at the rows. */
function countOnly(plan: AggregatePlan, input: Relation, context: OperatorContext): Relation | undefined {
  if (plan.keys.length > 0) return undefined;
  if (!plan.aggregates.every(({ fn, arg, condition }) => fn.countsRows && !arg && !condition)) {
    return undefined;
  }
  const count = BigInt(relationRows(input));
  return constantsRelation(plan.columns, plan.aggregates.map(() => [count]), 1, context);
}

/** Key and aggregate columns of a part. */
function compilePart(
  keys: readonly NamedExpr[],
  aggregates: readonly BoundAggregate[],
  part: Part,
  context: OperatorContext,
): { keys: Column[]; inputs: AggregateInput[] } {
  const compiler = new ExpressionCompiler(context, part);
  return {
    keys: keys.map(({ expr }) => compiler.compile(expr)),
    inputs: aggregates.map(({ arg, order, condition }) => ({
      arg: arg ? compiler.compile(arg) : undefined,
      order: order ? compiler.compile(order) : undefined,
      condition: condition ? compiler.compile(condition) : undefined,
    })),
  };
}

/** Reads the keys of new groups at the rows where they were first seen. */
function rememberKeys(
  context: OperatorContext,
  keys: readonly Column[],
  firsts: number,
  from: number,
  to: number,
  words: bigint[][],
  nulls: boolean[][],
): void {
  const { work } = context;
  const count = to - from;
  const values = work.take(count * 8);
  const nullBytes = work.take(count);
  keys.forEach((key, at) => {
    for (let start = 0; start < count; start += BLOCK_ROWS) {
      const n = Math.min(BLOCK_ROWS, count - start);
      const hasNulls = key.gather(firsts + 4 * (from + start), n, values, nullBytes) > 0;
      for (let row = 0; row < n; row++) {
        work.did(1);
        words[at]!.push(work.arena.u64[(values >>> 3) + row]!);
        nulls[at]!.push(hasNulls && work.arena.u8[nullBytes + row] !== 0);
      }
    }
  });
  work.give(values, nullBytes);
}

function finishGroups(
  columns: readonly PlanColumn[],
  keyWords: readonly bigint[][],
  keyNulls: readonly boolean[][],
  accumulators: readonly Accumulator[],
  count: number,
  context: OperatorContext,
): Relation {
  const stored = keyWords.map((words, at) => storeList(columns[at]!, words, keyNulls[at]!, context));
  accumulators.forEach((each, at) => {
    const info = columns[keyWords.length + at]!;
    stored.push(storeConstants(info, each.finish(count), context));
  });
  return relationOf(columns, stored, count);
}

/** A relation out of JavaScript values, column by column. */
export function constantsRelation(
  columns: readonly PlanColumn[],
  values: readonly (readonly Constant[])[],
  count: number,
  context: OperatorContext,
): Relation {
  return relationOf(columns, columns.map((info, at) => storeConstants(info, values[at]!, context)), count);
}

/** A stored column out of JavaScript values. */
export function storeConstants(
  info: PlanColumn,
  values: readonly Constant[],
  context: OperatorContext,
): Column {
  const { work } = context;
  const pointer = work.take(values.length * 8);
  const nullBytes = work.take(values.length);
  let someNull = false;
  for (let at = 0; at < values.length; at++) {
    work.did(2);
    const word = toWord(values[at]!, info.type, work.pools);
    if (word === null) someNull = true;
    work.arena.u64[(pointer >>> 3) + at] = word ?? 0n;
    work.arena.u8[nullBytes + at] = word === null ? 1 : 0;
  }
  const column = storeWords(work, info, pointer, someNull ? nullBytes : 0, values.length);
  work.give(pointer, nullBytes);
  return column;
}

function storeList(
  info: PlanColumn,
  words: readonly bigint[],
  nulls: readonly boolean[],
  context: OperatorContext,
): Column {
  const { work } = context;
  const pointer = work.take(words.length * 8);
  const nullBytes = work.take(words.length);
  for (let at = 0; at < words.length; at++) {
    work.did(1);
    work.arena.u64[(pointer >>> 3) + at] = words[at]!;
    work.arena.u8[nullBytes + at] = nulls[at] ? 1 : 0;
  }
  const column = storeWords(work, info, pointer, nulls.includes(true) ? nullBytes : 0, words.length);
  work.give(pointer, nullBytes);
  return column;
}
