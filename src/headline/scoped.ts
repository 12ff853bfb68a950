/**
 * Queries of formats, which are written for a session with one trace, for one of several.
 * @module
 */

import { splitStages } from "../engine/drill/split_stages.ts";

/** The query with ` of TRACE` after its source. */
export function scoped(query: string, of: string): string {
  if (of === "") return query;
  const [source, ...stages] = splitStages(query);
  return [`${source}${of}`, ...stages].join(" | ");
}
