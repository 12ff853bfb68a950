/**
 * Suggested queries after a result.
 * @module
 */

import { drillQuery } from "../engine/drill/drill_query.ts";
import { groupedBy } from "../engine/drill/grouped.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { parsePipeline, printTree } from "../language/script.ts";
import { LAST_RESULT } from "../query/analysis/environment.ts";
import { topNode } from "../query/stages/top.ts";
import type { Pipeline, Stage } from "../query/syntax/ast.ts";
import { nameNode, pipelineNode, tableNode, withStages } from "../query/syntax/build_nodes.ts";

/** Results with more rows get a hint to aggregate them. */
const READABLE_ROWS = 15;

/** Summaries, of which the first one whose columns exist is suggested. */
const SUMMARIES: readonly { readonly needs: readonly string[]; readonly stages: string }[] = [
  { needs: ["file", "line", "size"], stages: "by file, line | top 10 by bytes" },
  { needs: ["func", "size"], stages: "by func | top 10 by bytes" },
  { needs: ["name", "size"], stages: "by name | top 10 by bytes" },
  { needs: ["symbol", "size"], stages: "by symbol | top 10 by bytes" },
  { needs: ["size", "addr"], stages: "by bucket(size) | sort bytes desc" },
  { needs: ["name"], stages: "by name | top 10 by count" },
  { needs: ["kind"], stages: "by kind" },
];
const LAST = pipelineNode(tableNode(LAST_RESULT), []);
const TOP = 10n;

/** Number of suggested queries. */
const PROPOSED = 3;

/** Queries that refine a result, best first, checked against the session. */
export function refiningQueries(result: QueryOutcome, session: Session): string[] {
  const { table, pipeline } = result;
  const names = new Set(
    table.columns.filter((_, column) => hasValues(table, column)).map(({ name }) => name),
  );
  const candidates: Pipeline[] = [];
  const add = (text: string): void => void candidates.push(parsePipeline(text)!);
  const addLast = (...stages: readonly Stage[]): void => void candidates.push(withStages(LAST, ...stages));
  const last = pipeline.stages.at(-1);
  // Rows in the order of the trace are easier to read as a chart.
  const isCurve = last?.kind === "stage" && (last.keyword === "timeline" || last.keyword === "hist");
  const grouped = groupedBy(pipeline, "by", "timeline") !== null;
  if (grouped && table.rowCount > READABLE_ROWS) {
    for (const name of ["bytes", "count", "live_bytes"]) {
      if (names.has(name)) addLast(topNode(TOP, nameNode(name, false)));
    }
  }
  if (grouped && table.rowCount > 0) {
    const behind = drillQuery(result, firstNamed(table), session);
    if (behind !== null && names.has("bytes")) {
      candidates.push(withStages(behind, topNode(TOP, nameNode("size", false))));
    }
    if (behind !== null) candidates.push(behind);
  }
  if (!grouped && table.rowCount > 1) {
    for (const { needs, stages } of SUMMARIES) {
      if (table.rowCount > READABLE_ROWS && needs.every((name) => names.has(name))) {
        addLast(...parsePipeline(stages)!.stages);
      }
    }
    if (names.has("stack") && !names.has("level")) add("_ | take 1 | unwind");
    const { source } = pipeline;
    const isOfEvents = source?.kind === "table" && source.name.name === "events";
    if (isOfEvents || names.has("live_bytes")) add("timeline every 1000 peak = max(live_bytes)");
    if (names.has("life") && names.has("size")) add("_ | hist size");
  }
  const working = candidates.filter((query) => session.understands(query)).map(printTree);
  const proposed = [...(isCurve && table.rowCount > 2 ? [".plot"] : []), ...new Set(working)];
  return proposed.slice(0, PROPOSED);
}

/** The first row whose group has a name, if any group has one. */
function firstNamed(table: QueryOutcome["table"]): number {
  for (let row = 0; row < Math.min(table.rowCount, 20); row++) if (table.value(row, 0) !== null) return row;
  return 0;
}

/** Whether the first rows have any value in a column. */
function hasValues(table: QueryOutcome["table"], column: number): boolean {
  for (let row = 0; row < Math.min(table.rowCount, 20); row++) {
    if (table.value(row, column) !== null) return true;
  }
  return false;
}
