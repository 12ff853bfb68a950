/**
 * `join`: the result sees both sides through row numbers.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../tables/block.ts";
import { type Column, LookupColumn } from "../../tables/column.ts";
import type { StoredColumn } from "../../tables/stored_column.ts";
import type { Part, Relation, Workspace } from "../execution/relation.ts";
import { joinedPairs, type JoinPlan } from "./join_pairs.ts";
import { flatten } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";

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
  for (const part of left.parts) parts.push(yield* joinPart(plan, part, rightPart, context));
  return { columns: plan.columns, parts };
}

/** Left rows without a partner see nulls (left join) or are dropped; of semi and anti joins only left rows are seen. */
function* joinPart(
  plan: JoinPlan,
  part: Part,
  right: Part | undefined,
  context: OperatorContext,
): Steps<Part> {
  const { arena } = context.work;
  const pairs = yield* joinedPairs(plan, part, right, context);
  const [leftRows, rightRows] = pairs.columns;
  if (plan.kind === "semi" || plan.kind === "anti") {
    const pointer = yield* listOf(context.work, leftRows!, pairs.count);
    for (const each of pairs.columns) each.free();
    return { ...part, selection: { kind: "list", pointer, count: pairs.count } };
  }
  const see = (column: Column, keys: Column): Column => new LookupColumn(column, arena, keys, column);
  const keyed = new Set(plan.on.map((each) => each.right));
  const columns = [
    ...part.columns.map((column) => see(column, leftRows!)),
    ...(right?.columns ?? []).filter((_, at) => !keyed.has(at)).map((column) => see(column, rightRows!)),
  ];
  return { columns, rowCount: pairs.count, selection: { kind: "all" }, source: null };
}

/** Row numbers of a column as a list. */
function* listOf(work: Workspace, column: StoredColumn, count: number): Steps<number> {
  const list = work.take(count * 4);
  const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    yield;
    const n = Math.min(BLOCK_ROWS, count - from);
    column.decode(from / BLOCK_ROWS, n, values, nulls);
    blockKernels(work.arena).toRows(values, 0, n, list + 4 * from);
  }
  work.give(values, nulls);
  return list;
}
