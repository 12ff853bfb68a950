/**
 * A query of somebody within what is brushed: a filter behind its source.
 * @module
 */

import { runs } from "../engine/drill/drill_query.ts";
import { splitAt, splitStages } from "../engine/drill/split_stages.ts";
import type { Session } from "../engine/session.ts";
import type { WithinAnswer, WithinRequest } from "./api_types.ts";

/** The query with the first of the filters that its source has columns for, or why there is none. */
export function withinQuery({ text, filters }: WithinRequest, session: Session): WithinAnswer {
  const statements = splitAt(text, ";").filter((each) => each !== "");
  const [statement] = statements;
  if (statement === undefined || statements.length > 1) {
    return no(
      "A cell with several statements cannot be limited to the selection: give each a cell of its own",
    );
  }
  // What is wrong already is told by running it.
  if (!runs(session, statement)) return { query: statement, reason: null };
  const [first, ...stages] = splitStages(statement);
  for (const filter of filters) {
    // A query that begins with a stage is one of events.
    for (const source of [[first!], ["events", first!]]) {
      const [table, ...before] = source;
      const query = [table!, `where ${filter}`, ...before, ...stages].join(" | ");
      if (runs(session, query)) return { query, reason: null };
    }
  }
  return no("The rows of this query have no place in the trace: it cannot be limited to the selection");
}

function no(reason: string): WithinAnswer {
  return { query: null, reason };
}
