/**
 * Finds the rows that violate an assertion.
 * @module
 */

import type { AssertStatement, Pipeline } from "../query/syntax/ast.ts";
import { pipelineNode, withStages } from "../query/syntax/build_nodes.ts";
import { rowCountNode } from "../query/stages/row_counts.ts";

/**
 * The query for the first rows that an assertion counted or that should not exist; null if there are no such
 * rows.
 */
export function violatingRowsQuery({ pipeline, comparison }: AssertStatement, most: number): Pipeline | null {
  const { source, stages } = pipeline;
  const last = stages.at(-1);
  const counts = last?.kind === "stage" && last.keyword === "count";
  if (comparison !== null && !counts) return null;
  return withStages(
    counts ? pipelineNode(source, stages.slice(0, -1)) : pipeline,
    rowCountNode("take", most),
  );
}
