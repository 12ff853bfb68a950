/**
 * Derives from a query with groups another query, which shows when in the trace the rows of each group occur.
 * @module
 */

import { groupedBy, keysOf, preservesGrouping } from "../engine/drill/grouped.ts";
import type { Session } from "../engine/session.ts";
import { printTree } from "../language/script.ts";
import { timelineNode } from "../query/stages/timeline.ts";
import type { Pipeline } from "../query/syntax/ast.ts";
import { assignmentNode, callNode, percentNode, withStages } from "../query/syntax/build_nodes.ts";

/** Width of a step of a small curve. */
const STEP = percentNode(4);
const COUNT = assignmentNode("n", callNode("count"));

/**
 * Returns the query for the rows of each group per step of the trace; null if the result is not grouped or
 * its rows have no order.
 */
export function trendQuery(pipeline: Pipeline, session: Session): string | null {
  const query = groupedBy(pipeline, "by");
  const keys = query && keysOf(query.stage);
  if (!query || !keys || !query.after.every(preservesGrouping)) return null;
  const trend = withStages(query.before, timelineNode(STEP, keys, [COUNT]));
  return session.understands(trend) ? printTree(trend) : null;
}
