/** A query under construction: its text so far, as a query and as SQL, and known facts about its columns. */

import type { Type, Value } from "./tables.ts";

/** One column of the rows so far. */
export interface Col {
  readonly name: string;
  readonly type: Type;
  /** Bounds of the values, not necessarily tight; for f64 the largest absolute value. */
  readonly low: bigint;
  readonly high: bigint;
  readonly reach: number;
  /** Whether these are doubles with few digits, whose sums are exact in any order. */
  readonly exact: boolean;
  /** Some of its values, for comparisons. */
  readonly samples: readonly Value[];
  /**
   * All values of a column of a table, in order, as long as no stage has changed or dropped any; a pivot knows them.
   */
  readonly values?: readonly Value[];
  /**
   * The text of a column with an argument, such as `arg("target")`: it is only available on unchanged tables, and not
   * part of the rows.
   */
  readonly lazy?: string;
  /** Whether no two rows of the table have the same value. */
  readonly unique?: boolean;
  /** Whether its values differ in every session: it is neither queried nor compared. */
  readonly opaque?: boolean;
}

/** The rows so far. Every SQL step has the columns and `ord`, which gives the order of the rows. */
export interface Relation {
  readonly cols: readonly Col[];
  /** Maximum number of rows. */
  readonly most: number;
  /** Source and stages, as the text of a query. */
  readonly text: readonly string[];
  /** Common table expressions, each over the previous one; the first is the name of a table. */
  readonly steps: readonly string[];
  /** Prefix of the names of the steps. */
  readonly prefix: string;
}

/** A name quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Keywords that cannot be names. */
const RESERVED = /^(?:and|or|not|true|false|null)$/i;

/** A name as written in a query. */
export function written(name: string): string {
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name) && !RESERVED.test(name) ? name : `\`${name}\``;
}

/** The SQL name of the rows so far. */
export function current({ steps, prefix }: Relation): string {
  return steps.length === 1 ? steps[0]! : `${prefix}${steps.length - 1}`;
}

/** The columns that a query shows. */
export function shown(cols: readonly Col[]): readonly Col[] {
  return cols.filter(({ lazy }) => lazy === undefined);
}

/** The columns that can be queried. */
export function askable(cols: readonly Col[]): readonly Col[] {
  return cols.filter(({ opaque }) => opaque !== true);
}

/** The rows without columns that take an argument, since later stages cannot access the table. */
export function outOfSight(relation: Relation): Relation {
  return { ...relation, cols: shown(relation.cols) };
}

/** Adds a stage: `sql` reads from `current`. */
export function step(
  relation: Relation,
  text: string,
  sql: string,
  cols = relation.cols,
  most = relation.most,
): Relation {
  return { ...relation, cols, most, text: [...relation.text, text], steps: [...relation.steps, sql] };
}

/** The names of columns for a SELECT. */
export function columnList(cols: readonly Col[]): string {
  return cols.map(({ name }) => quoted(name)).join(", ");
}

/** The text of the query. */
export function quarryText({ text }: Relation): string {
  return text.join(" | ");
}

/** The query in SQL; with `ordered` the rows are in the order that Quarry guarantees. */
export function sqlText(relation: Relation, ordered = true, cols = shown(relation.cols)): string {
  const { steps, prefix } = relation;
  const tables = steps.slice(1).map((sql, at) => `${prefix}${at + 1} AS (${sql})`);
  const head = tables.length === 0 ? "" : `WITH ${tables.join(",\n")}\n`;
  return `${head}SELECT ${columnList(cols)} FROM ${current(relation)}${ordered ? " ORDER BY ord" : ""}`;
}
