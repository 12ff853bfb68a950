/**
 * Things that several use at once: the memory of a trace file, the rows of a result. They end with their last user,
 * however that one ends.
 * @module
 */

import type { QueryRows } from "../query/run.ts";

/** Counts who uses something. */
export class Shared {
  readonly #end: () => void;
  #users = 1;

  /** Used once; `end` is called when the last user has released it. */
  constructor(end: () => void) {
    this.#end = end;
  }

  /** One more uses it. */
  hold(): void {
    if (this.#users === 0) throw new Error("Cannot use what has ended");
    this.#users++;
  }

  /** One less uses it. */
  release(): void {
    if (this.#users > 0 && --this.#users === 0) this.#end();
  }
}

/**
 * Rows of a finished query, and who uses them: the renderer, and the names they are kept under. What they were read from
 * stays as long.
 */
export class SharedRows extends Shared {
  readonly rows: QueryRows;

  /** Held once. */
  constructor(rows: QueryRows) {
    super(() => rows.release());
    this.rows = rows;
  }

  /** Whether the rows were read from something, directly or through other results. */
  isFrom(source: Shared): boolean {
    return this.rows.work.sources.some((each) =>
      each === source || (each instanceof SharedRows && each.isFrom(source))
    );
  }
}
