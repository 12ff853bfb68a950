/**
 * A catalog without traces. It contains every documented table, so that a script can be checked when there is
 * no data.
 * @module
 */

import type { TableDoc } from "../events/table_doc.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import { formats } from "../formats/registry.ts";
import { EXTENSIONS } from "../language/registry.ts";
import type { NamedCode } from "../query/operators/extension.ts";
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  DEFAULT_SIZE_CLASSES,
} from "../query/analysis/catalog.ts";
import { STACKS_COLUMNS, TRACES_COLUMNS } from "./built_in_tables.ts";
import { DERIVED_TABLES } from "./derived_tables.ts";
import { withDescriptions } from "./session_catalog.ts";
import { ALL_TABLE_DOCS, ownColumns } from "./table_docs.ts";

/** Every table of a trace has this column. */
const TRACE_COLUMN = { name: "trace", type: "text", doc: "name under which the file was opened" } as const;
const ANY_CODE: NamedCode = { low: 0n, high: 1n };

/** The tables that a query may name while no trace is open. */
export class SchemaCatalog implements Catalog {
  readonly #tables = new Map<string, CatalogTable>();
  readonly sizeClasses = DEFAULT_SIZE_CLASSES;

  /** Builds the catalog from the documented tables. */
  constructor() {
    for (const words of ALL_TABLE_DOCS) if (!words.needsProgram) this.#add(words);
    for (const name of this.#tables.keys()) this.#widen(name, withDescriptions([TRACE_COLUMN]));
    for (const { tables } of EXTENSIONS) for (const words of tables) this.#add(words);
    for (const format of formats) {
      for (const table of ["events", "allocs"]) {
        this.#widen(table, withDescriptions(ownColumns(format, table)));
      }
    }
    this.#add({ name: "traces", doc: "one row per open trace", columns: TRACES_COLUMNS });
    this.#add({ name: "stacks", doc: "one row per distinct backtrace", columns: STACKS_COLUMNS });
    const events = this.#tables.get("events")!;
    for (const { name, doc, column } of DERIVED_TABLES) {
      const key = events.columns.find((each) => each.name === column)!;
      this.#add({
        name,
        doc,
        columns: [
          { ...key, doc: key.doc },
          { name: "count", type: "u64", doc: "records" },
          { name: "bytes", type: "u64", doc: "sum of their sizes; null beyond 64 bits" },
          TRACE_COLUMN,
        ],
      });
    }
    // Describe programs rather than functions in backtraces: there is more to say about them.
    for (const { name, columns, needsProgram } of ALL_TABLE_DOCS) {
      if (needsProgram) this.#widen(name, withDescriptions(columns));
    }
  }

  /** The columns of a pivot depend on the trace that will be opened. */
  countsLater(): boolean {
    return true;
  }

  /** Any list may exist when the script runs. */
  readList(): string {
    return "";
  }

  /** Any name may be a symbol. */
  symbolRange(): NamedCode {
    return ANY_CODE;
  }

  /** Any name may be a section. */
  sectionRange(): NamedCode {
    return ANY_CODE;
  }

  get mainTable(): string {
    return "events";
  }

  get traceNames(): readonly string[] {
    return [];
  }

  get tableNames(): readonly string[] {
    return [...this.#tables.keys()];
  }

  table(name: string, _trace: string | null): CatalogTable | undefined {
    return this.#tables.get(name);
  }

  familyType(
    _table: string,
    family: string,
    _argument?: string,
    _trace?: string | null,
  ): ColumnType | null | undefined {
    return ALL_TABLE_DOCS.flatMap(({ families = [], onDemand = [] }) => [...families, ...onDemand])
      .find(({ name }) => name === family)?.type;
  }

  distinct(): undefined {
    return undefined;
  }

  minMax(): undefined {
    return undefined;
  }

  /** Adds columns that a table has only in some traces. */
  #widen(name: string, columns: readonly CatalogColumn[]): void {
    const table = this.#tables.get(name)!;
    const known = new Set(table.columns.map((each) => each.name));
    const more = columns.filter((each) => !known.has(each.name));
    this.#tables.set(name, { ...table, columns: [...table.columns, ...more] });
  }

  #add({ name, doc, columns, families = [], onDemand = [] }: TableDoc): void {
    // Formats may have tables of the same name with different columns.
    if (this.#tables.has(name)) return this.#widen(name, withDescriptions(columns));
    this.#tables.set(name, {
      name,
      doc,
      columns: withDescriptions(columns),
      families: [...families, ...onDemand].map((each) => each.name),
      lazyColumns: onDemand,
    });
  }
}
