/**
 * A result with a sparkline per row: rows of the same name are merged, and their values are drawn along an
 * axis.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import type { ResultColumn, ResultTable, ResultValue } from "../../base/result_table.ts";
import { isNumeric, readableText } from "../cell_text.ts";
import { seriesOf } from "./series.ts";
import { sparkline } from "./strips.ts";

const WIDEST = 40;
const MOST_ROWS = SHOW_LIMITS.plottedRows.most;

/** The columns drawn: values along an axis, for each name. */
interface Curves {
  /** Column of the names. */
  readonly label: number;
  /** Column of the positions, which order the values. */
  readonly place: number;
  /** Column of the values. */
  readonly value: number;
}

/** The columns to draw, if a result has several rows per name, each with a position; otherwise null. */
export function curvesOf(table: ResultTable, value: number, named: number | undefined): Curves | null {
  const label = named ?? table.columns.findIndex(({ type }, at) => type === "text" && at !== value);
  const place = table.columns.findIndex((column, at) => at !== value && at !== label && isAxisColumn(column));
  if (label < 0 || place < 0 || label === value || table.rowCount > MOST_ROWS) return null;
  const names = new Set<ResultValue>();
  for (let row = 0; row < table.rowCount; row++) names.add(table.value(row, label));
  return names.size < table.rowCount ? { label, place, value } : null;
}

/** A value for each name at each position. */
export interface Grid {
  /** Names in order of appearance. */
  readonly names: readonly string[];
  /** First and last position. */
  readonly ends: readonly [string, string];
  /** For each name, its values along the positions. */
  readonly cells: readonly (readonly (number | null)[])[];
  /** Name of the value column. */
  readonly of: string;
  /** Formats a value. */
  spell(value: number): string;
}

/** Arranges the values of names along positions, one row per name. */
export function gridOf(table: ResultTable, { label, place, value }: Curves): Grid {
  const along = inOrder(distinct(table, place));
  const places = new Map(along.map((each, at) => [each, at]));
  const rows = new Map<ResultValue, (number | null)[]>();
  for (let row = 0; row < table.rowCount; row++) {
    const name = table.value(row, label);
    const cells = rows.get(name) ?? new Array<number | null>(along.length).fill(null);
    rows.set(name, cells);
    const at = places.get(table.value(row, place));
    const found = table.value(row, value);
    if (at !== undefined && (typeof found === "bigint" || typeof found === "number")) {
      cells[at] = (cells[at] ?? 0) + Number(found);
    }
  }
  const text = (column: number, each: ResultValue | undefined): string =>
    each === null || each === undefined ? "NULL" : readableText(table.columns[column]!)(each);
  const { spell, name } = seriesOf(table, value, undefined);
  return {
    names: [...rows.keys()].map((each) => text(label, each)),
    ends: [text(place, along[0]), text(place, along.at(-1))],
    cells: [...rows.values()],
    of: name,
    spell,
  };
}

/** One row per name, in order of appearance: the name, its largest value, its sparkline. */
export function sparkTable(table: ResultTable, { label, place, value }: Curves): ResultTable {
  const places = new Map<ResultValue, number>();
  for (const at of inOrder(distinct(table, place))) places.set(at, places.size);
  const width = Math.min(WIDEST, places.size);
  const rows = new Map<ResultValue, { most: ResultValue; points: (number | null)[] }>();
  for (let row = 0; row < table.rowCount; row++) {
    const name = table.value(row, label);
    const known = rows.get(name) ?? { most: null, points: new Array<number | null>(width).fill(null) };
    rows.set(name, known);
    const found = table.value(row, value);
    const at = places.get(table.value(row, place));
    if ((typeof found !== "bigint" && typeof found !== "number") || at === undefined) continue;
    if (known.most === null || found > (known.most as bigint | number)) known.most = found;
    const column = Math.floor(at * width / places.size);
    known.points[column] = Math.max(known.points[column] ?? -Infinity, Number(found));
  }
  const names = [...rows.keys()];
  const { name } = table.columns[value]!;
  return {
    columns: [
      table.columns[label]!,
      { ...table.columns[value]!, name: `most ${name}` },
      { name: `${name} along ${table.columns[place]!.name}`, type: "text" },
    ],
    rowCount: names.length,
    value(row, column) {
      const key = names[row] ?? null;
      if (column === 0) return key;
      const known = rows.get(key);
      return column === 1 ? known?.most ?? null : sparkline(known?.points ?? [], width);
    },
  };
}

function isAxisColumn(column: ResultColumn): boolean {
  return isNumeric(column) || column.type === "time";
}

function distinct(table: ResultTable, column: number): ResultValue[] {
  const values = new Set<ResultValue>();
  for (let row = 0; row < table.rowCount; row++) {
    const value = table.value(row, column);
    if (value !== null) values.add(value);
  }
  return [...values];
}

function inOrder(values: ResultValue[]): ResultValue[] {
  return values.sort((left, right) => left! < right! ? -1 : left! > right! ? 1 : 0);
}
