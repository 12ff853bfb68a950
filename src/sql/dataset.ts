/**
 * A dataset as queries see it: its folders are the traces, its files the tables, and their footers say which columns
 * there are.
 * @module
 */

import { agreedArgumentType, type ArgumentTypes } from "../engine/dataset/argument_types.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import type { CatalogTable } from "../query/analysis/catalog.ts";
import type { FileSchema } from "./parquet_schema.ts";
import type { SqlDataset } from "./translation.ts";

/** Where the files of a dataset are. */
interface DatasetFiles {
  /** The folder as engines read it. */
  readonly folder: string;
  /** Names of the traces, in their order, with the tables that each has. */
  readonly traces: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the footer of a file says; null where a trace has no such table. Throws `InputError` for a damaged one. */
  schema(trace: string, table: string): FileSchema | null;
  /** Arguments of calls with their types; undefined for a trace without calls. Throws `InputError` for damaged ones. */
  arguments(trace: string): Readonly<Record<string, ArgumentTypes>> | undefined;
}

/** Tables that a bare filter may ask, the first that is there. */
const MAIN_TABLES = ["events", "profile", "calls", "entries", "lines"];

/** The catalog of a dataset, and what translations ask of it. */
export class Dataset extends SchemaCatalog implements SqlDataset {
  readonly folder: string;
  readonly #files: DatasetFiles;
  readonly #known = new Map<string, CatalogTable | undefined>();
  readonly #schemas = new Map<string, FileSchema | null>();
  readonly #arguments = new Map<string, Readonly<Record<string, ArgumentTypes>> | undefined>();

  /** Nothing but the list of files is read before it is asked for. */
  constructor(files: DatasetFiles) {
    super();
    this.folder = files.folder;
    this.#files = files;
  }

  /** Reads the footers of all files, and the records, so that none is found damaged later. Throws `InputError`. */
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

  /** What becomes columns of a pivot has to be written. */
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
