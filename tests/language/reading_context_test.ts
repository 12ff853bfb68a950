/** The column that a word of a question refers to. */
import { assertEquals } from "@std/assert";
import type { Catalog, CatalogColumn } from "../../src/query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { ReadingContext } from "../../src/language/reading/reading_context.ts";
import { CATALOGS } from "../query/analysis/binding.ts";

/** A context over a table in which two columns share a word; the named columns are null in every row. */
function contextWith(...empty: string[]): (name: string) => string | undefined {
  const columns = ["first_place", "other", "func"].map((name): CatalogColumn => ({
    name,
    type: "text",
    display: "plain",
    doc: name,
    allNull: empty.includes(name),
  }));
  const catalog = {
    ...CATALOGS.mtrc!,
    table: () => ({ name: "t", doc: "", columns, families: [] }),
    tableWords: () => ({ columns: { first_place: { also: ["spot"] }, other: { also: ["spots"] } } }),
  } as unknown as Catalog;
  const context = new ReadingContext(catalog, EMPTY_ENVIRONMENT);
  const rows = {
    columns: columns.map(({ name }) => ({ name, type: "text", display: "plain" })),
    table: "t",
    isOdd: false,
  };
  return (name) => context.column(name, rows as never);
}

Deno.test("a word means the first column of that name that has values", () => {
  assertEquals(contextWith()("spot"), "first_place");
  assertEquals(contextWith("first_place")("spot"), "other");
  assertEquals(contextWith("first_place", "other")("spot"), "first_place");
});

Deno.test("a name refers to a column in each spelling, with its owner before it, and by its synonyms", () => {
  const column = contextWith();
  const meant: Readonly<Record<string, string | undefined>> = {
    ...{
      func: "func",
      "First-Place": "first_place",
      firstplace: "first_place",
      "first place": "first_place",
    },
    ...{
      "t.func": "func",
      "this.func": "func",
      ".func": "func",
      "x.func": "func",
      "u.func": undefined,
      "a.b.func": undefined,
    },
    ...{ function: "func", functions: "func", "function name": "func", method: "func", nothing: undefined },
  };
  for (const [name, wanted] of Object.entries(meant)) assertEquals(column(name), wanted, name);
});
