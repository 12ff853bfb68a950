/**
 * A result with a curve in each row: rows of the same name become one, and what they say along the way is drawn.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import type { ResultColumn, ResultTable, ResultValue } from "../../base/result_table.ts";
import { isNumeric } from "../../render/cell_text.ts";
import { sparkline } from "./strips.ts";

const WIDEST = 40;
const MOST_ROWS = SHOW_LIMITS.plottedRows.most;

/** What is drawn: the values of a column along another one, for each name. */
interface Curves {
  /** Column of the names. */
  readonly label: number;
  /** Column of the places, in whose order the values are drawn. */
  readonly place: number;
  /** Column of the values. */
  readonly value: number;
}

/** The columns of a result that has several rows of a name, each with a place; null for all others. */
export function curvesOf(table: ResultTable, value: number, named: number | undefined): Curves | null {
  const label = named ?? table.columns.findIndex(({ type }, at) => type === "text" && at !== value);
  const place = table.columns.findIndex((column, at) => at !== value && at !== label && isPlace(column));
  if (label < 0 || place < 0 || label === value || table.rowCount > MOST_ROWS) return null;
  const names = new Set<ResultValue>();
  for (let row = 0; row < table.rowCount; row++) names.add(table.value(row, label));
  return names.size < table.rowCount ? { label, place, value } : null;
}

/** One row for each name, in the order in which they come: the name, its largest value, its curve. */
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

function isPlace(column: ResultColumn): boolean {
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
