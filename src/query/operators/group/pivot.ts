/**
 * `by KEYS pivot x`: turns the values of the last key into columns.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import type { RunContext } from "../../execution/context.ts";
import { type Part, type Relation, selectedRows } from "../../execution/relation.ts";
import { partitionBits, stepBudget } from "../../execution/step_budget.ts";
import { readColumn } from "../../execution/single_values.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Constant, PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { freePartition, partitionRows } from "../partition/partition_rows.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import { keyWords, type NumberedKeys, numberKeys } from "../hash_group/numbered_keys.ts";
import { flatten, readWholeColumn, relationOf, storeWords } from "../columns/materialize.ts";
import { mergeRuns, type SortedRun } from "../partition/merge_runs.ts";
import type { OperatorContext, Steps } from "../operator.ts";

const PLACE: PlanColumn = { name: "", type: "u64", display: "plain" };

/**
 * The input rows are groups: keys, the pivoted value, then the aggregates. Output columns: the keys, then all
 * aggregates for each value.
 */
export interface PivotPlan extends Plan {
  readonly op: "pivot";
  readonly input: Plan;
  /** Number of keys; the next column has the pivoted values. */
  readonly keys: number;
  readonly values: readonly Constant[];
  /** Whether an aggregate counts rows: its default for a value without rows is 0, otherwise null. */
  readonly countsRows: readonly boolean[];
}

/** Bytes per group: a key in a table, its id, its value, and its position. */
const BYTES_OF_ROW = 120;

/** Makes one row per combination of keys, in order of first appearance. */
export function* runPivot(plan: PivotPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  const { work } = context;
  const flat = flatten(work, input).parts[0]!;
  const most = stepBudget(work.arena);
  const bytes = selectedRows(flat) * BYTES_OF_ROW;
  if (bytes <= most) {
    const { columns, count, release } = yield* pivoted(plan, flat, context);
    release();
    return relationOf(plan.columns, columns, count);
  }
  const scratch = withScratch(context, "partitions of groups");
  try {
    const bits = partitionBits(
      Math.ceil(Math.log2(bytes / most)) + 1,
      most,
      (flat.columns.length + 2) * CHUNK_BYTES,
    );
    const keys = flat.columns.slice(0, plan.keys);
    const inputs = flat.columns.slice(plan.keys).map((arg) => ({ arg, condition: undefined }));
    const runs: SortedRun[] = [];
    for (const partition of yield* partitionRows([{ part: flat, keys, inputs }], scratch, bits)) {
      const part = {
        ...partition.part,
        columns: [...partition.keys, ...partition.inputs.map(({ arg }) => arg!)],
      };
      const { columns, count, firsts, release } = yield* pivoted(plan, part, scratch);
      const filler = new ColumnFiller(scratch.work, PLACE);
      filler.gather(partition.places, firsts, count);
      release();
      runs.push({ columns, order: filler.finish(), count });
      freePartition(partition);
    }
    const count = runs.reduce((sum, run) => sum + run.count, 0);
    return relationOf(plan.columns, yield* mergeRuns(work, plan.columns, runs), count);
  } finally {
    scratch.work.arena.close();
  }
}

/** Result columns, and the first row of each key. */
interface Pivoted {
  readonly columns: readonly Column[];
  readonly count: number;
  readonly firsts: number;
  release(): void;
}

function* pivoted(plan: PivotPlan, input: Part, context: RunContext): Steps<Pivoted> {
  const { work } = context;
  const rows = yield* numberKeys(input, plan.keys, context);
  const { part, total, count, firsts, release } = rows;
  const columns: Column[] = [];
  for (let at = 0; at < plan.keys; at++) {
    columns.push(pivotKeyColumn(plan.columns[at]!, part.columns[at]!, rows, context));
  }
  const byValue = rowsByValue(plan, input, context);
  const measures = part.columns.slice(plan.keys + 1);
  const read = measures.map((column) => readWholeColumn(work, [part], [column], total));
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
        work.tick(1);
        const key = u32[(rows.ids >>> 2) + row]!;
        u64[(words >>> 3) + key] = u64[(from >>> 3) + row]!;
        u8[nulls + key] = someNull ? u8[fromNulls + row]! : 0;
      }
      columns.push(storeWords(work, plan.columns[columns.length]!, words, nulls, count));
    }
  }
  work.give(words, nulls, ...read.flatMap((each) => [each.words, each.nulls]));
  return { columns, count, firsts, release };
}

/** A key column, read at the first row of each combination. */
function pivotKeyColumn(info: PlanColumn, column: Column, rows: NumberedKeys, context: RunContext): Column {
  const { words, nulls } = keyWords(column, rows, context);
  const stored = storeWords(context.work, info, words, nulls, rows.count);
  context.work.give(words, nulls);
  return stored;
}

/** The rows of each pivoted value. */
function rowsByValue(plan: PivotPlan, part: Part, context: RunContext): number[][] {
  const places = new Map(plan.values.map((value, at) => [value, at]));
  const found: number[][] = plan.values.map(() => []);
  let row = 0;
  const input: Relation = { columns: plan.input.columns, parts: [part] };
  for (const value of readColumn(context, input, plan.keys)) {
    const place = value === null ? undefined : places.get(value);
    if (place !== undefined) found[place]!.push(row);
    row++;
  }
  return found;
}
