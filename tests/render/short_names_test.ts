/** Rows with short names of functions: distinguishing parts stay, and modes for programs use full names. */
import { assertEquals } from "@std/assert";
import { renderers } from "../../src/render/registry.ts";
import { hasFunctionNames } from "../../src/names/function_columns.ts";
import { tableAsDisplayed, withShortNames } from "../../src/render/short_names.ts";
import { tableOf } from "./support.ts";

const PUSH_SQUARE = "void std::vector<Square, std::allocator<Square> >::push_back(Square&&)";
const FIND = ["A::find(int)", "A::find(long)", "A::find(long) const"];
const MAKE = ["A make<int>()", "A make<long>()"];

function column(values: readonly (string | null)[], name = "func"): (string | null)[] {
  const table = withShortNames(tableOf([{ name, type: "text" }], values.map((each) => [each])));
  return values.map((_, row) => table.value(row, 0) as string | null);
}

Deno.test("short names keep the parts that distinguish them", () => {
  assertEquals(column([PUSH_SQUARE, null, "main"]), ["std::vector::push_back", null, "main"]);
  assertEquals(column([FIND[0]!, FIND[1]!, FIND[0]!]), [FIND[0]!, FIND[1]!, FIND[0]!]);
  assertEquals(column(FIND), FIND);
  assertEquals(column(MAKE), ["make<int>", "make<long>"]);
  assertEquals(column(["A::find(int)", "A::find"]), ["A::find(int)", "A::find"]);
});

Deno.test("only function names are shortened, wherever they come from", () => {
  assertEquals(column([PUSH_SQUARE], "name"), [PUSH_SQUARE]);
  for (const name of ["func", "free.func", "func_before", "first_func", "func_at"]) {
    assertEquals(hasFunctionNames({ name, type: "text" }), true, name);
  }
  assertEquals(hasFunctionNames({ name: "func", type: "u64" }), false);
  assertEquals(hasFunctionNames({ name: "caller", type: "text", display: "function" }), true);
  assertEquals(hasFunctionNames({ name: "func", type: "text", display: "whole" }), false);
});

Deno.test("terminals get short names, programs get full names, and --names overrides this", () => {
  const table = tableOf([{ name: "func", type: "text" }], [[PUSH_SQUARE]]);
  for (const mode of renderers) {
    const isData = ["csv", "tsv", "json", "ndjson", "list", "none"].includes(mode.name);
    assertEquals(tableAsDisplayed(table, undefined, mode) === table, isData, mode.name);
    assertEquals(tableAsDisplayed(table, "full", mode), table);
    assertEquals(tableAsDisplayed(table, "short", mode).value(0, 0), "std::vector::push_back");
  }
});
