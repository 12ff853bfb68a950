/** Help about coverage: caveats, and recipes that run. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { cookbook } from "../../../src/cli/help/cookbook.ts";
import { allEntries } from "../../../src/cli/help/entries.ts";
import { entryPage } from "../../../src/cli/help/find_help.ts";
import { formatPage } from "../../../src/cli/help/format_page.ts";
import { SchemaCatalog } from "../../../src/engine/schema_catalog.ts";
import { bindScript, parseScript } from "../../../src/language/script.ts";
import { EMPTY_ENVIRONMENT } from "../../../src/query/analysis/environment.ts";
import { SOURCES } from "../../../src/language/registry.ts";
import { sessionOf } from "./asking.ts";
import { NIGHTLY, PROGRAM, runOf, SHORT } from "./made_program.ts";

const session = () => sessionOf({ a: runOf(NIGHTLY, "the nightly run"), b: runOf(SHORT) }, () => PROGRAM);
const coveragePage = (): string => formatPage("coverage");
const recipes = cookbook.filter(({ title }) => title.startsWith("Coverage:")).flatMap(({ recipes }) =>
  recipes
);

Deno.test("the page on coverage has the recipes of the cookbook", () => {
  for (const { query } of recipes) {
    for (const line of query.split("\n")) assertStringIncludes(coveragePage(), line);
  }
});

Deno.test("examples of coverage sources run", async () => {
  const asked = await session();
  const mine = SOURCES.filter(({ keyword }) => !["diff", "changes"].includes(keyword));
  assertEquals(mine.map(({ keyword }) => keyword), [
    "gaps",
    "heat",
    "traces",
    "union",
    "intersection",
    "difference",
    "complement",
  ]);
  for (const { examples } of mine) {
    for (const example of examples) {
      for await (const outcome of asked.run(asked.prepare(example))) {
        if (outcome.kind === "query") outcome.release();
      }
    }
  }
});

Deno.test("help states the limits of counts", async () => {
  const entries = await allEntries();
  const pageOf = (name: string): string =>
    entries.filter((entry) => entry.name === name && entry.kind === "table").map(entryPage).join("\n")
      .replaceAll(/\s+/g, " ");
  const caveat =
    "entries in the trace. In a flat trace that is not how often it ran; in a history trace it is, but " +
    "only for blocks that end in a direct branch";
  for (const table of ["blocks", "entries", "functions"]) assertStringIncludes(pageOf(table), caveat, table);
  assertStringIncludes(pageOf("edges"), "where a trace leaves out blocks that ran before");
  assertStringIncludes(pageOf("runs"), "chosen greedily, so a smaller set may exist");
  assertStringIncludes(coveragePage().replaceAll(/\s+/g, " "), "A merged trace has no counts.");
});

Deno.test("the catalog of a session includes the caveats", async () => {
  const { catalog } = await session();
  const docOf = (table: string, column: string) =>
    catalog.table(table, null)?.columns.find(({ name }) => name === column)?.doc ?? "";
  for (const table of ["blocks", "entries", "functions"]) {
    assertStringIncludes(docOf(table, "count"), "In a flat trace");
  }
  assertStringIncludes(docOf("functions", "state"), "branch outcomes play no part");
  assertStringIncludes(docOf("runs", "own"), "no other trace covers");
  assertEquals(catalog.tableNames.filter((name) => catalog.table(name, null)?.doc === ""), []);
});

Deno.test("coverage scripts can be checked before there is a trace", () => {
  const catalog = new SchemaCatalog();
  for (const { query } of recipes) {
    const { diagnostics } = bindScript(parseScript(query), catalog, EMPTY_ENVIRONMENT);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    // The trace in "of a" is only known once it is open, and so are symbols.
    assertEquals(errors.filter(({ code }) => code !== "Q202"), [], query);
  }
});
