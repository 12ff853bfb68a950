/**
 * Suggested first queries: those candidates of a format that have results in the trace.
 * @module
 */

import type { Session } from "../engine/session.ts";
import { formatNamed } from "../formats/registry.ts";
import type { FirstQuery } from "../formats/words.ts";

/** Number of suggested queries. */
const PROPOSED = 3;

/** Queries that have results in nearly every trace. */
const ALWAYS: readonly FirstQuery[] = [
  { query: "tags", answers: "what the header of the file says", needs: ["tags.value"] },
  { query: "traces", answers: "what is known about the open traces" },
];

/** Up to three queries for the first trace of a session. */
export function firstQueries(session: Session): readonly FirstQuery[] {
  const [first] = session.traces;
  if (!first) return [];
  const { header, lives } = first.trace;
  const hasLeaks = lives !== undefined && lives.totals.allocatedCount > lives.totals.freedCount;
  const hasValues = (place: string): boolean => {
    const [table = "", column = ""] = place.split(".");
    const found = session.catalog.table(table, first.name)?.columns.find(({ name }) => name === column);
    const isEmpty = first.trace.tables.get(table)?.rowCount === 0;
    return found !== undefined && found.allNull !== true && !isEmpty;
  };
  const hasRows = (first.trace.tables.get(header.mainTable)?.rowCount ?? 0) > 0;
  const candidates = (hasRows ? formatNamed(header.format)?.firstQueries : undefined) ?? [];
  return [...candidates, ...ALWAYS].filter(({ needs = [], leaks }) =>
    (!leaks || hasLeaks) && needs.every(hasValues)
  ).slice(0, PROPOSED);
}
