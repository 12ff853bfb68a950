/**
 * Fills `args` on demand, with every argument of every call.
 * @module
 */

import { stagingOf, writeBig, writeHalves, writeNumber } from "../../events/cells.ts";
import {
  BATCH_ROWS,
  type OnDemandSink,
  type RowWriter,
  type StagingColumn,
} from "../../events/trace_sink.ts";
import * as S from "./kernel/state.ts";
import type { CurrentCall, Replay } from "./replay.ts";
import { Tag, WholeNumber } from "./values.ts";

/** Names of the kinds of values, by tag. */
const VALUE_KINDS: readonly string[] = [
  "null",
  "bool",
  "bool",
  "int",
  "uint",
  "float",
  "double",
  "string",
  "blob",
  "enum",
  "bitmask",
  "array",
  "struct",
  "pointer",
  "views",
  "wide string",
];

const FNV_PRIME = 0x0100_0193;

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(writer: RowWriter) {
  return {
    ...stagingOf(writer, "no", "name", "arg", "position", "type", "offset"),
    ...stagingOf(writer, "bytes", "hash", "number", "unsigned", "value", "symbol"),
  };
}

/** Walks the stream again and writes a row per argument value. */
export async function fillArgs(writer: RowWriter, replay: Replay): Promise<void> {
  const rows = new ArgRows(writer, replay.sink);
  await replay.walk((call) => rows.addCall(call));
  if (writer.count > 0) writer.flush();
}

class ArgRows {
  readonly #writer: RowWriter;
  readonly #columns: Columns;
  readonly #sink: OnDemandSink;
  readonly #kinds: readonly number[];
  readonly #names = new Map<number, { readonly name: number; readonly args: readonly number[] }>();
  readonly #return: number;

  constructor(writer: RowWriter, sink: OnDemandSink) {
    this.#writer = writer;
    this.#columns = columnsOf(writer);
    this.#sink = sink;
    this.#kinds = VALUE_KINDS.map((kind) => sink.strings.internText(kind));
    this.#return = sink.strings.internText("return");
  }

  addCall(call: CurrentCall): void {
    const { kernel, reader } = call;
    const record = kernel.get(S.CALL_FUNCTION);
    let known = this.#names.get(record);
    if (!known) {
      const signature = kernel.signatures.of(record)!;
      const code = (text: string): number => text === "" ? 0 : this.#sink.strings.internText(text);
      known = { name: code(signature.name), args: signature.names.map(code) };
      this.#names.set(record, known);
    }
    for (let arg = 0; arg < reader.argCount; arg++) {
      if (!reader.placeArg(arg)) continue;
      // Arguments beyond the declared ones are named by their number in the stream.
      const position = arg < known.args.length ? BigInt(arg) : reader.numberBefore();
      this.#add(call, known.name, known.args[arg] ?? 0, position);
    }
    if (reader.placeReturn()) this.#add(call, known.name, this.#return, null);
  }

  /** Adds the value that the reader is placed at. */
  #add({ kernel, reader }: CurrentCall, name: number, arg: number, position: bigint | null): void {
    const writer = this.#writer;
    const columns = this.#columns;
    const row = writer.count;
    const { at, side } = reader;
    const tag = reader.peek();
    writeNumber(columns.no, row, kernel.get(S.CALL_NO));
    columns.name.u32[row] = name;
    columns.arg.u32[row] = arg;
    if (position === null) writeNull(columns.position, row);
    else writeBig(columns.position, row, position);
    columns.type.u32[row] = this.#kinds[tag] ?? 0;
    writeNumber(columns.offset, row, Math.max(0, reader.offset));
    const whole = reader.whole();
    if (tag === Tag.String || tag === Tag.Blob) {
      writeNumber(columns.bytes, row, reader.content.length);
      writeHash(columns.hash, row, reader.content);
    } else {
      writeNull(columns.bytes, row);
      writeNull(columns.hash, row);
    }
    const isHigh = reader.high >= 0x8000_0000;
    // A 64-bit number goes to the signed or the unsigned column, or to both if it is below 2^63.
    if (whole === WholeNumber.Signed || (whole === WholeNumber.Unsigned && !isHigh)) {
      writeHalves(columns.number, row, reader.low, reader.high);
    } else writeNull(columns.number, row);
    if (whole === WholeNumber.Unsigned || (whole === WholeNumber.Signed && !isHigh)) {
      writeHalves(columns.unsigned, row, reader.low, reader.high);
    } else writeNull(columns.unsigned, row);
    const text = kernel.valueText(at, side);
    const value = this.#sink.strings.intern(text);
    columns.value.u32[row] = value;
    // The symbol is the name of an enum or mask value, if it has one.
    const symbolic = (tag === Tag.Enum || tag === Tag.Mask) && !isDigitOrSign(text[0]!);
    columns.symbol.u32[row] = symbolic ? value : 0;
    if (++writer.count === BATCH_ROWS) writer.flush();
  }
}

function isDigitOrSign(byte: number): boolean {
  return byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
}

/** Writes a 64-bit hash that distinguishes blobs: FNV-1a in two lanes. */
function writeHash(column: StagingColumn, row: number, bytes: Uint8Array): void {
  let low = 0x811c_9dc5;
  let high = 0x050c_5d1f;
  for (let at = 0; at < bytes.length; at++) {
    low = Math.imul(low ^ bytes[at]!, FNV_PRIME);
    high = Math.imul(high ^ bytes[at]! ^ (low >>> 15), 0x0100_01b3);
  }
  writeHalves(column, row, low, high);
}

function writeNull(column: StagingColumn, row: number): void {
  writeHalves(column, row, 0, 0);
  column.nulls[row] = 1;
}
