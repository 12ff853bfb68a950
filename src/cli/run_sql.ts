/**
 * Implements `quarry sql`.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { QueryError, UsageError } from "../base/errors.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";
import { libraryFiles } from "../ingest/library_files.ts";
import { bindScript, parseScript } from "../language/script.ts";
import { librariesOf, libraryOf } from "../engine/libraries.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT, type Environment } from "../query/analysis/environment.ts";
import type { BoundStatement } from "../query/plan/statement.ts";
import { DIALECTS, translate } from "../sql/translate.ts";
import type { SqlDataset } from "../sql/translation.ts";
import { type Arguments, EXIT } from "./command.ts";
import { openDataset } from "./dataset_folder.ts";
import { engineNamed } from "./engine_options.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { openSession } from "./run_queries.ts";

/** The default folder of the dataset. */
const DEFAULT_FOLDER = "dataset";

/** Prints the SQL of each statement; returns the exit code. */
export async function runSql(host: CliHost, args: Arguments): Promise<number> {
  const asks = (["dialect", "engine"] as const).filter((option) => args.value(option) !== undefined);
  if (asks.length > 1) throw new UsageError("--engine and --dialect of quarry sql are the same: give one");
  const dialect = DIALECTS[asks[0] === undefined ? "duckdb" : engineNamed(args, asks[0])];
  const [source = "", ...files] = args.operands;
  try {
    const { catalog, dataset } = await openCatalog(host, args, files);
    const { statements } = bindSqlScript(source, catalog);
    for (const { sql, statement } of translate(statements, { dialect, dataset, source })) {
      const verdict = statement.kind === "assert" ? "-- an assertion: the rows that it looks at\n" : "";
      await host.stdout.write(`${verdict}${sql};\n`);
    }
    return EXIT.ok;
  } catch (error) {
    return await reportFailure(host, error);
  }
}

/** Tables that exist only in exports, and the table that each is derived from. */
const DERIVED_FROM: Readonly<Record<string, string>> = { stack_frames: "stacks", call_texts: "calls" };

/**
 * Returns the catalog in which names are resolved: that of a dataset, of traces, or of the documented tables.
 */
async function openCatalog(
  host: CliHost,
  args: Arguments,
  files: readonly string[],
): Promise<{ readonly catalog: Catalog; readonly dataset: SqlDataset }> {
  const folder = args.value("dataset");
  if (files.length > 0) {
    const { catalog } = await openSession(host, args, files);
    const has = (table: string): string[] => catalog.traceNames.filter((name) => catalog.table(table, name));
    const dataset: SqlDataset = {
      folder: folder ?? DEFAULT_FOLDER,
      traces: (table) => has(DERIVED_FROM[table] ?? table),
      columns: (table, trace) => {
        const found = catalog.table(table, trace);
        return found && new Set(found.columns.map(({ name }) => name));
      },
      bitNames: (column) => catalog.bitNames?.("events", column),
    };
    return { catalog, dataset };
  }
  // Only engines can read an object store.
  if (folder !== undefined && !folder.includes("://")) {
    const dataset = openDataset(folder);
    return { catalog: dataset, dataset };
  }
  const dataset: SqlDataset = {
    folder: folder ?? DEFAULT_FOLDER,
    traces: () => undefined,
    columns: () => undefined,
  };
  return { catalog: new SchemaCatalog(), dataset };
}

/** Parses and binds a script. Throws `QueryError` with all its errors. */
export function bindSqlScript(
  source: string,
  catalog: Catalog,
  given: Environment = EMPTY_ENVIRONMENT,
  file?: string,
): {
  readonly statements: readonly BoundStatement[];
  readonly environment: Environment;
  /** All diagnostics, none of which is an error. */
  readonly warnings: readonly Diagnostic[];
} {
  const parsed = parseScript(source);
  const files = { ...librariesOf(libraryFiles), library: libraryOf(libraryFiles, file) };
  const { statements, diagnostics, environment } = bindScript(parsed, catalog, { ...given, ...files });
  const all = [...parsed.diagnostics, ...diagnostics].sort((a, b) => a.span.start - b.span.start);
  if (all.some(({ severity }) => severity === "error")) throw new QueryError(all, source);
  return { statements, environment, warnings: all };
}
