/**
 * Writes the labels of samples to the table `labels`.
 * @module
 */

import { stagingOf, writeHalves, writeNumber } from "../../events/cells.ts";
import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import { BATCH_ROWS, type RowWriter, type StagingColumn, type TraceSink } from "../../events/trace_sink.ts";
import { AddressMap } from "../address_map.ts";
import { codeOf } from "./places.ts";
import type { ProfileModel } from "./profile_model.ts";
import { Label } from "./samples_layout.ts";
import { PPROF_DOCS } from "./table_docs.ts";

/** Fills the table `labels`. */
export class LabelRows {
  readonly #sink: TraceSink;
  readonly #model: ProfileModel;
  readonly #writer: RowWriter;
  readonly #columns: Readonly<Record<"sample" | "name" | "value" | "number" | "unit", StagingColumn>>;
  readonly #texts: NumberTexts;

  /** Opens the table. */
  constructor(sink: TraceSink, model: ProfileModel) {
    this.#sink = sink;
    this.#model = model;
    this.#writer = sink.table(layoutOf(PPROF_DOCS, "labels", { number: NULLABLE }));
    this.#columns = stagingOf(this.#writer, "sample", "name", "value", "number", "unit");
    this.#texts = new NumberTexts(sink);
  }

  /** Writes `count` labels that are stored at an arena address. */
  write(pointer: number, count: number): void {
    const { u32 } = this.#sink.arena;
    const { sample, name, value, number, unit } = this.#columns;
    const writer = this.#writer, model = this.#model;
    for (let at = pointer, end = pointer + count * Label.Bytes; at < end; at += Label.Bytes) {
      const row = writer.count;
      const text = u32[(at + Label.Text) >>> 2]!;
      const low = u32[(at + Label.Number) >>> 2]!, high = u32[(at + Label.Number + 4) >>> 2]!;
      writeNumber(sample, row, u32[(at + Label.Sample) >>> 2]!);
      name.u32[row] = codeOf(model, u32[(at + Label.Key) >>> 2]!);
      value.u32[row] = text === 0 ? this.#texts.codeOf(low, high) : codeOf(model, text);
      writeHalves(number, row, low, high);
      number.nulls[row] = text === 0 ? 0 : 1;
      unit.u32[row] = codeOf(model, u32[(at + Label.Unit) >>> 2]!);
      if (++writer.count === BATCH_ROWS) writer.flush();
    }
  }

  /** Flushes the remaining rows. */
  finish(): void {
    if (this.#writer.count > 0) this.#writer.flush();
  }
}

/** Formats numbers as strings and interns each number once. */
class NumberTexts {
  readonly #sink: TraceSink;
  readonly #codes = new AddressMap();

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /** The string code of a signed number in decimal. */
  codeOf(low: number, high: number): number {
    const known = this.#codes.get(0, low, high);
    if (known >= 0) return known;
    const number = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
    const code = this.#sink.strings.internText(String(number));
    this.#codes.set(0, low, high, code);
    return code;
  }
}
