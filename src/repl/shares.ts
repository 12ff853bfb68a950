/**
 * Groups with their shares of the whole: which three lines are 90 % of the bytes is seen without arithmetic.
 * @module
 */

import type { ResultTable, ResultValue } from "../base/result_table.ts";
import type { QueryOutcome } from "../engine/session.ts";
import { bar } from "../render/plot/bars.ts";
import { groupedBy } from "../engine/drill/grouped.ts";
import { printTree } from "../language/script.ts";
import { summarizeNode } from "../query/stages/summarize.ts";
import type { Stage } from "../query/syntax/ast.ts";
import { assignmentNode, callNode, nameNode, through } from "../query/syntax/build.ts";

/** Two rows are compared at a glance. */
const LEAST_ROWS = 3;
/** More rows are not groups that somebody reads. */
const GROUPS_READ = 10_000;
const BAR_WIDTH = 12;
/** What a share is of, the first that the rows have. */
const MEASURES = ["bytes", "live_bytes", "count"];
/** Stages after grouping that leave groups as they are, and those of them that leave some out. */
const HARMLESS = ["sort", "top", "take"];
const SHORTENING = ["top", "take"];

function isOneOf(stage: Stage, keywords: readonly string[]): boolean {
  return stage.kind === "stage" && keywords.includes(stage.keyword);
}

/** The sum over all groups takes as long as the groups themselves: nobody waits that long again for a percentage. */
const PATIENCE_MS = 1000;

/** Whether shares say something of a result, and of what; null where they do not. */
export function sharesOf(
  { table, pipeline, milliseconds }: Pick<QueryOutcome, "table" | "pipeline" | "milliseconds">,
): { readonly column: number; readonly total: string | null } | null {
  const { rowCount, columns } = table;
  if (rowCount < LEAST_ROWS || rowCount > GROUPS_READ) return null;
  const query = groupedBy(pipeline, "by");
  if (!query?.after.every((stage) => isOneOf(stage, HARMLESS))) return null;
  const column = MEASURES.map((name) => columns.findIndex((each) => each.name === name)).find((each) =>
    each > 0
  );
  // A bin is a place on an axis: its share is the height of a chart.
  if (column === undefined || columns.some(({ name }) => name === "share" || name === "bin")) return null;
  const shortened = query.after.some((stage) => isOneOf(stage, SHORTENING));
  if (shortened && milliseconds > PATIENCE_MS) return null;
  const sum = callNode("sum", nameNode(columns[column]!.name, false));
  const total = through(query.before, query.stage, summarizeNode(assignmentNode("total", sum)));
  return { column, total: shortened ? printTree(total) : null };
}

/** The result with what share each row has, and where they are in descending order what all up to it have. */
export function withShares(table: ResultTable, column: number, total: number | null): ResultTable {
  const amounts = Array.from({ length: table.rowCount }, (_, row) => Number(table.value(row, column) ?? 0));
  const whole = total ?? amounts.reduce((sum, each) => sum + each, 0);
  if (!(whole > 0) || amounts.some((each) => each < 0)) return table;
  const descends = amounts.every((each, row) => row === 0 || each <= amounts[row - 1]!);
  let soFar = 0;
  const sums = amounts.map((each) => soFar += each);
  const largest = Math.max(...amounts);
  const cells = (row: number): ResultValue[] => [
    percent(amounts[row]! / whole),
    ...(descends ? [percent(sums[row]! / whole)] : []),
    bar(amounts[row]! / largest, BAR_WIDTH),
  ];
  const names = ["share", ...(descends ? ["so far"] : []), `of ${table.columns[column]!.name}`];
  const own = table.columns.length;
  return {
    columns: [...table.columns, ...names.map((name) => ({ name, type: "text" as const }))],
    rowCount: table.rowCount,
    value: (row, at) => at < own ? table.value(row, at) : cells(row)[at - own] ?? null,
  };
}

/** ` 62.0%`: as wide as a whole, so that points are below one another. */
function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`.padStart(6);
}
