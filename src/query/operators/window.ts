/**
 * `window`: values from the other rows of a window. Rows stay where they are; the values become columns beside theirs.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import { accumulatorOf } from "../aggregates/registry.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { type Part, pieces, type Relation, relationRows, selectedRows } from "../execution/relation.ts";
import { toWord } from "../execution/words.ts";
import type { BoundAggregate, NamedExpr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { SortPlan } from "../plan/steps.ts";
import type { BoundWindow } from "../plan/window.ts";
import { findWindowFunction } from "../windows/registry.ts";
import type { WindowRows, Words } from "../windows/window_function.ts";
import { readAll } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { PlacedRows } from "./placed_rows.ts";
import { groupRows, type RowGroups } from "./row_groups.ts";
import { orderRows } from "./window_order.ts";

/** The rows of the input with a column for each call. Rows with the same keys are a window. */
export interface WindowPlan extends Plan {
  readonly op: "window";
  readonly input: Plan;
  readonly keys: readonly NamedExpr[];
  readonly order: SortPlan["keys"];
  readonly calls: readonly BoundWindow[];
}

/** Adds the columns of windows. */
export function* runWindow(plan: WindowPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  const { work } = context;
  const { columns } = plan;
  if (input.parts.length === 0) return { columns, parts: [] };
  const total = relationRows(input);
  const groups = yield* groupRows(plan.keys.map(({ expr }) => expr), input, total, context);
  const wantsMarks = plan.calls.some(({ fn }) => fn !== null && findWindowFunction(fn.name)!.marks === true);
  const rows = yield* orderRows(plan.order, groups, input, total, wantsMarks, context);
  const placed = input.parts.map((part) => new PlacedRows(work, part));
  const added: Part["columns"][number][][] = input.parts.map(() => []);
  for (const [index, call] of plan.calls.entries()) {
    yield;
    const values = call.fn === null
      ? yield* aggregated(call.aggregate!, groups, input, total, context)
      : computed(call, rows, input);
    const info = columns[columns.length - plan.calls.length + index]!;
    let at = 0;
    input.parts.forEach((part, which) => {
      added[which]!.push(placed[which]!.column(info, values.words + 8 * at, values.nulls + at));
      at += selectedRows(part);
    });
    work.give(values.words, values.nulls);
  }
  for (const each of placed) each.release();
  work.give(groups.groups, rows.order, rows.heads, rows.marks);
  const parts = input.parts.map((part, at): Part => ({
    ...part,
    columns: [...part.columns, ...added[at]!],
  }));
  return { columns, parts };
}

/** Values of a function. */
function computed(call: BoundWindow, rows: WindowRows, input: Relation): Words {
  const { context, total } = rows;
  const { work } = context;
  const { arg } = call;
  const read = arg === null ? { words: 0, nulls: 0, someNull: false } : readAll(
    work,
    input.parts,
    input.parts.map((part) => new ExpressionCompiler(context, part).compile(arg)),
    total,
  );
  const to = { words: work.take(total * 8), nulls: work.takeZeroed(total) };
  const values = { words: read.words, nulls: read.someNull ? read.nulls : 0 };
  findWindowFunction(call.fn!.name)!.compute(rows, call, values, to);
  work.give(read.words, read.nulls);
  return to;
}

/** The value of an aggregate over the window of each row. */
function* aggregated(
  aggregate: BoundAggregate,
  { groups, count }: RowGroups,
  input: Relation,
  total: number,
  context: OperatorContext,
): Steps<Words> {
  const { work } = context;
  const accumulator = accumulatorOf(aggregate, context);
  const scratch = {
    values: work.take(BLOCK_ROWS * 8),
    nulls: work.take(BLOCK_ROWS),
    pass: work.take(BLOCK_ROWS * 8),
    passNulls: work.take(BLOCK_ROWS),
  };
  let at = 0;
  for (const part of input.parts) {
    const compiler = new ExpressionCompiler(context, part);
    const { arg, condition } = aggregate;
    const columns = {
      arg: arg ? compiler.compile(arg) : undefined,
      condition: condition ? compiler.compile(condition) : undefined,
    };
    for (const piece of pieces(work, part)) {
      yield;
      accumulator.add(piece, columns, groups && groups + 4 * at, count, scratch);
      at += piece.count;
    }
  }
  const values = Array.from(
    accumulator.finish(count),
    (value) => toWord(value, aggregate.type, work.pools),
  );
  work.give(scratch.values, scratch.nulls, scratch.pass, scratch.passNulls);
  const to = { words: work.take(total * 8), nulls: work.takeZeroed(total) };
  for (let row = 0; row < total; row++) {
    work.did(1);
    const { u8, u32, u64 } = work.arena;
    const value = values[groups ? u32[(groups >>> 2) + row]! : 0]!;
    u64[(to.words >>> 3) + row] = value ?? 0n;
    if (value === null) u8[to.nulls + row] = 1;
  }
  return to;
}
