/** Every format has the tables and columns that the schema declares, and no others. */
import { assert, assertEquals } from "@std/assert";
import type { Catalog, CatalogColumn } from "../../src/query/analysis/catalog.ts";
import { DERIVED_TABLES } from "../../src/engine/derived_tables.ts";
import { SchemaCatalog } from "../../src/engine/schema_catalog.ts";
import { formats } from "../../src/formats/registry.ts";
import { TABLE_DOCS } from "../../src/tables/schema.ts";
import { ask, openSamples } from "./opened.ts";
import { someSamples } from "./samples.ts";
import { later, seeds, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";

/** Tables that every trace has, and those derived from columns. */
const COMMON = new Set(["tags", "problems", "traces", ...DERIVED_TABLES.map(({ name }) => name)]);

/** This many samples include every table and column. */
const FEWEST = 14;

const schema = new SchemaCatalog();

/** A column as the schema shows it. */
function shape({ name, type, display }: CatalogColumn): string {
  return `${name} ${type} ${display}`;
}

function shapes(catalog: Catalog, table: string): string[] {
  return catalog.table(table, null)?.columns.map(shape) ?? [];
}

/** A table of a sample: the columns in the catalog, and those that a query gives. */
interface Seen {
  readonly path: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly answered: readonly string[];
}

const lookedAt = new Map<string, Promise<Seen[]>>();

/** The tables of some samples of a format; computed once. */
function tablesOf(format: string): Promise<Seen[]> {
  if (!lookedAt.has(format)) lookedAt.set(format, look(format));
  return lookedAt.get(format)!;
}

async function look(format: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  // At low effort a table is queried in the first sample with these columns.
  const known = new Map<string, string[]>();
  for (const sample of someSamples(format, Math.max(FEWEST, seeds(34)), 60_000)) {
    const session = await openSamples({ t: sample });
    for (const table of session.catalog.tableNames) {
      const columns = shapes(session.catalog, table);
      let answered = later === null ? undefined : known.get(`${table}: ${columns}`);
      if (answered === undefined) {
        const [answer] = await ask(session, `${table} | take 1`);
        answered = answer!.columns.map(({ name, type }) => `${name} ${type}`);
        known.set(`${table}: ${columns}`, answered);
      }
      seen.push({ path: sample.path, table, columns, answered });
    }
  }
  return seen;
}

function nameOf(column: string): string {
  return column.slice(0, column.indexOf(" "));
}

/** The column of a weight that the file names itself; weights in nanoseconds are durations. */
const WEIGHT = /^\w+ i64 (plain|duration)$/;

for (const { entry: { name: format, tables, tableDocs, profileOf }, left } of turnsOf(formats, 2)) {
  Deno.test(
    unless([left], `conformance of ${format}: it has the declared tables, and no others`),
    async () => {
      const seen = await tablesOf(format);
      for (const { path, table } of seen) {
        const promised = tables.includes(table) || COMMON.has(table);
        assert(promised, `${path} has the table ${table}, which nobody promises`);
      }
      for (const table of tables) {
        assert(seen.some((each) => each.table === table), `no sample has the promised table ${table}`);
      }
    },
  );

  Deno.test(`conformance of ${format}: columns are those of the schema, with their types`, async () => {
    for (const { path, table, columns, answered } of await tablesOf(format)) {
      const promised = shapes(schema, table);
      const label = `${table} of ${path}`;
      assert(columns.length > 0, label);
      // Several formats may show a column of one name in their own way.
      const own = tableDocs?.find((each) => each.name === table)?.columns.map(({ name, type, display }) =>
        `${name} ${type} ${display}`
      );
      const isNamed = (column: string): boolean =>
        own?.includes(column) || profileOf !== undefined && table === "profile" && WEIGHT.test(column);
      assertEquals(columns.filter((column) => !promised.includes(column) && !isNamed(column)), [], label);
      const names = new Set(columns.map(nameOf));
      const fixed = TABLE_DOCS.find((each) => each.name === table)?.columns ?? [];
      assertEquals(fixed.filter((column) => !names.has(column.name)), [], label);
      // A query gives the same columns in the same order.
      assertEquals(answered, columns.map((column) => column.slice(0, column.lastIndexOf(" "))), label);
    }
  });
}

Deno.test("conformance: every table and column of the schema has a format that shows it", async () => {
  const shown = new Map<string, Set<string>>();
  for (const { name: format } of formats) {
    for (const { table, columns } of await tablesOf(format)) {
      const all = shown.get(table) ?? new Set();
      for (const column of columns) all.add(nameOf(column));
      shown.set(table, all);
    }
  }
  for (const table of schema.tableNames) {
    const columns = schema.table(table, null)!.columns.map(({ name }) => name);
    assertEquals(columns.filter((name) => !shown.get(table)?.has(name)), [], table);
    const owned = COMMON.has(table) || formats.some(({ tables }) => tables.includes(table));
    assert(owned, `${table} is of no format`);
  }
});
