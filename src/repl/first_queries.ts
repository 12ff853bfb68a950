/**
 * Suggested first queries: those candidates of a format that have results in the trace.
 * @module
 */

import type { Session } from "../engine/session.ts";
import { suggestedQueries } from "../engine/suggested_queries.ts";
import type { FirstQuery } from "../formats/format_types.ts";

/** Number of suggested queries. */
const PROPOSED = 3;

/** Queries that have results in nearly every trace. */
const ALWAYS: readonly FirstQuery[] = [
  { query: "tags", answers: "the contents of the file header", needs: ["tags.value"] },
  { query: "traces", answers: "what is known about the open traces" },
];

/** Up to three queries for the first trace of a session. */
export function firstQueries(session: Session): readonly FirstQuery[] {
  const [first] = session.traces;
  return first ? suggestedQueries(session, first, ALWAYS).slice(0, PROPOSED) : [];
}
