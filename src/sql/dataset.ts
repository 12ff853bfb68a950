/**
 * A dataset as a catalog. Its folders are the traces, its files are the tables, and the footers of files give
 * the columns.
 * @module
 */

import { agreedArgumentType, type ArgumentTypes } from "../engine/dataset/argument_types.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import type { CatalogTable } from "../query/analysis/catalog.ts";
import type { FileSchema } from "./parquet_schema.ts";
import type { SqlDataset } from "./translation.ts";

/** The files of a dataset. */
interface DatasetFiles {
  /** Path of the folder, as engines read it. */
  readonly folder: string;
  /** Names of the traces in order, with the tables of each. */
  readonly traces: ReadonlyMap<string, ReadonlySet<string>>;
  /** The footer of a file; null if a trace has no such table. Throws `InputError` for a damaged file. */
  schema(trace: string, table: string): FileSchema | null;
  /**
   * Call arguments with their types; undefined for a trace without calls. Throws `InputError` for damaged
   * data.
   */
  arguments(trace: string): Readonly<Record<string, ArgumentTypes>> | undefined;
}

/** Tables for a filter without a source; the first that exists is used. */
const MAIN_TABLES = ["events", "profile", "calls", "entries", "lines"];

/** The catalog of a dataset, with the information that translations need. */
export class Dataset extends SchemaCatalog implements SqlDataset {
  readonly folder: string;
  readonly #files: DatasetFiles;
  readonly #known = new Map<string, CatalogTable | undefined>();
  readonly #schemas = new Map<string, FileSchema | null>();
  readonly #arguments = new Map<string, Readonly<Record<string, ArgumentTypes>> | undefined>();

  /** Reads only the list of files until more is needed. */
  constructor(files: DatasetFiles) {
    super();
    this.folder = files.folder;
    this.#files = files;
  }

  /** Reads all footers and records, so that damage is not discovered later. Throws `InputError`. */
  readAll(): void {
    for (const [trace, tables] of this.#files.traces) {
      for (const table of tables) this.#schemaOf(trace, table);
    }
    this.#argumentsOf(null);
  }

  override get mainTable(): string {
    const there = new Set(this.tableNames);
    return MAIN_TABLES.find((name) => there.has(name)) ?? this.tableNames[0] ?? "events";
  }

  override get traceNames(): readonly string[] {
    return [...this.#files.traces.keys()];
  }

  override get tableNames(): readonly string[] {
    return [...new Set([...this.#files.traces.values()].flatMap((tables) => [...tables]))].sort();
  }

  /** The columns of a pivot must be listed in the query. */
  override countsLater(): boolean {
    return false;
  }

  traces(table: string): readonly string[] {
    return [...this.#files.traces].flatMap(([name, tables]) => tables.has(table) ? [name] : []);
  }

  columns(table: string, trace: string | null): ReadonlySet<string> | undefined {
    const found = this.table(table, trace);
    return found && new Set(found.columns.map(({ name }) => name));
  }

  override table(name: string, trace: string | null): CatalogTable | undefined {
    const key = `${name}\u0000${trace ?? ""}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#describe(name, trace));
    return this.#known.get(key);
  }

  override familyType(
    table: string,
    family: string,
    argument: string,
    trace: string | null = null,
  ): ColumnType | null | undefined {
    if (argument === "") return super.familyType(table, family);
    const known = this.#argumentsOf(trace);
    return known.length === 0 ? undefined : agreedArgumentType(known, family, argument);
  }

  familyArguments(): readonly string[] | undefined {
    const names = new Set(this.#argumentsOf(null).flatMap((each) => Object.keys(each)));
    return names.size === 0 ? undefined : [...names].sort();
  }

  #argumentsOf(trace: string | null): Readonly<Record<string, ArgumentTypes>>[] {
    return (trace === null ? this.traces("args") : [trace]).flatMap((name) => {
      if (!this.#arguments.has(name)) this.#arguments.set(name, this.#files.arguments(name));
      const known = this.#arguments.get(name);
      return known === undefined ? [] : [known];
    });
  }

  #schemaOf(trace: string, table: string): FileSchema | null {
    const key = `${trace}\u0000${table}`;
    let found = this.#schemas.get(key);
    if (found === undefined) this.#schemas.set(key, found = this.#files.schema(trace, table));
    return found;
  }

  #describe(name: string, trace: string | null): CatalogTable | undefined {
    const words = super.table(name, null);
    const docs = new Map(words?.columns.map((each) => [each.name, each]));
    const columns = new Map<string, CatalogTable["columns"][number]>();
    for (const each of trace === null ? this.traces(name) : [trace]) {
      for (const { name: column, type, display } of this.#schemaOf(each, name)?.columns ?? []) {
        if (columns.has(column)) continue;
        const known = docs.get(column);
        columns.set(column, {
          name: column,
          type,
          display: display ?? (known?.type === type ? known.display : "plain"),
          doc: known?.doc ?? "",
        });
      }
    }
    if (columns.size === 0) return undefined;
    if (name !== "traces" && !columns.has("trace")) {
      columns.set("trace", { name: "trace", type: "text", display: "plain", doc: "the folder of the trace" });
    }
    // Arguments are rows of another table.
    const families = columns.has("no") && this.traces("args").length > 0 ? words?.families ?? [] : [];
    return {
      name,
      doc: words?.doc ?? "",
      columns: [...columns.values()],
      families,
      lazyColumns: families.length > 0 ? words?.lazyColumns ?? [] : [],
    };
  }
}
