/** A query under construction: what it is called so far in both languages, and what is known of its columns. */

import type { Type, Value } from "./tables.ts";

/** One column of the rows so far. */
export interface Col {
  readonly name: string;
  readonly type: Type;
  /** Smallest and largest value, not tight; for f64 the largest distance from 0. */
  readonly low: bigint;
  readonly high: bigint;
  readonly reach: number;
  /** Doubles with few digits, whose sums are exact in any order. */
  readonly exact: boolean;
  /** Some of its values, to compare with. */
  readonly samples: readonly Value[];
  /** All values of a column of a table, in their order, while nothing has changed or left out any; a pivot knows them. */
  readonly values?: readonly Value[];
  /** How it is written when it exists by argument, `arg("target")`: no column of the rows, and only of whole tables. */
  readonly lazy?: string;
  /** No two rows of the table have the same value. */
  readonly unique?: boolean;
  /** Its values are different in every session: nothing is asked about it, and it is not compared. */
  readonly opaque?: boolean;
}

/** The rows so far. Every SQL step has the columns and `ord`, which gives the order of the rows. */
export interface Relation {
  readonly cols: readonly Col[];
  /** Most rows there can be. */
  readonly most: number;
  /** Source and stages, as Quarry reads them. */
  readonly text: readonly string[];
  /** Common table expressions, each over the one before; the first is the name of a table. */
  readonly steps: readonly string[];
  /** Prefix of the names of the steps. */
  readonly prefix: string;
}

/** A name as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Words that are not names. */
const RESERVED = /^(?:and|or|not|true|false|null)$/i;

/** A name as Quarry reads it. */
export function written(name: string): string {
  return /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(name) && !RESERVED.test(name) ? name : `\`${name}\``;
}

/** The name of the rows so far in SQL. */
export function current({ steps, prefix }: Relation): string {
  return steps.length === 1 ? steps[0]! : `${prefix}${steps.length - 1}`;
}

/** The columns that a query shows. */
export function shown(cols: readonly Col[]): readonly Col[] {
  return cols.filter(({ lazy }) => lazy === undefined);
}

/** The columns that can be asked about. */
export function askable(cols: readonly Col[]): readonly Col[] {
  return cols.filter(({ opaque }) => opaque !== true);
}

/** The rows without what exists by argument: the table after them is out of sight. */
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

/** The query as Quarry reads it. */
export function quarryText({ text }: Relation): string {
  return text.join(" | ");
}

/** The query in SQL; with `ordered` the rows come in the order that Quarry promises. */
export function sqlText(relation: Relation, ordered = true, cols = shown(relation.cols)): string {
  const { steps, prefix } = relation;
  const tables = steps.slice(1).map((sql, at) => `${prefix}${at + 1} AS (${sql})`);
  const head = tables.length === 0 ? "" : `WITH ${tables.join(",\n")}\n`;
  return `${head}SELECT ${columnList(cols)} FROM ${current(relation)}${ordered ? " ORDER BY ord" : ""}`;
}
