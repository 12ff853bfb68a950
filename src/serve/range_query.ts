/**
 * Restricts a user's query to the selected part of the trace by a filter after its source.
 * @module
 */

import type { Session } from "../engine/session.ts";
import { parsePipeline, parseScript, printTree } from "../language/script.ts";
import { pipelineNode, tableNode } from "../query/syntax/build_nodes.ts";
import type { QueryInRangeAnswer, QueryInRangeRequest } from "./api_types.ts";

/** Returns the query with the first filter whose columns its source has, or the reason why there is none. */
export function queryInRange({ text, filters }: QueryInRangeRequest, session: Session): QueryInRangeAnswer {
  if (parseScript(text).script.statements.length !== 1) {
    return no(
      "A cell with several statements cannot be limited to the selection: give each a cell of its own",
    );
  }
  const pipeline = parsePipeline(text);
  // When the query is run, its errors are reported.
  if (pipeline === null || !session.understands(pipeline)) return { query: text.trim(), reason: null };
  // A query that begins with a stage reads `events`.
  const { source, stages } = pipeline;
  for (const filter of filters) {
    const test = parsePipeline(`where ${filter}`)?.stages;
    if (!test) continue;
    const query = pipelineNode(source ?? tableNode("events"), [...test, ...stages]);
    if (session.understands(query)) return { query: printTree(query), reason: null };
  }
  return no("The rows of this query have no position in the trace, so it cannot be limited to the selection");
}

function no(reason: string): QueryInRangeAnswer {
  return { query: null, reason };
}
