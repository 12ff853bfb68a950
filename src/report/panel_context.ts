/**
 * What panels need to know of a trace to ask the right questions.
 * @module
 */

import type { ResultValue } from "../base/result_table.ts";
import { askRows, spellTrace } from "../engine/ask_rows.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";

/** Slices that a chart over time has at least, where there is as much to show. */
const SLICES = 240n;

/** One trace of a session, as panels see it. */
export class PanelContext {
  readonly open: OpenTrace;
  /** What stands behind a table to mean this trace alone: empty where it is the only one. */
  readonly of: string;
  readonly #session: Session;

  /** Asks about one trace. */
  constructor(session: Session, open: OpenTrace) {
    this.#session = session;
    this.open = open;
    this.of = session.traces.length > 1 ? ` of ${spellTrace(open.name)}` : "";
  }

  /** True when it is one of several runs of coverage, whose sources are shown together. */
  get isInCampaign(): boolean {
    const { traces, catalog } = this.#session;
    return this.has("lines") &&
      traces.filter(({ name }) => catalog.table("lines", name) !== undefined).length > 1;
  }

  /** True when the trace has the table, and in it the column. */
  has(table: string, column?: string): boolean {
    const found = this.#session.catalog.table(table, this.open.name);
    return found !== undefined && (column === undefined || found.columns.some(({ name }) => name === column));
  }

  /** Names of the columns of a table, in its order. */
  columns(table: string): string[] {
    return this.#session.catalog.table(table, this.open.name)?.columns.map(({ name }) => name) ?? [];
  }

  /** Those of the columns that the table has and that are not empty. */
  filled(table: string, names: readonly string[]): string[] {
    const columns = this.#session.catalog.table(table, this.open.name)?.columns ?? [];
    return names.filter((name) => columns.some((column) => column.name === name && !column.allNull));
  }

  /** The first row of a query; null where it has none. */
  async firstRow(query: string): Promise<ResultValue[] | null> {
    return await askRows(
      this.#session,
      query,
      (table) => table.rowCount === 0 ? null : table.columns.map((_, column) => table.value(0, column)),
    );
  }

  /** A round width of slices over the values of a column, for about as many slices as a chart has room for. */
  async sliceWidth(table: string, column: string): Promise<bigint> {
    const row = await this.firstRow(`${table}${this.of} | summarize min(${column}), max(${column})`);
    const [least, most] = (row ?? []).map((value) => typeof value === "bigint" ? value : 0n);
    return roundStep(((most ?? 0n) - (least ?? 0n)) / SLICES);
  }
}

/** The largest of 1, 2, 5, 10, 20, 50 ... that is not above `wanted`, at least 1. */
function roundStep(wanted: bigint): bigint {
  let step = 1n;
  while (step * 10n <= wanted) step *= 10n;
  for (const factor of [5n, 2n]) if (step * factor <= wanted) return step * factor;
  return step;
}
