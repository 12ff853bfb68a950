/** A table with a curve in each row. */
import { assertEquals } from "@std/assert";
import { curvesOf, sparkTable } from "../../src/render/plot/spark_table.ts";
import { tableOf } from "./support.ts";

Deno.test("sparkTable() has a row for each name, its largest value, and a curve of forty characters at most", () => {
  for (const places of [2, 7, 40, 41, 100]) {
    const rows = Array.from(
      { length: 2 * places },
      (_, at) => [at % 2 ? "one" : "two", BigInt(at >> 1), BigInt(at)],
    );
    const table = tableOf(
      [{ name: "name", type: "text" }, { name: "frame", type: "u64" }, { name: "size", type: "u64" }],
      rows,
    );
    const curves = curvesOf(table, 2, undefined)!;
    assertEquals(curves, { label: 0, place: 1, value: 2 });
    const found = sparkTable(table, curves);
    const cells = [0, 1].map((row) => [found.value(row, 0), found.value(row, 1)]);
    assertEquals(cells, [["two", BigInt(2 * places - 2)], ["one", BigInt(2 * places - 1)]]);
    for (const row of [0, 1]) {
      const curve = [...found.value(row, 2) as string];
      assertEquals(curve.length, Math.min(40, places));
      // The values rise.
      assertEquals(curve, curve.toSorted());
    }
  }
});
