/**
 * The schema of open traces: tables and their columns.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import type { ResultType } from "../base/result_table.ts";
import type { Catalog } from "../query/analysis/catalog.ts";

/**
 * A column of a table.
 *
 * ```ts
 * import { type ColumnInfo, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const columns: readonly ColumnInfo[] = quarry.schema("allocs").columns;
 * console.log(columns.map(({ name, type, doc }) => `${name} (${type}): ${doc}`));
 * ```
 */
export interface ColumnInfo {
  /** Name, as in queries. */
  readonly name: string;
  /** Type of the values. */
  readonly type: ResultType;
  /** Meaning of the column. */
  readonly doc: string;
}

/**
 * A table of the open traces.
 *
 * ```ts
 * import { Quarry, type TableInfo } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const tables: readonly TableInfo[] = quarry.tables();
 * console.log(tables.map(({ name, rowCount = "?" }) => `${name}: ${rowCount} rows`));
 * ```
 */
export interface TableInfo {
  /** Name, as in queries. */
  readonly name: string;
  /** Meaning of a row. */
  readonly doc: string;
  /** Number of rows, if known without computing the table. */
  readonly rowCount: number | undefined;
  /** The columns, in the order in which they are shown. */
  readonly columns: readonly ColumnInfo[];
  /** Column families, which take an argument: with the family `arg`, `arg("target")` is a column. */
  readonly families: readonly string[];
}

/** Descriptions of all tables, over all traces. */
export function tableInfos(catalog: Catalog): TableInfo[] {
  return catalog.tableNames.map((name) => tableInfo(catalog, name));
}

/** Describes one table, of all traces or of one. Throws `UsageError` if there is no such table. */
export function tableInfo(catalog: Catalog, name: string, trace: string | null = null): TableInfo {
  if (trace !== null && !catalog.traceNames.includes(trace)) {
    throw unknown("trace", trace, catalog.traceNames, undefined);
  }
  const table = catalog.table(name, trace);
  if (!table) throw unknown("table", name, catalog.tableNames, catalog.missingTable?.(name));
  const { doc, columns, families } = table;
  return {
    name,
    doc,
    rowCount: catalog.rowCount?.(name, trace),
    columns: columns.map(({ name, type, doc }) => ({ name, type, doc })),
    families,
  };
}

function unknown(
  what: string,
  name: string,
  names: readonly string[],
  lacks: string | undefined,
): UsageError {
  const near = didYouMean(name, names);
  const hint = lacks ?? (near ? `did you mean ${near}?` : `there is ${names.join(", ") || "none"}`);
  return new UsageError(`Unknown ${what} "${name}": ${hint}`, `unknown-${what}`);
}
