/**
 * A catalog without traces: every documented table, so that a script can be checked before there is data.
 * @module
 */

import { COVERAGE_FUNCTIONS_DOC } from "../tables/derived/coverage_docs.ts";
import { CALL_FAMILIES, LAZY_CALL_COLUMNS } from "../tables/call_docs.ts";
import { ALL_TABLE_DOCS } from "../tables/table_docs.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  type CodeRange,
  DEFAULT_SIZE_CLASSES,
} from "../query/analysis/catalog.ts";
import { STACKS_COLUMNS, TRACES_COLUMNS } from "./built_in_tables.ts";
import { RUNS_COLUMNS, RUNS_DOC } from "./coverage/runs_table.ts";
import { DERIVED_TABLES } from "./derived_tables.ts";
import { planColumn } from "./session_catalog.ts";

/** Columns of entries that events have too. */
const EVENT_ONLY = new Set(["pc", "outcome", "taken", "fallthrough", "fault", "dropped"]);
const LAZY_NAMES = LAZY_CALL_COLUMNS.map(({ name }) => name);
const ANY_CODE: CodeRange = { low: 0n, high: 1n };

/** What is known of tables when none is open. */
export class SchemaCatalog implements Catalog {
  readonly mainTable = "events";
  readonly traceNames: readonly string[] = [];
  readonly sizeClasses = DEFAULT_SIZE_CLASSES;
  readonly #tables = new Map<string, CatalogTable>();

  /** Reads the documented tables. */
  constructor() {
    for (const { name, doc, columns } of ALL_TABLE_DOCS) this.#add(name, doc, columns);
    this.#add("runs", RUNS_DOC, RUNS_COLUMNS);
    // Coverage traces show columns of their distinct entries in events.
    this.#widen("events", this.#tables.get("entries")!.columns.filter(({ name }) => EVENT_ONLY.has(name)));
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
    // Of a program there is more to say than of functions in backtraces.
    const { columns } = COVERAGE_FUNCTIONS_DOC;
    this.#widen("functions", columns.map((each) => ({ ...planColumn(each), doc: each.doc })));
  }

  /** Any list may be there when the script runs. */
  readList(): string {
    return "";
  }

  /** Any name may be one. */
  symbolRange(): CodeRange {
    return ANY_CODE;
  }

  /** Any name may be one. */
  sectionRange(): CodeRange {
    return ANY_CODE;
  }

  get tableNames(): readonly string[] {
    return [...this.#tables.keys()];
  }

  table(name: string, _trace: string | null): CatalogTable | undefined {
    return this.#tables.get(name);
  }

  familyType(_table: string, family: string): ColumnType | undefined {
    return CALL_FAMILIES[family] ?? LAZY_CALL_COLUMNS.find(({ name }) => name === family)?.type;
  }

  distinct(): undefined {
    return undefined;
  }

  minMax(): undefined {
    return undefined;
  }

  /** Columns that a table has in some traces. */
  #widen(name: string, columns: readonly CatalogColumn[]): void {
    const table = this.#tables.get(name)!;
    const known = new Set(table.columns.map((each) => each.name));
    const more = columns.filter((each) => !known.has(each.name));
    this.#tables.set(name, { ...table, columns: [...table.columns, ...more] });
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
      ...(name === "calls"
        ? { families: [...Object.keys(CALL_FAMILIES), ...LAZY_NAMES], lazyColumns: LAZY_NAMES }
        : { families: [] }),
    });
  }
}
