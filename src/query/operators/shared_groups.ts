/**
 * Groups within the budget of memory: in one pass where there is room for all groups, else range by range of a key, or in
 * shares of the rows by the hash of their keys, one after the other.
 * @module
 */

import { CHUNK_BYTES } from "../execution/chunk_column.ts";
import type { Relation } from "../execution/relation.ts";
import { bitsOfShares, roomFor } from "../execution/room.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { NoRoom } from "./group_part.ts";
import { divideRows, freeShare } from "./group_shares.ts";
import { compileParts, fitInMemory, type HashGroups, hashGroups, withScratch } from "./hash_groups.ts";
import { relationOf } from "./materialize.ts";
import { mergeRuns } from "./merge_runs.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { rangeGroups } from "./range_groups.ts";

/** Groups the rows, in order of their first rows. */
export function* sharedGroups(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const most = roomFor(work.arena);
  const whole = yield* hashGroups(plan, (run) => compileParts(plan, input, run), context, { most });
  if (fitInMemory(whole)) {
    work.ways.add("hash groups");
    whole.firsts.free();
    return relationOf(plan.columns, whole.columns, whole.count);
  }
  const ranges = yield* rangeGroups(plan, input, whole, context);
  const runs = ranges ?? (yield* dividedGroups(plan, input, whole, context));
  work.ways.add(
    ranges ? "hash groups, one range of keys after the other" : "hash groups, partitioned by hash",
  );
  const ordered = runs.map(({ columns, firsts, count }) => ({ columns, order: firsts, count }));
  const columns = yield* mergeRuns(work, plan.columns, ordered);
  return relationOf(plan.columns, columns, runs.reduce((sum, { count }) => sum + count, 0));
}

/** Groups of shares by the hash of their keys: each share is written, and grouped then. */
function* dividedGroups(
  plan: AggregatePlan,
  input: Relation,
  { expected }: NoRoom,
  context: OperatorContext,
): Steps<HashGroups[]> {
  const scratch = withScratch(context, "shares of rows");
  const runs: HashGroups[] = [];
  const most = roomFor(context.work.arena);
  try {
    const columns = plan.keys.length + 3 * plan.aggregates.length + 2;
    const bits = bitsOfShares(Math.ceil(Math.log2(expected / most)) + 1, most, columns * CHUNK_BYTES);
    for (const share of yield* divideRows(compileParts(plan, input, scratch), scratch, bits)) {
      const run = yield* hashGroups(plan, () => [share], context);
      if (fitInMemory(run)) runs.push(run);
      freeShare(share);
    }
    return runs;
  } finally {
    scratch.work.arena.close();
  }
}
