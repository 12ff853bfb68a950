/**
 * Queries that a format suggests for a trace, restricted to those that have results in it.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { FirstQuery } from "../formats/format_types.ts";
import type { OpenTrace } from "./open_trace.ts";
import type { Session } from "./session.ts";

/**
 * Returns the suggestions of the trace's format and then `others`, without those that need something that
 * this trace lacks.
 */
export function suggestedQueries(
  session: Session,
  { name, trace }: OpenTrace,
  others: readonly FirstQuery[] = [],
): readonly FirstQuery[] {
  const { header, lives } = trace;
  const hasLeaks = lives !== undefined && lives.totals.allocatedCount > lives.totals.freedCount;
  const hasValues = (place: string): boolean => {
    const [table = "", column = ""] = place.split(".");
    const found = session.catalog.table(table, name)?.columns.find((each) => each.name === column);
    const isEmpty = trace.tables.get(table)?.rowCount === 0;
    return found !== undefined && found.allNull !== true && !isEmpty;
  };
  const hasRows = (trace.tables.get(header.mainTable)?.rowCount ?? 0) > 0;
  const candidates = (hasRows ? formatNamed(header.format)?.firstQueries : undefined) ?? [];
  return [...candidates, ...others].filter(({ needs = [], leaks }) =>
    (!leaks || hasLeaks) && needs.every(hasValues)
  );
}
