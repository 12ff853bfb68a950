/**
 * A catalog without traces: every documented table, so that a script can be checked before there is data.
 * @module
 */

import { TABLE_DOCS } from "../tables/schema.ts";
import { type Catalog, type CatalogTable, DEFAULT_SIZE_CLASSES } from "../query/analysis/catalog.ts";
import { STACKS_COLUMNS, TRACES_COLUMNS } from "./built_in_tables.ts";
import { DERIVED_TABLES } from "./derived_tables.ts";
import { planColumn } from "./session_catalog.ts";

/** What is known of tables when none is open. */
export class SchemaCatalog implements Catalog {
  readonly mainTable = "events";
  readonly traceNames: readonly string[] = [];
  readonly sizeClasses = DEFAULT_SIZE_CLASSES;
  readonly #tables = new Map<string, CatalogTable>();

  /** Reads the documented tables. */
  constructor() {
    for (const { name, doc, columns } of TABLE_DOCS) this.#add(name, doc, columns);
    this.#add("traces", "one row per open trace", TRACES_COLUMNS);
    this.#add("stacks", "one row per distinct backtrace", STACKS_COLUMNS);
    const events = this.#tables.get("events")!;
    for (const { name, doc, column } of DERIVED_TABLES) {
      const key = events.columns.find((each) => each.name === column)!;
      this.#add(name, doc, [
        key,
        { name: "count", type: "u64", doc: "records" },
        { name: "bytes", type: "u64", doc: "sum of their sizes" },
        { name: "trace", type: "text", doc: "name under which the file was opened" },
      ]);
    }
  }

  get tableNames(): readonly string[] {
    return [...this.#tables.keys()];
  }

  table(name: string, _trace: string | null): CatalogTable | undefined {
    return this.#tables.get(name);
  }

  distinct(): undefined {
    return undefined;
  }

  minMax(): undefined {
    return undefined;
  }

  #add(
    name: string,
    doc: string,
    columns: readonly { name: string; type: CatalogTable["columns"][number]["type"]; doc: string }[],
  ): void {
    if (this.#tables.has(name)) return;
    const described = columns.map((each) => ({ ...planColumn(each), doc: each.doc }));
    this.#tables.set(name, {
      name,
      doc,
      columns: described,
      families: name === "calls" ? ["arg", "text"] : [],
    });
  }
}
