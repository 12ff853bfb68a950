/**
 * Groups with their shares of the whole: which three lines are 90 % of the bytes is seen without arithmetic.
 * @module
 */

import type { ResultTable, ResultValue } from "../base/result_table.ts";
import type { QueryOutcome } from "../engine/session.ts";
import { bar } from "../render/plot/bars.ts";
import { splitStages } from "../engine/drill/split_stages.ts";

/** Two rows are compared at a glance. */
const LEAST_ROWS = 3;
/** More rows are not groups that somebody reads. */
const GROUPS_READ = 10_000;
const BAR_WIDTH = 12;
/** What a share is of, the first that the rows have. */
const MEASURES = ["bytes", "live_bytes", "count"];
/** Stages after grouping that leave groups as they are, and those of them that leave some out. */
const HARMLESS = /^(?:sort|top|take)\b/i;
const SHORTENING = /^(?:top|take)\b/i;

/** The sum over all groups takes as long as the groups themselves: nobody waits that long again for a percentage. */
const PATIENCE_MS = 1000;

/** Whether shares say something of a result, and of what; null where they do not. */
export function sharesOf(
  { table, text, milliseconds }: QueryOutcome,
): { readonly column: number; readonly total: string | null } | null {
  const { rowCount, columns } = table;
  if (rowCount < LEAST_ROWS || rowCount > GROUPS_READ) return null;
  const stages = splitStages(text);
  const at = stages.findIndex((stage) => /^by\b/i.test(stage));
  if (at < 0 || !stages.slice(at + 1).every((stage) => HARMLESS.test(stage))) return null;
  const column = MEASURES.map((name) => columns.findIndex((each) => each.name === name)).find((each) =>
    each > 0
  );
  // A bin is a place on an axis: its share is the height of a chart.
  if (column === undefined || columns.some(({ name }) => name === "share" || name === "bin")) return null;
  const shortened = stages.slice(at + 1).some((stage) => SHORTENING.test(stage));
  if (shortened && milliseconds > PATIENCE_MS) return null;
  const total = `${stages.slice(0, at + 1).join(" | ")} | summarize total = sum(${columns[column]!.name})`;
  return { column, total: shortened ? total : null };
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

/** ` 62.0%`: as wide as a whole, so that points stand below one another. */
function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`.padStart(6);
}
