/**
 * Groups within the memory budget: in one pass if all groups fit; otherwise by ranges of a key, or by hash
 * partitions one after the other.
 * @module
 */

import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import type { Relation } from "../../execution/relation.ts";
import { partitionBits, stepBudget } from "../../execution/step_budget.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import type { GroupsDoNotFit } from "../partition/group_part.ts";
import { freePartition, partitionRows } from "../partition/partition_rows.ts";
import { compileParts, fitInMemory, type HashGroups, hashGroups, withScratch } from "./hash_groups.ts";
import { relationOf } from "../columns/materialize.ts";
import { mergeRuns } from "../partition/merge_runs.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { rangeGroups } from "./range_groups.ts";

/** Groups the rows, in order of first rows. */
export function* spillingGroups(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const most = stepBudget(work.arena);
  const whole = yield* hashGroups(plan, (run) => compileParts(plan, input, run), context, { most });
  if (fitInMemory(whole)) {
    whole.firsts.free();
    return relationOf(plan.columns, whole.columns, whole.count);
  }
  const ranges = yield* rangeGroups(plan, input, whole, context);
  const runs = ranges ?? (yield* dividedGroups(plan, input, whole, context));
  // Whether the groups do not fit is only known after some of them exist.
  work.ways.add(ranges ? "one range of keys after the other" : "partitioned by hash");
  const ordered = runs.map(({ columns, firsts, count }) => ({ columns, order: firsts, count }));
  const columns = yield* mergeRuns(work, plan.columns, ordered);
  return relationOf(plan.columns, columns, runs.reduce((sum, { count }) => sum + count, 0));
}

/** Writes hash partitions of the rows, then groups one partition after the other. */
function* dividedGroups(
  plan: AggregatePlan,
  input: Relation,
  { expected }: GroupsDoNotFit,
  context: OperatorContext,
): Steps<HashGroups[]> {
  const scratch = withScratch(context, "partitions of rows");
  const runs: HashGroups[] = [];
  const most = stepBudget(context.work.arena);
  try {
    const columns = plan.keys.length + 3 * plan.aggregates.length + 2;
    const bits = partitionBits(Math.ceil(Math.log2(expected / most)) + 1, most, columns * CHUNK_BYTES);
    for (const partition of yield* partitionRows(compileParts(plan, input, scratch), scratch, bits)) {
      const run = yield* hashGroups(plan, () => [partition], context);
      if (fitInMemory(run)) runs.push(run);
      freePartition(partition);
    }
    return runs;
  } finally {
    scratch.work.arena.close();
  }
}
