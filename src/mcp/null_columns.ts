/**
 * Explains columns that are null in every row of a result, and suggests columns that have values instead.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import type { Session } from "../engine/session.ts";
import type { Catalog, CatalogTable } from "../query/analysis/catalog.ts";
import { shownText } from "./row_lines.ts";

/**
 * Maximum number of columns to explain; a whole table may have many empty columns, and explanations of all
 * would be too long.
 */
const MOST_EXPLAINED = 3;

/**
 * Returns one line per column of a table of the trace that is null in every row, beginning with the columns that the query reads.
 */
export function nullColumnAdvice(table: ResultTable, query: string, session: Session): string[] {
  if (table.rowCount === 0) return [];
  const { catalog } = session;
  const columns = table.columns.flatMap(({ name }, column) => {
    const from = hasValue(table, column) ? undefined : tableOf(name, catalog, () => readBy(query, session));
    return from === undefined ? [] : [{ name, from }];
  });
  if (columns.length > MOST_EXPLAINED) {
    return [shownText(`null in every row: ${columns.map(({ name }) => name).join(", ")}`)];
  }
  return columns.map(({ name, from }) => {
    const why = catalog.missingColumn?.(from.name, name, null) ?? "these records have none";
    const others = from.columns.filter(({ type, allNull }) => type === "text" && allNull !== true)
      .map((each) => each.name).filter((each) => each !== name);
    const instead = others.length === 0 ? "" : `; texts of ${from.name} with values: ${others.join(", ")}`;
    return shownText(`"${name}" is null in every row: ${why}${instead}`);
  });
}

function hasValue(table: ResultTable, column: number): boolean {
  for (let row = 0; row < table.rowCount; row++) if (table.value(row, column) !== null) return true;
  return false;
}

/** Returns the table that a column of this name most likely comes from. */
function tableOf(name: string, catalog: Catalog, read: () => readonly string[]): CatalogTable | undefined {
  for (const each of [...read(), catalog.mainTable, ...catalog.tableNames]) {
    const table = catalog.table(each, null);
    if (table?.columns.some((column) => column.name === name)) return table;
  }
  return undefined;
}

/** The tables that the last statement of a script reads. */
function readBy(query: string, session: Session): string[] {
  return session.planOf(query).flatMap((step) => /^scan (\S+)/.exec(step)?.[1] ?? []);
}
