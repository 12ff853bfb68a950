/** Checking and completing queries on calls. */
import { assertEquals } from "@std/assert";
import { SchemaCatalog } from "../../../src/engine/schema_catalog.ts";
import { bindScript, parseScript } from "../../../src/language/script.ts";
import { EMPTY_ENVIRONMENT } from "../../../src/query/analysis/environment.ts";
import { CALL_DOCS } from "../../../src/formats/apitrace/table_docs.ts";
import { sessionOf } from "./asking.ts";

Deno.test("SchemaCatalog lists the columns of calls without a recording", () => {
  for (
    const query of [
      'calls | where arg("size") >= 1K and redundant | select no, normal',
      'calls in set("0-9/draw,@later.txt") | select no, args, ret, f32("data")',
      'calls | where arg("target") == "GL_TEXTURE_2D" and arg("level") in 1..4 | by name',
      "groups | where draws > 10 | sort bytes desc",
      "frames | where uploads > 0 | top 3 by uploads",
    ]
  ) {
    assertEquals(
      bindScript(parseScript(query), new SchemaCatalog(), EMPTY_ENVIRONMENT).diagnostics,
      [],
      query,
    );
  }
});

Deno.test("the documentation of calls names columns that recordings have", async () => {
  const { catalog } = await sessionOf({ a: "real-mapped" });
  const { families, lazyColumns, columns } = catalog.table("calls", null)!;
  const { onDemand = [], families: byArgument = [] } = CALL_DOCS.find(({ name }) => name === "calls")!;
  const lazy = onDemand.map(({ name }) => name);
  assertEquals(lazyColumns!.map(({ name }) => name).sort(), [...lazy].sort());
  assertEquals([...families].sort(), [...byArgument.map(({ name }) => name), ...lazy].sort());
  assertEquals(columns.filter(({ doc }) => doc === ""), []);
  for (const { name, type } of onDemand) assertEquals(catalog.familyType!("calls", name, ""), type);
  for (const table of ["frames", "groups", "objects", "args"]) {
    const undocumented = catalog.table(table, null)!.columns.filter(({ doc }) => doc === "").map(({ name }) =>
      name
    );
    assertEquals(undocumented, [], table);
  }
});
