/**
 * Derived tables: each is a query over one trace, run on first use.
 * @module
 */

import type { OpenTrace } from "./open_trace.ts";

/** A table that a query defines. */
interface DerivedTable {
  readonly name: string;
  /** Describes a row of the table. */
  readonly doc: string;
  /** A column of `events` that must contain values for the table to exist. */
  readonly column: string;
  /** The query, run over one trace. */
  readonly query: string;
  /** Descriptions of the columns, by name. */
  readonly docs: Readonly<Record<string, string>>;
}

const COUNTS = "count = count(), bytes = sum(size)";

/** A table `NAME` that groups `events` by `column`. */
function perValue(name: string, column: string, what: string): DerivedTable {
  return {
    name,
    column,
    doc: `one row per ${what}, with counts and bytes`,
    query: `events | where ${column} is not null | by ${column}: ${COUNTS} | sort bytes desc, count desc`,
    docs: { [column]: what, count: "records", bytes: "sum of their sizes; null beyond 64 bits" },
  };
}

/** The derived tables. */
export const DERIVED_TABLES: readonly DerivedTable[] = [
  perValue("threads", "thread", "thread"),
  perValue("files", "file", "source file"),
  perValue("functions", "func", "function"),
  perValue("modules", "module", "library or program"),
  perValue("types", "type", "resource type"),
  perValue("contexts", "context", "context mask"),
];

/**
 * The derived table of this name, if the trace can have it; tables that a format fills itself take
 * precedence.
 */
export function derivedTable(open: OpenTrace, name: string): DerivedTable | undefined {
  if (open.trace.tables.has(name) || open.trace.makers.has(name)) return undefined;
  if (!open.trace.tables.has("events")) return undefined;
  return DERIVED_TABLES.find((each) => each.name === name);
}

/** Whether a trace gets a table of this name only when a query needs it. */
export function isOnDemand(open: OpenTrace, name: string): boolean {
  return open.trace.makers.has(name) || derivedTable(open, name) !== undefined;
}
