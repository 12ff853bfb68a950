/**
 * Values of a dataset, for completion. The engine counts the values of a column when they are first needed;
 * this happens in the background and does not delay the line being typed.
 * @module
 */

import type { ColumnType } from "../events/trace_sink.ts";
import type { ValueCount } from "../query/analysis/catalog.ts";
import { CatalogView } from "../query/analysis/catalog_view.ts";
import type { PlanColumn } from "../query/plan/values.ts";
import type { Dataset } from "../sql/dataset.ts";
import type { Dialect } from "../sql/dialects/dialect.ts";
import type { SqlEngine } from "../sql/engines/engine.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

/** Columns with more distinct values than this get no suggestions. */
const MOST = SHOW_LIMITS.datasetValues.most;
const COUNTED: ReadonlySet<ColumnType> = new Set(["text", "u64"]);

/** A catalog of a dataset that also knows the distinct values of columns. */
export class DatasetValues extends CatalogView {
  readonly #dataset: Dataset;
  readonly #dialect: Dialect;
  readonly #engine: SqlEngine;
  /** Values by column; undefined while they are being counted. */
  readonly #known = new Map<string, readonly ValueCount[] | undefined>();
  #stop = new AbortController();
  #last: Promise<void> = Promise.resolve();

  /** Creates the catalog; counting starts on demand. */
  constructor(dataset: Dataset, dialect: Dialect, engine: SqlEngine) {
    super(dataset);
    this.#dataset = dataset;
    this.#dialect = dialect;
    this.#engine = engine;
  }

  override distinct(
    table: string,
    column: string,
    limit: number,
    trace: string | null = null,
  ): readonly ValueCount[] | undefined {
    if (column === "trace") {
      return this.traceNames.length > limit
        ? undefined
        : this.traceNames.map((value) => ({ value, count: 1 }));
    }
    const key = JSON.stringify([table, column, trace]);
    if (!this.#known.has(key)) this.#count(key, table, column, trace);
    const values = this.#known.get(key);
    return values !== undefined && values.length > 0 && values.length <= limit ? values : undefined;
  }

  override countsLater(table: string, column: string, trace: string | null): boolean {
    const key = JSON.stringify([table, column, trace]);
    return this.#known.has(key) && this.#known.get(key) === undefined;
  }

  /**
   * Cancels the current count and waits until the engine is free; the column is counted again when it is next
   * needed.
   */
  async rest(): Promise<void> {
    this.#stop.abort(new Error("the engine is wanted"));
    await this.#last;
    this.#stop = new AbortController();
  }

  /** Cancels the current count. */
  close(): void {
    this.#stop.abort(new Error("closed"));
  }

  /** Count one column at a time, so that the engine stays available to the user. */
  #count(key: string, table: string, column: string, trace: string | null): void {
    const { type } = this.table(table, trace)?.columns.find(({ name }) => name === column) ?? {};
    const isThere = type !== undefined && COUNTED.has(type);
    this.#known.set(key, isThere ? undefined : []);
    if (!isThere) return;
    const place = this.#dialect.table({ folder: this.#dataset.folder, table, trace });
    const name = this.#dialect.quote(column);
    const columns: PlanColumn[] = [
      { name: "value", type, display: "plain" },
      { name: "n", type: "u64", display: "plain" },
    ];
    const { settings } = this.#dialect;
    const sql = `WITH counted AS (SELECT ${name} AS value, count(*) AS n, -count(*) AS _row ` +
      `FROM ${place.from} WHERE ${name} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST + 1})\n` +
      `SELECT value, n\nFROM counted\nORDER BY _row${settings === "" ? "" : `\n${settings}`}`;
    const { signal } = this.#stop;
    this.#last = this.#last.then(async () => {
      try {
        signal.throwIfAborted();
        const found = await this.#engine.run(sql, columns, { signal });
        const values = Array.from({ length: found.rowCount }, (_, row): ValueCount => ({
          value: found.value(row, 0) as string | bigint,
          count: Number(found.value(row, 1)),
        }));
        this.#known.set(key, values.length > MOST ? [] : values);
      } catch {
        // Suggest no values for a column that the engine cannot count.
        if (signal.aborted) this.#known.delete(key);
        else this.#known.set(key, []);
      }
    });
  }
}
