/**
 * Rows of a finished query with several holders: the renderer, and the names they are kept under. What they were
 * read from (traces, other results) stays as long.
 * @module
 */

import type { QueryRows } from "../language/run.ts";
import { Shared } from "./shared.ts";

/** Rows, and who uses them. */
export class SharedRows extends Shared {
  /** The rows. */
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
