/**
 * Queries that Quarry itself runs on one trace of a session.
 * @module
 */

import type { ResultTable, ResultValue } from "../base/result_table.ts";
import { queryForRows, quoteTraceName } from "./ask_rows.ts";
import type { OpenTrace } from "./open_trace.ts";
import { stackWeights } from "./profile_of.ts";
import type { Session } from "./session.ts";
import type { StackWeight } from "./weights.ts";

/** Minimum number of slices for a chart as wide as a page. */
const SLICES = 240n;

/** A row, by column. */
export type NamedRow = Readonly<Record<string, ResultValue>>;

/** Runs queries on one trace of a session. */
export class TraceQueries {
  readonly open: OpenTrace;
  /** The suffix that restricts a table to this trace; empty if it is the only one. */
  readonly of: string;
  readonly session: Session;
  readonly #signal: AbortSignal | undefined;

  /** Prepares queries on one trace. */
  constructor(session: Session, open: OpenTrace, signal?: AbortSignal) {
    this.session = session;
    this.open = open;
    this.of = session.traces.length > 1 ? ` of ${quoteTraceName(open.name)}` : "";
    this.#signal = signal;
  }

  /** Returns whether the trace has the table and, if a column is given, that column. */
  has(table: string, column?: string): boolean {
    const found = this.session.catalog.table(table, this.open.name);
    return found !== undefined && (column === undefined || found.columns.some(({ name }) => name === column));
  }

  /** Whether all values of a column are guessed by the reader. */
  guesses(table: string, column: string): boolean {
    const columns = this.session.catalog.table(table, this.open.name)?.columns ?? [];
    return columns.some(({ name, guessed }) => name === column && guessed?.amongLive === false);
  }

  /** Names of the columns of a table, in order. */
  columns(table: string): string[] {
    return this.session.catalog.table(table, this.open.name)?.columns.map(({ name }) => name) ?? [];
  }

  /** Returns the columns among `names` that the table has and that contain values. */
  filled(table: string, names: readonly string[]): string[] {
    const columns = this.session.catalog.table(table, this.open.name)?.columns ?? [];
    return names.filter((name) => columns.some((column) => column.name === name && !column.allNull));
  }

  /** The weights of its profile, the default first; empty if it has none. */
  get stackWeights(): readonly StackWeight[] {
    return stackWeights(this.open.trace, (column) => this.filled("profile", ["stack", column]).length === 2);
  }

  /** Returns the first row of a query; null if it has no rows. */
  async firstRow(query: string): Promise<ResultValue[] | null> {
    return await this.ask(
      query,
      (table) => table.rowCount === 0 ? null : table.columns.map((_, column) => table.value(0, column)),
    );
  }

  /** The first rows of a query, as objects by column. */
  async rows(query: string, most: number): Promise<NamedRow[]> {
    return await this.ask(query, (table) => namedRows(table, most));
  }

  /**
   * Returns a round width of slices over the values of a column that gives at least `slices` slices, if the
   * range allows it.
   */
  async sliceWidth(table: string, column: string, slices = SLICES): Promise<bigint> {
    const row = await this.firstRow(`${table}${this.of} | summarize min(${column}), max(${column})`);
    const [least, most] = (row ?? []).map((value) => typeof value === "bigint" ? value : 0n);
    return roundStep(((most ?? 0n) - (least ?? 0n)) / slices);
  }

  /** Runs a query; its rows are valid until `read` has ended. Throws `QueryError`. */
  async ask<Result>(query: string, read: (table: ResultTable) => Result | Promise<Result>): Promise<Result> {
    return await queryForRows(this.session, query, read, this.#signal);
  }
}

/** The first rows of a table, as objects by column. */
function namedRows(table: ResultTable, most: number): NamedRow[] {
  return Array.from(
    { length: Math.min(most, table.rowCount) },
    (_, row) => Object.fromEntries(table.columns.map(({ name }, column) => [name, table.value(row, column)])),
  );
}

/** Returns the largest of 1, 2, 5, 10, 20, 50 ... that is not above `wanted`, but at least 1. */
function roundStep(wanted: bigint): bigint {
  let step = 1n;
  while (step * 10n <= wanted) step *= 10n;
  for (const factor of [5n, 2n]) if (step * factor <= wanted) return step * factor;
  return step;
}
