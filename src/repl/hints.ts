/**
 * Suggestions after a result: queries that often follow.
 * @module
 */

import { drillQuery, runs } from "../engine/drill/drill_query.ts";
import { splitStages } from "../engine/drill/split_stages.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";

/** Results with more rows get a hint that sums them up. */
const READABLE_ROWS = 15;

/** The first of these that fits the columns. */
const SUMMARIES: readonly { readonly needs: readonly string[]; readonly query: string }[] = [
  { needs: ["file", "line", "size"], query: "_ | by file, line | top 10 by bytes" },
  { needs: ["func", "size"], query: "_ | by func | top 10 by bytes" },
  { needs: ["name", "size"], query: "_ | by name | top 10 by bytes" },
  { needs: ["symbol", "size"], query: "_ | by symbol | top 10 by bytes" },
  { needs: ["size", "addr"], query: "_ | by bucket(size) | sort bytes desc" },
  { needs: ["name"], query: "_ | by name | top 10 by count" },
  { needs: ["kind"], query: "_ | by kind" },
];

/** So many are proposed. */
const PROPOSED = 3;

/** Queries that refine a result, best first, checked against the session. */
export function refinements(result: QueryOutcome, session: Session): string[] {
  const { table, text } = result;
  const names = new Set(
    table.columns.filter((_, column) => hasValues(table, column)).map(({ name }) => name),
  );
  const candidates: string[] = [];
  // Rows along the trace are easier to read as a chart.
  if (table.rowCount > 2 && /^(timeline|hist)\b/i.test(splitStages(text).at(-1) ?? "")) {
    candidates.push(".plot");
  }
  const grouped = /\bby\b/i.test(text);
  if (grouped && table.rowCount > READABLE_ROWS) {
    for (const name of ["bytes", "count", "live_bytes"]) {
      if (names.has(name)) candidates.push(`_ | top 10 by ${name}`);
    }
  }
  if (grouped && table.rowCount > 0) {
    const behind = drillQuery(result, firstNamed(table), session);
    if (behind !== null) candidates.push(names.has("bytes") ? `${behind} | top 10 by size` : behind, behind);
  }
  if (!grouped && table.rowCount > 1) {
    for (const { needs, query } of SUMMARIES) {
      if (table.rowCount > READABLE_ROWS && needs.every((name) => names.has(name))) candidates.push(query);
    }
    if (names.has("stack") && !names.has("level")) candidates.push("_ | take 1 | unwind");
    if (/^events\b/.test(text) || names.has("live_bytes")) {
      candidates.push("timeline every 1000 peak = max(live_bytes)");
    }
    if (names.has("life") && names.has("size")) candidates.push("_ | hist size");
  }
  const working = [...new Set(candidates)].filter((query) => query.startsWith(".") || runs(session, query));
  return working.slice(0, PROPOSED);
}

/** The first row whose group has a name: what has none is not an answer where others have one. */
function firstNamed(table: QueryOutcome["table"]): number {
  for (let row = 0; row < Math.min(table.rowCount, 20); row++) if (table.value(row, 0) !== null) return row;
  return 0;
}

/** Whether the first rows have anything in a column. */
function hasValues(table: QueryOutcome["table"], column: number): boolean {
  for (let row = 0; row < Math.min(table.rowCount, 20); row++) {
    if (table.value(row, column) !== null) return true;
  }
  return false;
}
