/**
 * All tables of a trace, as rows of Parquet files. The catalog determines which tables exist; they have the
 * same columns as in queries except `trace`, which is in the folder name.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { queryForRows, quoteTraceName } from "../ask_rows.ts";
import type { OpenTrace } from "../open_trace.ts";
import { type BatchRows, columnBatches, rowBatches } from "../row_batches.ts";
import type { Session } from "../session.ts";
import { EXTENSIONS } from "../../language/registry.ts";
import type { CatalogTable } from "../../query/analysis/catalog.ts";
import { ConstantColumn } from "../../tables/column.ts";
import type { Table } from "../../tables/table.ts";
import { hasSizes, sizeBatches, SIZES_COLUMNS } from "./sizes.ts";
import { FRAME_COLUMNS, frameBatches, STACK_COLUMNS, stackBatches } from "./stack_frames.ts";
import { TRACE_ROW_COLUMNS, traceRow, traceRowBatches } from "./trace_row.ts";

/** Columns of `calls` that are computed only on demand. */
export const CALL_TEXTS_TABLE = "call_texts";
const CALL_TEXT_COLUMNS = ["no", "args", "ret", "normal", "redundant"];
/** The column that is stored in the folder name. */
const PARTITION = "trace";

/**
 * Passes the tables of a trace to `write`, one after another: the rows of a table are valid until `write` has
 * ended.
 */
export async function eachTable(
  session: Session,
  open: OpenTrace,
  { fileBytes, write }: {
    readonly fileBytes: number;
    readonly write: (name: string, rows: BatchRows) => Promise<void>;
  },
): Promise<void> {
  const { catalog } = session;
  const { pools } = open.trace;
  const alone = session.traces.length === 1;
  // Look up all names, because they are exported.
  open.trace.later?.finish();
  for (const name of catalog.tableNames) {
    if (name === "traces" || name === "stacks") continue;
    const known = catalog.table(name, open.name);
    if (!known) continue;
    const table = open.trace.tables.get(name) ?? await open.trace.makers.get(name)?.make();
    if (table) await write(name, rowsOfTable(table, known));
    else {
      const query = queryOf(name, alone ? null : open.name);
      await queryForRows(session, query, (rows) => write(name, rowsOfResult(session, rows, known)));
    }
  }
  if (open.trace.families.has("calls.normal")) {
    const query = `${queryOf("calls", alone ? null : open.name)} | select ${CALL_TEXT_COLUMNS.join(", ")}`;
    await queryForRows(session, query, (rows) => write(CALL_TEXTS_TABLE, rowsOfResult(session, rows)));
  }
  if (hasSizes(open.trace)) {
    await write("sizes", { columns: SIZES_COLUMNS, batches: () => sizeBatches(open.trace) });
  }
  if (catalog.table("stacks", open.name)) {
    await write("stacks", { columns: STACK_COLUMNS, batches: () => stackBatches(pools) });
    await write("stack_frames", { columns: FRAME_COLUMNS, batches: () => frameBatches(pools) });
  }
  const row = traceRow(open, catalog, fileBytes);
  await write("traces", { columns: TRACE_ROW_COLUMNS, batches: () => traceRowBatches(open, row) });
}

/** Returns the rows of a stored table. No list of row numbers is created, so any number of rows is cheap. */
function rowsOfTable(table: Table, known: CatalogTable): BatchRows {
  const columns = known.columns.filter(({ name }) => name !== PARTITION);
  const sources = columns.map((info) =>
    table.column(info.name) ?? new ConstantColumn(info, table.pools.arena, null)
  );
  return { columns, batches: () => columnBatches(table.pools, sources, table.rowCount) };
}

/** The rows of a query. */
function rowsOfResult(session: Session, table: ResultTable, known?: CatalogTable): BatchRows {
  const kept = table.columns.flatMap(({ name }, at) => name === PARTITION ? [] : [at]);
  const docs = new Map(known?.columns.map(({ name, doc }) => [name, doc]));
  return {
    columns: kept.map((at) => {
      const column = table.columns[at]!;
      const doc = docs.get(column.name);
      return doc === undefined ? column : { ...column, doc };
    }),
    *batches() {
      for (const batch of rowBatches(session.pools, table)) {
        yield { ...batch, read: (column: number) => batch.read(kept[column]!) };
      }
    },
  };
}

/**
 * Returns the query for a table that is not stored in the trace: it is derived, or covers all traces of a
 * session.
 */
function queryOf(name: string, trace: string | null): string {
  if (trace === null) return name;
  const isOfAll = EXTENSIONS.some(({ tables }) => tables.some((each) => each.name === name));
  return isOfAll
    ? `${name} | where ${PARTITION} == ${quoteTraceName(trace)}`
    : `${name} of ${quoteTraceName(trace)}`;
}
