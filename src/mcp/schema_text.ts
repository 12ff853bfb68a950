/**
 * Describes the tables and columns that queries can use.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { UsageError } from "../base/errors.ts";
import type { Session } from "../engine/session.ts";
import type { Catalog, CatalogTable } from "../query/analysis/catalog.ts";
import { visible } from "../render/visible.ts";
import { SchemaCatalog } from "../engine/schema_catalog.ts";

/** A table in a list of tables. */
interface ListedTable {
  readonly name: string;
  /** Number of rows, if known. */
  readonly rows?: number;
  /** Describes a row of the table. */
  readonly about: string;
}

/** Returns the tables of one trace, or of all open traces if `trace` is null. */
export function tableList(session: Session, trace: string | null): ListedTable[] {
  const catalog = knownTables(session);
  return catalog.tableNames.flatMap((name) => {
    const table = catalog.table(name, trace);
    if (!table) return [];
    const rows = catalog.rowCount?.(name, trace);
    return [{ name, ...(rows === undefined ? {} : { rows }), about: table.doc }];
  });
}

/** Describes each table: its number of rows, and what a row represents. */
export function tablesText(session: Session, tables: readonly ListedTable[]): string {
  const lines = tables.map(({ name, rows, about }) =>
    `${name}${rows === undefined ? "" : ` (${rows} rows)`}: ${about}`
  );
  return `A filter without a table is about ${knownTables(session).mainTable}.\n${lines.join("\n")}\n` +
    "Sources such as leaks and live @ peak are not tables: help with the topic sources lists them.\n";
}

/** Describes the columns of a table. Throws `UsageError`. */
export function tableText(session: Session, name: string, trace: string | null): string {
  const catalog = knownTables(session);
  const table = catalog.table(name, trace);
  if (table) return describeTable(table);
  const missing = catalog.missingTable?.(name);
  const near = didYouMean(name, catalog.tableNames);
  const others = near === undefined
    ? `there are ${catalog.tableNames.join(", ")}`
    : `did you mean "${near}"?`;
  throw new UsageError(`No table "${name}": ${missing ?? others}`);
}

/** Describes all tables with their columns. */
export function schemaText(session: Session, trace: string | null): string {
  const catalog = knownTables(session);
  return catalog.tableNames.flatMap((name) => {
    const table = catalog.table(name, trace);
    return table ? [describeTable(table)] : [];
  }).join("\n");
}

function describeTable({ name, doc, columns, families, lazyColumns = [] }: CatalogTable): string {
  const lines = columns.filter(({ allNull }) => !allNull).map((column) =>
    `  ${visible(column.name)}: ${column.type}, ${column.doc}`
  );
  const empty = columns.filter(({ allNull }) => allNull).map((column) => visible(column.name));
  if (empty.length > 0) lines.push(`  without any value here: ${empty.join(", ")}`);
  for (const column of lazyColumns) {
    lines.push(`  ${visible(column.name)}: computed on demand, ${column.doc}`);
  }
  const byArgument = families.filter((family) => !lazyColumns.some((each) => each.name === family));
  if (byArgument.length > 0) {
    lines.push(`  columns by argument: ${byArgument.map((each) => `${each}("...")`).join(", ")}`);
  }
  return `${name}: ${doc}\n${lines.join("\n")}\n`;
}

/** The catalog of the open traces, or of all formats if none is open. */
export function knownTables(session: Session): Catalog {
  return session.traces.length > 0 ? session.catalog : new SchemaCatalog();
}
