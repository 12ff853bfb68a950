/**
 * From a grouped result to the query that says when in the trace its groups had their rows.
 * @module
 */

import { runs } from "../engine/drill/drill_query.ts";
import { splitAt, splitStages } from "../engine/drill/split_stages.ts";
import type { Session } from "../engine/session.ts";

/** Stages after grouping that leave its keys in the first columns. */
const HARMLESS = /^(sort|top|take|skip|tail|sample|where)\b/i;
/** Steps of a small curve. */
const STEP = "4%";

/** Rows of each group in each step of the trace; null for a result that is not grouped, or whose rows are in no order. */
export function trendQuery(text: string, session: Session): string | null {
  const stages = splitStages(text);
  const at = stages.findIndex((stage) => /^by\b/i.test(stage));
  if (at < 0 || !stages.slice(at + 1).every((stage) => HARMLESS.test(stage))) return null;
  const [keys = ""] = splitAt(stages[at]!.replace(/^by\s+/i, ""), ":");
  if (/\bpivot\b/i.test(keys)) return null;
  const query = [...stages.slice(0, at), `timeline every ${STEP} by ${keys.trim()}: n = count()`].join(" | ");
  return runs(session, query) ? query : null;
}
