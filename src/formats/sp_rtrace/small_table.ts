/**
 * Rows of a side table, which most reports fill with little or nothing.
 * @module
 */

import { BATCH_ROWS, type RowWriter, type TableLayout, type TraceSink } from "../../events/trace_sink.ts";

/** Opens its table when the first row comes, and at the latest at the end, so that it exists. */
export class SmallTable {
  readonly #sink: TraceSink;
  readonly #layout: TableLayout;
  #writer: RowWriter | undefined;

  /** Opens nothing yet. */
  constructor(sink: TraceSink, layout: TableLayout) {
    this.#sink = sink;
    this.#layout = layout;
  }

  /** A writer with room for one more row; the caller fills row `count` and counts it up. */
  next(): RowWriter {
    const writer = this.#writer ??= this.#sink.table(this.#layout);
    if (writer.count === BATCH_ROWS) writer.flush();
    return writer;
  }

  /** Hands over what waits. */
  close(): void {
    this.next().flush();
  }
}
