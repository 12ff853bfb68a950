/**
 * Rows as objects with a property per column.
 * @module
 */

import type { ResultTable, ResultValue } from "../base/result_table.ts";

/**
 * One row: values by column name. 64-bit numbers are bigints.
 *
 * ```ts
 * import { Quarry, type Row } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const rows: readonly Row[] = (await quarry.query("leaks | by func")).rows();
 * console.log(rows.map(({ func, count }) => `${func}: ${count}`));
 * ```
 */
export type Row = Readonly<Record<string, ResultValue>>;

/** Returns a function that creates the row objects of a table; all of them have the same shape. */
export function rowMaker(table: ResultTable): (row: number) => Row {
  const names = table.columns.map(({ name }) => name);
  // Assigning `__proto__` would change the object's prototype instead of adding a property.
  const hasOddName = names.includes("__proto__");
  return (row) => {
    if (hasOddName) return Object.fromEntries(names.map((name, column) => [name, table.value(row, column)]));
    const made: Record<string, ResultValue> = {};
    for (let column = 0; column < names.length; column++) made[names[column]!] = table.value(row, column);
    return made;
  };
}

/** All rows of a table, one after another. */
export function* rowsOf(table: ResultTable): Generator<Row> {
  const rowAt = rowMaker(table);
  for (let row = 0; row < table.rowCount; row++) yield rowAt(row);
}
