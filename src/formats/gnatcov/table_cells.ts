/**
 * Writes small tables cell by cell.
 * @module
 */

import { writeBig, writeHalves } from "../../events/cells.ts";
import { BATCH_ROWS, type RowWriter, type TraceSink } from "../../events/trace_sink.ts";
import { OP, opText } from "./constants.ts";
import { OUTCOMES } from "./entry_rows.ts";

/** The cells of the row that is being written. */
export class TableCells {
  readonly #sink: TraceSink;
  readonly #writer: RowWriter;
  readonly #modules: readonly number[];

  /** `modules` are text codes by module number. */
  constructor(sink: TraceSink, writer: RowWriter, modules: readonly number[]) {
    this.#sink = sink;
    this.#writer = writer;
    this.#modules = modules;
  }

  /** An 8-byte cell in two halves. */
  wide(name: string, low: number, high = 0): void {
    writeHalves(this.#writer.column(name), this.#writer.count, low, high);
  }

  /** An 8-byte cell. */
  long(name: string, value: bigint): void {
    writeBig(this.#writer.column(name), this.#writer.count, value);
  }

  /** A 4-byte cell. */
  word(name: string, value: number): void {
    this.#writer.column(name).u32[this.#writer.count] = value;
  }

  /** An empty 8-byte cell. */
  none(name: string): void {
    this.wide(name, 0);
    this.#writer.column(name).nulls[this.#writer.count] = 1;
  }

  text(name: string, text: string): void {
    this.word(name, this.#sink.strings.internText(text));
  }

  module(name: string, number: number): void {
    this.word(name, this.#modules[number] ?? 0);
  }

  /** The columns that follow from an op. */
  state(op: number): void {
    this.word("op", op);
    this.text("type", opText(op));
    this.word("taken", (op & OP.taken) !== 0 ? 1 : 0);
    this.word("fallthrough", (op & OP.fallthrough) !== 0 ? 1 : 0);
    this.word("fault", (op & OP.fault) !== 0 ? 1 : 0);
    this.text("outcome", OUTCOMES[op & 3]!);
  }

  /** Ends the row. */
  next(): void {
    if (++this.#writer.count === BATCH_ROWS) this.#writer.flush();
  }

  /** Ends the table. */
  end(): void {
    if (this.#writer.count > 0) this.#writer.flush();
  }
}
