/**
 * Words about tables and columns: `.schema`, help, completion and hover show them.
 * @module
 */

import type { Display } from "../base/result_table.ts";
import type { TableWords } from "./said.ts";
import type { ColumnSpec, ColumnType, TableLayout } from "./trace_sink.ts";

/** One column in words. */
export interface ColumnDoc {
  /** Name as in queries. */
  readonly name: string;
  readonly type: ColumnType;
  /** What it means. */
  readonly doc: string;
  /**
   * When a screen leaves it out that has no room for all columns, smaller = later: the columns of every trace count by
   * hundreds (`render/column_rank.ts`). Absent = before all of those.
   */
  readonly rank?: number;
  /** How its values are shown, where its name and type do not say so. */
  readonly display?: Display;
}

/** One table in words. */
export interface TableDoc {
  /** Name as in queries. */
  readonly name: string;
  /** What a row is. */
  readonly doc: string;
  /** Columns that every trace with this table has; those that a format lacks are null. */
  readonly columns: readonly ColumnDoc[];
  /** Columns that are computed on demand. */
  readonly onDemand?: readonly ColumnDoc[];
  /** Columns that exist by argument. */
  readonly families?: readonly ColumnDoc[];
  /** What else people call it, and say of its rows. */
  readonly words?: TableWords;
  /** The table is there when the program of the trace is available. */
  readonly needsProgram?: true;
}

/** Shorthand: name, type and meaning, and its rank. */
export function columnDoc(name: string, type: ColumnType, doc: string, rank?: number): ColumnDoc {
  return { name, type, doc, ...(rank === undefined ? {} : { rank }) };
}

/** Cells of a column may be null. */
export const NULLABLE = { nullable: true } as const;

/**
 * The layout of a table that `docs` describe: its columns in their order, or those of `names`. What readers must know
 * of some of them besides is in `special`.
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
