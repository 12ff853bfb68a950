/**
 * Finds tables that a followed trace does not have yet: some appear only with the first record that belongs to them.
 * @module
 */

import { QueryError } from "../../base/errors.ts";
import { DERIVED_TABLES } from "../../engine/derived_tables.ts";
import type { OpenTrace } from "../../engine/open_trace.ts";
import { formatNamed } from "../../formats/registry.ts";
import { visible } from "../../render/visible.ts";

/** The code of a query that names an unknown table. */
const UNKNOWN_TABLE = "Q201";

/** The tables for which a query failed, if all of them may still appear; otherwise none. */
export function earlyTables(error: unknown, traces: readonly OpenTrace[]): readonly string[] {
  if (!(error instanceof QueryError)) return [];
  const { diagnostics, source } = error;
  const names = diagnostics.map(({ span }) => source.slice(span.start, span.end));
  const isEarly = diagnostics.every(({ code }, at) =>
    code === UNKNOWN_TABLE && traces.some((open) => mayAppear(open, names[at]!))
  );
  return isEarly ? [...new Set(names)] : [];
}

/** Whether a table of this name may still appear in a trace that grows. */
function mayAppear({ trace, waiting = null }: OpenTrace, name: string): boolean {
  const format = formatNamed(trace.header.format);
  if (waiting === null || format === undefined || trace.tables.has(name)) return false;
  if (format.tables.includes(name)) return true;
  const derived = DERIVED_TABLES.find((each) => each.name === name);
  return derived !== undefined && !(derived.column in format.absent);
}

/** Formats the message about a query that waits for tables: `waiting for the first rows of functions`. */
export function earlyText(names: readonly string[]): string {
  return `waiting for the first rows of ${visible(names.join(", "))}`;
}
