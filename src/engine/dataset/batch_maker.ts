/**
 * Collects rows that are computed one by one into batches, for writers of typed files.
 * @module
 */

import { BATCH_ROWS, type Cells, type RowBatch } from "../row_batches.ts";

interface ColumnBuffers {
  readonly words: BigUint64Array<ArrayBuffer>;
  readonly halves: Uint32Array<ArrayBuffer>;
  readonly nulls: Uint8Array<ArrayBuffer>;
  nullCount: number;
}

/** A batch that is being filled. A batch returned by `take` is valid until the next row is added. */
export class BatchMaker {
  readonly #columns: readonly ColumnBuffers[];
  #rows = 0;
  #first = 0;

  /** Creates an empty batch with this many columns. */
  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => {
      const words = new BigUint64Array(BATCH_ROWS);
      const halves = new Uint32Array(words.buffer);
      return { words, halves, nulls: new Uint8Array(BATCH_ROWS), nullCount: 0 };
    });
  }

  /** Whether there is no room for another row. */
  get isFull(): boolean {
    return this.#rows === BATCH_ROWS;
  }

  /** Rows added since the last batch was taken. */
  get rows(): number {
    return this.#rows;
  }

  /** Sets a cell of the current row. */
  put(column: number, low: number, high = 0): void {
    const { halves, nulls } = this.#columns[column]!;
    halves[2 * this.#rows] = low;
    halves[2 * this.#rows + 1] = high;
    nulls[this.#rows] = 0;
  }

  /** Sets a cell of the current row to null. */
  putNull(column: number): void {
    const buffers = this.#columns[column]!;
    buffers.halves[2 * this.#rows] = 0;
    buffers.halves[2 * this.#rows + 1] = 0;
    buffers.nulls[this.#rows] = 1;
    buffers.nullCount++;
  }

  /** Completes the current row. */
  endRow(): void {
    this.#rows++;
  }

  /** Returns the rows added since the last batch. */
  take(): RowBatch {
    const [rows, first] = [this.#rows, this.#first];
    const cells = this.#columns.map(({ words, halves, nulls, nullCount }): Cells => ({
      words: words.subarray(0, rows),
      halves: halves.subarray(0, 2 * rows),
      nulls: nulls.subarray(0, rows),
      nullCount,
    }));
    for (const column of this.#columns) column.nullCount = 0;
    this.#rows = 0;
    this.#first += rows;
    return { rows, first, read: (column) => cells[column]! };
  }
}
