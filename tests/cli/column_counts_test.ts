import { assertEquals } from "@std/assert";
import { distinctCount, hasZero, textCounts } from "../../src/cli/info/column_counts.ts";
import { newPools } from "../support/pools.ts";
import { typedTable } from "../support/typed_tables.ts";

Deno.test("counts of values exclude nulls, whatever their cells contain", () => {
  const table = typedTable(
    "t",
    newPools(),
    `kind:text size:u64? thread:u64? func:text
     alloc     7          -            a
     alloc     -          3            a
     free      7          0            -
     free      -          -            b`,
  );
  assertEquals(["size", "thread", "func", "none"].map((name) => distinctCount(table, name)), [1, 2, 2, 0]);
  assertEquals([...textCounts(table, "func")], [["a", 2], ["b", 1]]);
  assertEquals([...textCounts(table, "size")], []);
  assertEquals(hasZero(table, "size", ["alloc", "free"]), false);
  assertEquals([hasZero(table, "thread", ["free"]), hasZero(table, "thread", ["alloc"])], [true, false]);
});
