/**
 * Rewrites queries of formats, which assume a session with one trace, for one trace among several.
 * @module
 */

import type { AboutTrace } from "../engine/about_trace.ts";
import { parsePipeline, printTree } from "../language/script.ts";
import { pipelineNode, textNode } from "../query/syntax/build_nodes.ts";

/** The query with ` of TRACE` after its source. */
export function ofTrace(query: string, { of, open: { name } }: AboutTrace): string {
  if (of === "") return query;
  const { source, stages } = parsePipeline(query)!;
  if (source?.kind !== "table") throw new Error(`The query ${query} does not begin with a table`);
  return printTree(pipelineNode({ ...source, trace: textNode(name) }, stages));
}
