/**
 * Writes rows of small tables cell by cell. Tables with a row per record of a long trace are written column
 * by column instead.
 * @module
 */

import { U64_MAX } from "../base/u64.ts";
import { writeBig, writeHalves, writeNumber } from "./cells.ts";
import type { StringPool } from "./string_pool.ts";
import { BATCH_ROWS, type RowWriter, type StagingColumn } from "./trace_sink.ts";

/** A cell: a text or its code, a number, a 64-bit number in two halves, a boolean, or null. */
type Cell = string | bigint | number | readonly [low: number, high: number] | boolean | null;

/** Opens its table with the first row, or at the end if there is none, so that the table always exists. */
export class TableRows {
  readonly #open: () => RowWriter;
  readonly #strings: StringPool;
  #writer: RowWriter | undefined;

  /** Opens nothing yet; `strings` interns texts. */
  constructor(open: () => RowWriter, strings: StringPool) {
    this.#open = open;
    this.#strings = strings;
  }

  /** Returns a writer of further rows of the table, which can be discarded without changing this one. */
  copy(): TableRows {
    return new TableRows(() => this.#writer ?? this.#open(), this.#strings);
  }

  /**
   * Adds a row, which must have a cell for every column. A sum of more than 64 bits becomes null and never
   * wraps.
   */
  add(cells: Readonly<Record<string, Cell>>): void {
    const writer = this.next();
    for (const name in cells) {
      const cell = cells[name]!;
      this.#put(writer.column(name), writer.count, typeof cell === "bigint" && cell > U64_MAX ? null : cell);
    }
    writer.count++;
  }

  /** Returns a writer with room for one more row; the caller fills row `count` and increments it. */
  next(): RowWriter {
    const writer = this.#writer ??= this.#open();
    if (writer.count === BATCH_ROWS) writer.flush();
    return writer;
  }

  /** Flushes the remaining rows. */
  finish(): void {
    const writer = this.next();
    if (writer.count > 0) writer.flush();
  }

  #put(column: StagingColumn, row: number, cell: Cell): void {
    const { spec, u32 } = column;
    if (spec.nullable) column.nulls[row] = cell === null ? 1 : 0;
    if (typeof cell === "string") u32[row] = cell === "" ? 0 : this.#strings.internText(cell);
    else if (spec.type !== "u64" && spec.type !== "time") u32[row] = Number(cell ?? 0);
    else if (typeof cell === "bigint") writeBig(column, row, cell);
    else if (typeof cell === "object" && cell !== null) writeHalves(column, row, cell[0], cell[1]);
    else writeNumber(column, row, Number(cell ?? 0));
  }
}
