/**
 * Descriptions of all tables of all formats.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";
import type { ColumnDoc, TableDoc } from "../events/table_doc.ts";
import type { Format } from "../formats/format.ts";
import { formatNamed, formats } from "../formats/registry.ts";
import { TABLE_DOCS } from "../tables/schema.ts";

/** The description of a table, with the formats it applies to. */
export interface KnownTable extends TableDoc {
  /** Names of formats, in the order of the registry. */
  readonly formats: readonly string[];
}

function namesWhere(fits: (format: Format) => boolean): string[] {
  return formats.filter(fits).map(({ name }) => name);
}

/**
 * Every table whose columns are known before a trace is opened; formats may have different tables of the same
 * name.
 */
export const ALL_TABLE_DOCS: readonly KnownTable[] = [
  ...TABLE_DOCS.map((doc) => ({ ...doc, formats: namesWhere(({ tables }) => tables.includes(doc.name)) })),
  ...new Set(formats.flatMap(({ tableDocs = [] }) => tableDocs)).values().map((doc) => ({
    ...doc,
    formats: namesWhere(({ tableDocs }) => tableDocs?.includes(doc) === true),
  })),
];

/** Returns the columns that a format adds to tables that every trace has: to `events`, and to `allocs`. */
export function ownColumns(
  { eventColumns = [], allocColumns = [] }: Format,
  table: string,
): readonly ColumnDoc[] {
  if (table === "events") return eventColumns;
  return table === "allocs" ? eventColumns.filter(({ name }) => allocColumns.includes(name)) : [];
}

/** Columns without a rank are hidden before the columns that every trace has. */
const UNRANKED = 1e4;

/** Ranks of the columns of formats' tables, for screens that cannot show all columns. */
const RANKS: ReadonlyMap<string, number> = new Map(
  formats.flatMap(({ tableDocs = [] }) => tableDocs).flatMap(({ columns }) =>
    columns.map(({ name, rank = UNRANKED }) => [name, rank])
  ),
);

/** Gives a result column the rank of the column of that name in a format's table, if there is one. */
export function withRank(column: ResultColumn): ResultColumn {
  const rank = RANKS.get(column.name) ?? RANKS.get(column.name.replace(/_right$/, ""));
  return rank === undefined ? column : { ...column, rank };
}

/** The description of a table in traces of a format. */
export function tableDocOfFormat(table: string, format: string): TableDoc | undefined {
  const found = formatNamed(format);
  const words = [...found?.tableDocs ?? [], ...TABLE_DOCS].find(({ name }) => name === table);
  const own = found ? ownColumns(found, table) : [];
  return words && own.length > 0 ? { ...words, columns: [...words.columns, ...own] } : words;
}
