/**
 * Restricts the queries of a format, which are written for a session with one trace, to one of several
 * traces.
 * @module
 */

import type { TraceQueries } from "../engine/trace_queries.ts";
import { parsePipeline, printTree } from "../language/script.ts";
import { pipelineNode, textNode } from "../query/syntax/build_nodes.ts";

/** The query with ` of TRACE` after its source. */
export function ofTrace(query: string, { of, open: { name } }: TraceQueries): string {
  if (of === "") return query;
  const { source, stages } = parsePipeline(query)!;
  if (source?.kind !== "table") throw new Error(`The query ${query} does not begin with a table`);
  return printTree(pipelineNode({ ...source, trace: textNode(name) }, stages));
}
