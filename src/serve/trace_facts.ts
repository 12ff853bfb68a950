/**
 * Describes the open traces for a page before its first queries.
 * @module
 */

import { TraceQueries } from "../engine/trace_queries.ts";
import { quoteTraceName } from "../engine/ask_rows.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import { suggestedQueries } from "../engine/suggested_queries.ts";
import { formatNamed } from "../formats/registry.ts";
import type { WireTable, WireTrace, WireTraces } from "./api_types.ts";
import { wireColumn } from "./wire_cells.ts";

/** Describes the open traces, their tables and columns. */
export function traceFacts(session: Session): WireTraces {
  const questions = new Map<string, string>();
  for (const open of session.traces) {
    for (const { query, answers } of suggestedQueries(session, open)) questions.set(query, answers);
  }
  return {
    traces: session.traces.map((open) => factsOf(session, open)),
    questions: [...questions].map(([query, answers]) => ({ query, answers })),
  };
}

function factsOf(session: Session, open: OpenTrace): WireTrace {
  const { name, path, trace, bytes } = open;
  const { catalog } = session;
  const format = formatNamed(trace.header.format);
  // Events are numbered from 1 without gaps, so the largest number is their count.
  const events = trace.tables.get("events")?.rowCount ?? 0;
  const tables: WireTable[] = [];
  for (const table of catalog.tableNames) {
    const found = catalog.table(table, name);
    if (found === undefined) continue;
    tables.push({
      name: table,
      doc: found.doc,
      rows: catalog.rowCount?.(table, name) ?? null,
      columns: found.columns.map((column) => ({
        ...wireColumn(column),
        doc: column.doc,
        // The column comes from `events`, where records of other kinds may have values.
        isEmpty: column.allNull === true ||
          (column.name.startsWith("free.") && format?.absent[column.name] !== undefined),
      })),
    });
  }
  return {
    name,
    of: session.traces.length > 1 ? ` of ${quoteTraceName(name)}` : "",
    path,
    format: trace.header.format,
    version: String(trace.header.version),
    bytes,
    problems: [...trace.problemCounts.values()].reduce((sum, count) => sum + count, 0),
    record: format?.record ?? "record",
    tables,
    weights: new TraceQueries(session, open).stackWeights,
    events,
    ...(format?.guessed ? { guessed: format.guessed.why } : {}),
  };
}
