/**
 * Adds shares of the total to groups, to show which few groups make up most of it.
 * @module
 */

import type { ResultTable, ResultValue } from "../base/result_table.ts";
import type { QueryOutcome } from "../engine/session.ts";
import { bar } from "../render/plot/bars.ts";
import { groupedBy } from "../engine/drill/grouped.ts";
import { printTree } from "../language/script.ts";
import { summarizeNode } from "../query/stages/summarize.ts";
import type { Stage } from "../query/syntax/ast.ts";
import { assignmentNode, callNode, nameNode, withStages } from "../query/syntax/build_nodes.ts";

/** Minimum number of rows: two rows are easily compared without shares. */
const LEAST_ROWS = 3;
/** Maximum number of groups, since nobody reads more. */
const GROUPS_READ = 10_000;
const BAR_WIDTH = 12;
/** Columns of which shares are computed; the first existing one is used. */
const MEASURES = ["bytes", "live_bytes", "count"];
/** Stages after a grouping that keep groups unchanged. */
const HARMLESS = ["sort", "top", "take"];
const SHORTENING = ["top", "take"];

function isOneOf(stage: Stage, keywords: readonly string[]): boolean {
  return stage.kind === "stage" && keywords.includes(stage.keyword);
}

/**
 * Maximum duration of the query in milliseconds: computing the total takes as long as computing the groups.
 */
const PATIENCE_MS = 1000;

/** The column of which the shares of a result are computed; null if shares make no sense. */
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
  // A bin is a position on an axis: its share would be the height of a bar.
  if (column === undefined || columns.some(({ name }) => name === "share" || name === "bin")) return null;
  const shortened = query.after.some((stage) => isOneOf(stage, SHORTENING));
  if (shortened && milliseconds > PATIENCE_MS) return null;
  const sum = callNode("sum", nameNode(columns[column]!.name, false));
  const total = withStages(query.before, query.stage, summarizeNode(assignmentNode("total", sum)));
  return { column, total: shortened ? printTree(total) : null };
}

/** The result with the share of each row and, in descending order, the cumulative share. */
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

/** Formats a share with the width of a whole, so that decimal points align: ` 62.0%`. */
function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`.padStart(6);
}
