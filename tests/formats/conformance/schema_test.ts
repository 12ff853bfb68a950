/** What the schema promises of a format is there, as promised, and nothing else is. */
import { assert, assertEquals } from "@std/assert";
import type { Catalog, CatalogColumn } from "../../../src/query/analysis/catalog.ts";
import { DERIVED_TABLES } from "../../../src/engine/derived_tables.ts";
import { SchemaCatalog } from "../../../src/engine/schema_catalog.ts";
import type { Session } from "../../../src/engine/session.ts";
import { formats } from "../../../src/formats/registry.ts";
import { TABLE_DOCS } from "../../../src/tables/schema.ts";
import { ask, openSamples } from "./opened.ts";
import { someSamples } from "./samples.ts";

/** Tables that every trace has, and those that follow from columns. */
const COMMON = new Set(["tags", "problems", "traces", ...DERIVED_TABLES.map(({ name }) => name)]);
/** Tables with the same columns in every trace; others show what their format has. */
const FIXED = new Set(TABLE_DOCS.map(({ name }) => name));

const schema = new SchemaCatalog();

/** Sessions over samples of a format, from small to large. */
async function* sessions(format: string): AsyncGenerator<readonly [path: string, session: Session]> {
  for (const sample of someSamples(format, 40, 100_000)) {
    yield [sample.path, await openSamples({ t: sample })];
  }
}

/** A column as people see it in the schema. */
function shape({ name, type, display }: CatalogColumn): string {
  return `${name} ${type} ${display}`;
}

function shapes(catalog: Catalog, table: string): string[] {
  return catalog.table(table, null)?.columns.map(shape) ?? [];
}

for (const { name: format, tables } of formats) {
  Deno.test(`conformance of ${format}: the tables it promises are there, and no others`, async () => {
    const found = new Set<string>();
    for await (const [path, session] of sessions(format)) {
      for (const table of session.catalog.tableNames) {
        assert(
          tables.includes(table) || COMMON.has(table),
          `${path} has the table ${table}, which nobody promises`,
        );
        found.add(table);
      }
    }
    for (const table of tables) assert(found.has(table), `no sample has the promised table ${table}`);
  });

  Deno.test(`conformance of ${format}: columns are those of the schema, with their types`, async () => {
    for await (const [path, session] of sessions(format)) {
      for (const table of session.catalog.tableNames) {
        const promised = shapes(schema, table);
        const here = shapes(session.catalog, table);
        const label = `${table} of ${path}`;
        assert(here.length > 0, label);
        assertEquals(here.filter((column) => !promised.includes(column)), [], label);
        const fixed = TABLE_DOCS.find((each) => each.name === table)?.columns ?? [];
        const names = new Set(session.catalog.table(table, null)!.columns.map((each) => each.name));
        assertEquals(fixed.filter((column) => !names.has(column.name)), [], label);
        // What a query gives has the same columns in the same order.
        const [answer] = await ask(session, `${table} | take 1`);
        assertEquals(
          answer!.columns.map((column) => `${column.name} ${column.type}`),
          session.catalog.table(table, null)!.columns.map(({ name, type }) => `${name} ${type}`),
          label,
        );
      }
    }
  });
}

Deno.test("conformance: every column of the schema has a format that shows it", async () => {
  const shown = new Map<string, Set<string>>();
  const promised = new Map<string, Set<string>>();
  for (const { name: format, tables } of formats) {
    for (const table of tables) promised.set(table, (promised.get(table) ?? new Set()).add(format));
    for await (const [, session] of sessions(format)) {
      for (const table of session.catalog.tableNames) {
        const columns = shown.get(table) ?? new Set();
        for (const column of session.catalog.table(table, null)!.columns) columns.add(column.name);
        shown.set(table, columns);
      }
    }
  }
  for (const table of schema.tableNames) {
    const columns = schema.table(table, null)!.columns.map(({ name }) => name);
    assertEquals(columns.filter((name) => !shown.get(table)?.has(name)), [], table);
    assert(FIXED.has(table) || COMMON.has(table) || promised.has(table), `${table} is of no format`);
  }
});
