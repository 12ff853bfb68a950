/**
 * Groups within the budget of memory: in one pass where there is room for all groups, else in shares of the rows, by the
 * hash of their keys, one share after the other.
 * @module
 */

import { type Relation, relationRows } from "../execution/relation.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import { CHUNK_BYTES } from "../execution/chunk_column.ts";
import { divideRows, freeShare } from "./group_shares.ts";
import type { NoRoom } from "./group_part.ts";
import { compileParts, type HashGroups, hashGroups, withScratch } from "./hash_groups.ts";
import { relationOf } from "./materialize.ts";
import { mergeRuns } from "./merge_runs.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { bitsOfShares, roomFor } from "../execution/room.ts";

/** Groups the rows, in order of their first rows. */
export function* sharedGroups(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const most = roomFor(work.arena);
  const whole = yield* hashGroups(plan, (run) => compileParts(plan, input, run), context, most);
  if (isWhole(whole)) {
    whole.firsts.free();
    return relationOf(plan.columns, whole.columns, whole.count);
  }
  const scratch = withScratch(context, "shares of rows");
  const runs: HashGroups[] = [];
  try {
    const columns = plan.keys.length + 3 * plan.aggregates.length + 2;
    const bits = bitsFor(whole, relationRows(input), most, columns * CHUNK_BYTES);
    for (const share of yield* divideRows(compileParts(plan, input, scratch), scratch, bits)) {
      const run = yield* hashGroups(plan, () => [share], context, Infinity);
      if (isWhole(run)) runs.push(run);
      freeShare(share);
    }
  } finally {
    scratch.work.arena.close();
  }
  const ordered = runs.map(({ columns, firsts, count }) => ({ columns, order: firsts, count }));
  const columns = yield* mergeRuns(work, plan.columns, ordered);
  return relationOf(plan.columns, columns, runs.reduce((sum, { count }) => sum + count, 0));
}

function isWhole(groups: HashGroups | NoRoom): groups is HashGroups {
  return "firsts" in groups;
}

/** So many shares that each has room, if groups go on as they began. */
function bitsFor({ rows, bytes }: NoRoom, total: number, most: number, bytesEach: number): number {
  const expected = bytes * Math.max(1, total / rows);
  return bitsOfShares(Math.ceil(Math.log2(expected / most)) + 1, most, bytesEach);
}
