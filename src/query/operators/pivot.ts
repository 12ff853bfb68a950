/**
 * `by KEYS pivot x`: groups whose last key becomes columns.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import type { Relation } from "../execution/relation.ts";
import { readColumn } from "../execution/single_values.ts";
import type { Plan } from "../plan/plan.ts";
import type { Constant, PlanColumn } from "../plan/values.ts";
import { type KeyedRows, keyWords, numberKeys } from "./keyed_rows.ts";
import { flatten, readAll, relationOf, storeWords } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";

/**
 * Rows of the input are groups: keys, the value that becomes a column, then what was computed of each group. Columns:
 * the keys, then for each value all that was computed.
 */
export interface PivotPlan extends Plan {
  readonly op: "pivot";
  readonly input: Plan;
  /** Number of keys; the column after them has the values. */
  readonly keys: number;
  readonly values: readonly Constant[];
  /** What a key has of a value without rows: 0 for counts, otherwise nothing. By computed column. */
  readonly countsRows: readonly boolean[];
}

/** A row per combination of keys, in the order in which they come first. */
export function* runPivot(plan: PivotPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  const { work } = context;
  const flat = flatten(work, input);
  const rows = yield* numberKeys(flat.parts[0]!, plan.keys, context);
  const { part, total, count } = rows;
  const columns: Column[] = [];
  for (let at = 0; at < plan.keys; at++) {
    columns.push(keyColumn(plan.columns[at]!, part.columns[at]!, rows, context));
  }
  const byValue = rowsByValue(plan, flat, context);
  const measures = part.columns.slice(plan.keys + 1);
  const read = measures.map((column) => readAll(work, [part], [column], total));
  const words = work.take(count * 8);
  const nulls = work.take(count);
  for (const found of byValue) {
    for (const [at, { words: from, nulls: fromNulls, someNull }] of read.entries()) {
      yield;
      const isCount = plan.countsRows[at] === true;
      const { u8, u32, u64 } = work.arena;
      u64.fill(0n, words >>> 3, (words >>> 3) + count);
      u8.fill(isCount ? 0 : 1, nulls, nulls + count);
      for (const row of found) {
        work.did(1);
        const key = u32[(rows.ids >>> 2) + row]!;
        u64[(words >>> 3) + key] = u64[(from >>> 3) + row]!;
        u8[nulls + key] = someNull ? u8[fromNulls + row]! : 0;
      }
      columns.push(storeWords(work, plan.columns[columns.length]!, words, nulls, count));
    }
  }
  work.give(words, nulls, ...read.flatMap((each) => [each.words, each.nulls]));
  rows.release();
  return relationOf(plan.columns, columns, count);
}

/** A key as it is in the first row of each combination. */
function keyColumn(info: PlanColumn, column: Column, rows: KeyedRows, context: OperatorContext): Column {
  const { words, nulls } = keyWords(column, rows, context);
  const stored = storeWords(context.work, info, words, nulls, rows.count);
  context.work.give(words, nulls);
  return stored;
}

/** For each value that becomes columns, the rows that have it. */
function rowsByValue(plan: PivotPlan, input: Relation, context: OperatorContext): number[][] {
  const places = new Map(plan.values.map((value, at) => [value, at]));
  const found: number[][] = plan.values.map(() => []);
  let row = 0;
  for (const value of readColumn(context, input, plan.keys)) {
    const place = value === null ? undefined : places.get(value);
    if (place !== undefined) found[place]!.push(row);
    row++;
  }
  return found;
}
