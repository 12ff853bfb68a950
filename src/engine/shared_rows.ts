/**
 * Rows of a finished query that several may hold: whoever shows them, the names they are kept under, and results that
 * were made from them. The memory goes back when nobody holds them any more.
 * @module
 */

import type { QueryRows } from "../query/run.ts";

/** Counts who holds the rows. */
export class SharedRows {
  /** The rows. */
  readonly rows: QueryRows;
  readonly #sources: readonly SharedRows[];
  #holders = 1;

  /** Held once. Results see the rows of `sources` through their columns, so these stay as long. */
  constructor(rows: QueryRows, sources: readonly SharedRows[] = []) {
    this.rows = rows;
    this.#sources = sources;
    for (const source of sources) source.hold();
  }

  /** One more holds them. */
  hold(): void {
    this.#holders++;
  }

  /** One less holds them. */
  release(): void {
    if (--this.#holders !== 0) return;
    this.rows.release();
    for (const source of this.#sources) source.release();
  }
}
