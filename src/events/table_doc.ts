/**
 * Descriptions of tables and columns, shown by `.schema`, help, completion and hover.
 * @module
 */

import type { Display } from "../base/result_table.ts";
import type { TableSynonyms } from "./question_phrases.ts";
import type { ColumnSpec, ColumnType, TableLayout } from "./trace_sink.ts";

/** The description of a column. */
export interface ColumnDoc {
  /** Name as in queries. */
  readonly name: string;
  readonly type: ColumnType;
  /** Describes the column. */
  readonly doc: string;
  /**
   * Order in which columns are hidden on a narrow screen: columns with a smaller rank stay visible longer.
   * The columns of every trace use multiples of one hundred (`render/column_rank.ts`). Without a rank a
   * column is hidden before all of those.
   */
  readonly rank?: number;
  /** How its values are displayed, unless name and type imply it. */
  readonly display?: Display;
}

/** The description of a table. */
export interface TableDoc {
  /** Name as in queries. */
  readonly name: string;
  /** Describes a row of the table. */
  readonly doc: string;
  /** Columns of every trace that has this table; those that a format lacks are null. */
  readonly columns: readonly ColumnDoc[];
  /** Columns that are computed on demand. */
  readonly onDemand?: readonly ColumnDoc[];
  /** Column families, which take an argument. */
  readonly families?: readonly ColumnDoc[];
  /** Synonyms for the table and its rows. */
  readonly words?: TableSynonyms;
  /** The table exists only if the program of the trace is available. */
  readonly needsProgram?: true;
}

/** Builds the description of a column from name, type, explanation and rank. */
export function columnDoc(name: string, type: ColumnType, doc: string, rank?: number): ColumnDoc {
  return { name, type, doc, ...(rank === undefined ? {} : { rank }) };
}

/** Cells of a column may be null. */
export const NULLABLE = { nullable: true } as const;

/**
 * Returns the layout of a table described in `docs`: its columns in order, or those of `names`. `special`
 * gives further properties of columns for the reader.
 */
export function layoutOf(
  docs: readonly TableDoc[],
  table: string,
  special: Readonly<Record<string, Partial<ColumnSpec>>> = {},
  names?: string,
): TableLayout {
  const { columns } = docs.find(({ name }) => name === table)!;
  const picked = names?.split(" ").map((name) => columns.find((each) => each.name === name)!) ?? columns;
  return { name: table, columns: picked.map(({ name, type }) => ({ name, type, ...special[name] })) };
}
