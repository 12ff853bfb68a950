/**
 * Fills `args` on demand, with every value of every argument.
 * @module
 */

import { stagingOf, writeNumber, writeWhole } from "../../events/cells.ts";
import { BATCH_ROWS, type OnDemandSink, type RowWriter } from "../../events/trace_sink.ts";
import { Functions } from "./functions.ts";
import type { Paths } from "./paths.ts";
import type { CaptureRecord } from "./record_pass.ts";
import { Value } from "./record_text.ts";
import { codeOf, integerOf } from "./values.ts";

/** Adds rows to `args`, call by call. */
export class ArgRows {
  readonly #writer: RowWriter;
  readonly #sink: OnDemandSink;
  readonly #paths: Paths;
  readonly #functions: Functions;
  readonly #columns;
  /** String ids of the texts of paths and words. */
  readonly #codes: number[] = [];
  readonly #return: number;
  readonly #types: Readonly<Record<"null" | "bool" | "int" | "uint" | "float" | "text", number>>;

  /** Creates a writer of rows; `paths` must be those of the pass. */
  constructor(writer: RowWriter, sink: OnDemandSink, paths: Paths) {
    this.#writer = writer;
    this.#sink = sink;
    this.#paths = paths;
    this.#functions = new Functions(sink.strings);
    this.#columns = stagingOf(
      writer,
      "no",
      "name",
      "arg",
      "position",
      "type",
      "value",
      "number",
      "unsigned",
      "bytes",
    );
    const word = (text: string): number => sink.strings.internText(text);
    this.#return = word("return");
    this.#types = {
      null: word("null"),
      bool: word("bool"),
      int: word("int"),
      uint: word("uint"),
      float: word("float"),
      text: word("text"),
    };
  }

  /** Adds the values of a call's arguments, then its return value. */
  addCall(call: CaptureRecord): void {
    const { text, firstArg, endArg, returnAt } = call;
    const name = this.#functions.of(call).code;
    let [position, last] = [-1, 0];
    for (let at = firstArg; at < endArg; at++) {
      const path = text.pathOf[at]!;
      const argument = this.#paths.argumentOf(path);
      if (argument === 0) continue;
      if (argument !== last) position++;
      last = argument;
      // Skip an empty list or object, which has no value.
      if (text.kindOf[at] === Value.Whole) continue;
      const code = this.#codes[path] ??= this.#sink.strings.internText(this.#paths.argumentText(path));
      this.#add(call, at, name, code, position);
    }
    if (returnAt >= 0) this.#add(call, returnAt, name, this.#return, null);
  }

  #add({ no, text }: CaptureRecord, at: number, name: number, arg: number, position: number | null): void {
    const writer = this.#writer;
    const row = writer.count;
    const columns = this.#columns;
    writeWhole(columns.no, row, no);
    columns.name.u32[row] = name;
    columns.arg.u32[row] = arg;
    writeNumber(columns.position, row, position ?? 0);
    columns.position.nulls[row] = position === null ? 1 : 0;
    const whole = text.kindOf[at] === Value.Number ? integerOf(text, at) : undefined;
    columns.type.u32[row] = this.#types[typeOf(text.kindOf[at]!, whole)];
    columns.value.u32[row] = codeOf(text, at, this.#sink.strings);
    const isSigned = whole !== undefined && whole < 1n << 63n;
    const isUnsigned = whole !== undefined && whole >= 0;
    writeWhole(columns.number, row, isSigned ? whole : 0);
    columns.number.nulls[row] = isSigned ? 0 : 1;
    writeWhole(columns.unsigned, row, isUnsigned ? whole : 0);
    columns.unsigned.nulls[row] = isUnsigned ? 0 : 1;
    // Length of a string as the capture writes it.
    const isText = text.kindOf[at] === Value.Text || text.kindOf[at] === Value.Escaped;
    writeNumber(columns.bytes, row, isText ? text.endOf[at]! - text.fromOf[at]! : 0);
    columns.bytes.nulls[row] = isText ? 0 : 1;
    if (++writer.count === BATCH_ROWS) writer.flush();
  }

  /** Writes the remaining rows. */
  finish(): void {
    if (this.#writer.count > 0) this.#writer.flush();
  }
}

function typeOf(
  kind: number,
  whole: number | bigint | undefined,
): "null" | "bool" | "int" | "uint" | "float" | "text" {
  switch (kind) {
    case Value.Null:
      return "null";
    case Value.False:
    case Value.True:
      return "bool";
    case Value.Number:
      return whole === undefined ? "float" : whole < 0 ? "int" : "uint";
    default:
      return "text";
  }
}
