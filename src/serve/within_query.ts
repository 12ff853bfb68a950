/**
 * A query of somebody within what is brushed: a filter behind its source.
 * @module
 */

import type { Session } from "../engine/session.ts";
import { parsePipeline, parseScript, printTree } from "../language/script.ts";
import { pipelineNode, tableNode } from "../query/syntax/build.ts";
import type { WithinAnswer, WithinRequest } from "./api_types.ts";

/** The query with the first of the filters that its source has columns for, or why there is none. */
export function withinQuery({ text, filters }: WithinRequest, session: Session): WithinAnswer {
  if (parseScript(text).script.statements.length !== 1) {
    return no(
      "A cell with several statements cannot be limited to the selection: give each a cell of its own",
    );
  }
  const pipeline = parsePipeline(text);
  // What is wrong already is told by running it.
  if (pipeline === null || !session.understands(pipeline)) return { query: text.trim(), reason: null };
  // A query that begins with a stage is one of events.
  const { source, stages } = pipeline;
  for (const filter of filters) {
    const test = parsePipeline(`where ${filter}`)?.stages;
    if (!test) continue;
    const query = pipelineNode(source ?? tableNode("events"), [...test, ...stages]);
    if (session.understands(query)) return { query: printTree(query), reason: null };
  }
  return no("The rows of this query have no place in the trace: it cannot be limited to the selection");
}

function no(reason: string): WithinAnswer {
  return { query: null, reason };
}
