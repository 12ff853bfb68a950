/** Values of long tables are counted when there is time; all other requests go to the catalog itself. */
import { assertEquals } from "@std/assert";
import { diagnose } from "../../src/assist/diagnose.ts";
import { deferringCatalog } from "../../src/assist/deferring_catalog.ts";
import { SchemaCatalog } from "../../src/engine/schema_catalog.ts";
import type { Catalog } from "../../src/query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";

/** A catalog of a table with this many rows, and the columns that it was asked to count. */
function counting(rows: number): { readonly catalog: Catalog; readonly counted: string[] } {
  const counted: string[] = [];
  const catalog: Catalog = Object.create(CATALOGS.mtrc!, {
    rowCount: { value: () => rows },
    distinct: {
      value: (table: string, column: string) => {
        counted.push(`${table}.${column}`);
        return [{ value: "x", count: 1 }];
      },
    },
  });
  return { catalog, counted };
}

Deno.test("values of small tables are counted immediately", () => {
  const { catalog, counted } = counting(100_000);
  const deferring = deferringCatalog(catalog);
  assertEquals(deferring.distinct("events", "func", 9), [{ value: "x", count: 1 }]);
  assertEquals([deferring.hasRequests, deferring.countNext(), counted], [false, null, ["events.func"]]);
});

Deno.test("values of long tables are requested, and known once they are counted", () => {
  const { catalog, counted } = counting(100_001);
  const deferring = deferringCatalog(catalog);
  for (const column of ["func", "file", "func"]) {
    assertEquals(deferring.distinct("events", column, 9), undefined);
  }
  assertEquals([deferring.hasRequests, counted], [true, []]);
  assertEquals(deferring.countNext(), { table: "events", column: "func", trace: null });
  assertEquals(deferring.distinct("events", "func", 9), [{ value: "x", count: 1 }]);
  assertEquals(deferring.distinct("events", "file", 9), undefined);
  assertEquals(deferring.countNext()?.column, "file");
  assertEquals([deferring.hasRequests, deferring.countNext()], [false, null]);
});

Deno.test("deferringCatalog() returns the same view each time, also for the view itself", () => {
  const { catalog } = counting(1);
  const deferring = deferringCatalog(catalog);
  assertEquals(deferringCatalog(catalog) === deferring, true);
  assertEquals(deferringCatalog(deferring) === deferring, true);
  assertEquals(deferring.tableNames, catalog.tableNames);
  assertEquals(deferring.table("events", null), catalog.table("events", null));
});

Deno.test("a pivot over values that are not counted yet is not an error, and gets its columns later", () => {
  const { catalog } = counting(100_001);
  const codes = (text: string): string[] =>
    diagnose(text, catalog, EMPTY_ENVIRONMENT).map(({ code }) => code);
  assertEquals(codes("events | by thread pivot func: n = count() | where nothing > 1"), []);
  assertEquals(deferringCatalog(catalog).countNext()?.column, "func");
  assertEquals(codes("events | by thread pivot func: n = count() | where nothing > 2"), ["Q203"]);
  assertEquals(codes("events | by thread pivot func: n = count() | where x > 3"), []);
});

Deno.test("a pivot without open traces is not an error: its values become known later", () => {
  const found = diagnose(
    "events | by thread pivot func: n = count()",
    new SchemaCatalog(),
    EMPTY_ENVIRONMENT,
  );
  assertEquals(found, []);
});
