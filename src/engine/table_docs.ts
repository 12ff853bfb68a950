/**
 * The words about all tables of all formats.
 * @module
 */

import type { ResultColumn } from "../base/result_table.ts";
import type { ColumnDoc, TableDoc } from "../events/table_doc.ts";
import type { Format } from "../formats/format.ts";
import { formatNamed, formats } from "../formats/registry.ts";
import { TABLE_DOCS } from "../tables/schema.ts";

/** A table in words, with the formats whose traces these words are about. */
export interface KnownTable extends TableDoc {
  /** Names of formats, in the order of the registry. */
  readonly formats: readonly string[];
}

function namesWhere(fits: (format: Format) => boolean): string[] {
  return formats.filter(fits).map(({ name }) => name);
}

/** Every table with a shape that is known before a trace is opened; formats may have different ones of one name. */
export const ALL_TABLE_DOCS: readonly KnownTable[] = [
  ...TABLE_DOCS.map((doc) => ({ ...doc, formats: namesWhere(({ tables }) => tables.includes(doc.name)) })),
  ...new Set(formats.flatMap(({ tableDocs = [] }) => tableDocs)).values().map((doc) => ({
    ...doc,
    formats: namesWhere(({ tableDocs }) => tableDocs?.includes(doc) === true),
  })),
];

/** Columns that a format adds to a table of every trace: to `events`, and those that lives show to `allocs`. */
export function ownColumns({ eventColumns = [], ofLives = [] }: Format, table: string): readonly ColumnDoc[] {
  if (table === "events") return eventColumns;
  return table === "allocs" ? eventColumns.filter(({ name }) => ofLives.includes(name)) : [];
}

/** A column that says no rank is left out before those of every trace. */
const UNRANKED = 1e4;

/** Ranks of the columns of formats' tables, where a screen has no room for all. */
const RANKS: ReadonlyMap<string, number> = new Map(
  formats.flatMap(({ tableDocs = [] }) => tableDocs).flatMap(({ columns }) =>
    columns.map(({ name, rank = UNRANKED }) => [name, rank])
  ),
);

/** A column of a result with its rank, when a table of a format has one of its name. */
export function withRank(column: ResultColumn): ResultColumn {
  const rank = RANKS.get(column.name) ?? RANKS.get(column.name.replace(/_right$/, ""));
  return rank === undefined ? column : { ...column, rank };
}

/** The words about a table of a trace of some format. */
export function wordsAbout(table: string, format: string): TableDoc | undefined {
  const found = formatNamed(format);
  const words = [...found?.tableDocs ?? [], ...TABLE_DOCS].find(({ name }) => name === table);
  const own = found ? ownColumns(found, table) : [];
  return words && own.length > 0 ? { ...words, columns: [...words.columns, ...own] } : words;
}
