/**
 * `join`: the result sees both sides through row numbers.
 * @module
 */

import { type Column, LookupColumn } from "../../tables/column.ts";
import type { Part, Relation } from "../execution/relation.ts";
import { joinedPairs, type JoinPlan } from "./join_pairs.ts";
import { flatten, writeRowNumbers } from "./materialize.ts";
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
    const pointer = context.work.take(pairs.count * 4);
    yield* writeRowNumbers(context.work, leftRows!, pairs.count, pointer);
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
