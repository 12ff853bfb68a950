/** One row in detail. */
import { assertEquals } from "@std/assert";
import { rowTable } from "../../src/repl/row_table.ts";
import { tableOf } from "../render/support.ts";

Deno.test("rowTable() has a named row for each column, with null for missing values", () => {
  const table = tableOf([{ name: "a", type: "u64" }, { name: "b", type: "text" }], [[1n, null], [null, "x"]]);
  for (const row of [0, 1]) {
    const turned = rowTable(table, row, (column) => `${table.value(row, column)}!`);
    const cells = [0, 1].map((at) => [turned.value(at, 0), turned.value(at, 1)]);
    assertEquals(cells, row === 0 ? [["a", "1!"], ["b", null]] : [["a", null], ["b", "x!"]]);
    assertEquals([turned.rowCount, turned.columns.map(({ name }) => name)], [2, ["column", "value"]]);
  }
});
