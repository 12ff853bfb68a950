/**
 * Reference-counted resources: the memory of a trace file, the rows of a result. Each is freed with its last
 * user, even if that user fails.
 * @module
 */

import type { QueryRows } from "../query/run.ts";

/** A reference count. */
export class Shared {
  readonly #end: () => void;
  #users = 1;

  /** Starts with one user; `end` is called when the last user releases it. */
  constructor(end: () => void) {
    this.#end = end;
  }

  /** Adds a reference. */
  hold(): void {
    if (this.#users === 0) throw new Error("Cannot use a closed object");
    this.#users++;
  }

  /** Removes a reference. */
  release(): void {
    if (this.#users > 0 && --this.#users === 0) this.#end();
  }
}

/**
 * Reference-counted rows of a finished query, used by the renderer and the names they are kept under. They
 * also hold the sources that they were read from.
 */
export class SharedRows extends Shared {
  readonly rows: QueryRows;

  /** Starts with one user. */
  constructor(rows: QueryRows) {
    super(() => rows.release());
    this.rows = rows;
  }

  /** Whether the rows were read from a source, directly or through other results. */
  isFrom(source: Shared): boolean {
    return this.rows.work.sources.some((each) =>
      each === source || (each instanceof SharedRows && each.isFrom(source))
    );
  }
}
