/**
 * From a grouped result to the query that says when in the trace its groups had their rows.
 * @module
 */

import { groupedBy, isHarmless, keysOf } from "../engine/drill/grouped.ts";
import type { Session } from "../engine/session.ts";
import { printTree } from "../language/script.ts";
import { timelineNode } from "../query/stages/timeline.ts";
import type { Pipeline } from "../query/syntax/ast.ts";
import { assignmentNode, callNode, percentNode, through } from "../query/syntax/build.ts";

/** Steps of a small curve. */
const STEP = percentNode(4);
const COUNT = assignmentNode("n", callNode("count"));

/** Rows of each group in each step of the trace; null for a result that is not grouped, or whose rows are in no order. */
export function trendQuery(pipeline: Pipeline, session: Session): string | null {
  const query = groupedBy(pipeline, "by");
  const keys = query && keysOf(query.stage);
  if (!query || !keys || !query.after.every(isHarmless)) return null;
  const trend = through(query.before, timelineNode(STEP, keys, [COUNT]));
  return session.understands(trend) ? printTree(trend) : null;
}
