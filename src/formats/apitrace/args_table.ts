/**
 * The rows of `args`: every argument of every call, computed on demand.
 * @module
 */

import { writeBig } from "../../events/cells.ts";
import { BATCH_ROWS, type OnDemandSink, type RowWriter } from "../../events/trace_sink.ts";
import type { Again } from "./replay.ts";
import * as S from "./kernel/state.ts";
import type { StreamKernel } from "./stream_kernel.ts";
import { Tag, ValueReader } from "./values.ts";

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
/** The first number that has no signed form. */
const TOO_HIGH = 1n << 63n;

/** Walks the stream again and writes a row per argument value. */
export async function fillArgs(
  writer: RowWriter,
  sink: OnDemandSink,
  version: number,
  again: Again,
): Promise<void> {
  let rows: ArgRows | undefined;
  await again({ mode: S.MODE_CALLS }, { call: () => rows!.addCall() }, {
    begin: (kernel) => {
      kernel.put(S.TEXT_OPTIONS, S.TEXT_LINES);
      rows = new ArgRows(writer, sink, version, kernel);
    },
    end: () => {
      if (writer.count > 0) writer.flush();
    },
  });
}

class ArgRows {
  readonly #writer: RowWriter;
  readonly #sink: OnDemandSink;
  readonly #kernel: StreamKernel;
  readonly #reader: ValueReader;
  readonly #kinds: readonly number[];
  readonly #names = new Map<number, { readonly name: number; readonly args: readonly number[] }>();
  readonly #return: number;

  constructor(writer: RowWriter, sink: OnDemandSink, version: number, kernel: StreamKernel) {
    this.#writer = writer;
    this.#sink = sink;
    this.#kernel = kernel;
    this.#reader = new ValueReader(sink.arena, kernel, version);
    this.#kinds = VALUE_KINDS.map((kind) => sink.strings.internText(kind));
    this.#return = sink.strings.internText("return");
  }

  addCall(): void {
    const record = this.#kernel.get(S.CALL_FUNCTION);
    let known = this.#names.get(record);
    if (!known) {
      const signature = this.#kernel.signatures.of(record)!;
      const code = (text: string): number => text === "" ? 0 : this.#sink.strings.internText(text);
      known = { name: code(signature.name), args: signature.names.map(code) };
      this.#names.set(record, known);
    }
    const reader = this.#reader;
    for (let arg = 0; arg < reader.argCount; arg++) {
      if (!reader.placeArg(arg)) continue;
      // Behind the declared arguments stand those that the function does not have, whatever their numbers are.
      const position = arg < known.args.length ? BigInt(arg) : reader.numberBefore();
      this.#add(known.name, known.args[arg] ?? 0, position, this.#kernel.get(S.ARGS) + 8 * arg);
    }
    if (reader.placeReturn()) this.#add(known.name, this.#return, null, this.#kernel.state + S.RET);
  }

  /** `place` is where the kernel noted address and side of the value. */
  #add(name: number, arg: number, position: bigint | null, place: number): void {
    const writer = this.#writer;
    const row = writer.count;
    const words = this.#sink.arena.u32;
    const at = words[place >>> 2]!;
    const side = words[(place >>> 2) + 1]!;
    const reader = this.#reader;
    const tag = reader.peek();
    const put = (column: string, value: number): void => {
      writer.column(column).u32[row] = value;
    };
    const putWide = (column: string, value: bigint): void => {
      writeBig(writer.column(column), row, value);
    };
    const setNull = (column: string): void => {
      writer.column(column).nulls[row] = 1;
    };
    putWide("no", BigInt(this.#kernel.get(S.CALL_NO)));
    put("name", name);
    put("arg", arg);
    putWide("position", position ?? 0n);
    if (position === null) setNull("position");
    put("type", this.#kinds[tag] ?? 0);
    putWide("offset", BigInt(Math.max(0, reader.offset)));
    const bytes = tag === Tag.String || tag === Tag.Blob ? this.#contentOf(at, side) : undefined;
    putWide("bytes", BigInt(bytes?.length ?? 0));
    putWide("hash", bytes ? hashOf(bytes) : 0n);
    if (!bytes) {
      setNull("bytes");
      setNull("hash");
    }
    reader.place(at, side);
    const number = tag === Tag.String || tag === Tag.Blob ? null : reader.integer();
    const fits = number !== null && number < TOO_HIGH;
    putWide("number", fits ? BigInt.asUintN(64, number) : 0n);
    if (!fits) setNull("number");
    const isUnsigned = number !== null && number >= 0n;
    putWide("unsigned", isUnsigned ? number : 0n);
    if (!isUnsigned) setNull("unsigned");
    const text = this.#kernel.valueText(at, side);
    const value = this.#sink.strings.intern(text);
    put("value", value);
    // A symbol is the text of an enumeration or mask that has a name for its value.
    const symbolic = (tag === Tag.Enum || tag === Tag.Mask) && !isDigitOrSign(text[0]!);
    put("symbol", symbolic ? value : 0);
    if (++writer.count === BATCH_ROWS) writer.flush();
  }

  #contentOf(at: number, side: number): Uint8Array {
    this.#reader.place(at + 1, side);
    return this.#reader.string();
  }
}

function isDigitOrSign(byte: number): boolean {
  return byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
}

/** A hash of 64 bits that tells blobs apart: FNV-1a in two lanes. */
function hashOf(bytes: Uint8Array): bigint {
  let low = 0x811c_9dc5;
  let high = 0x050c_5d1f;
  for (let at = 0; at < bytes.length; at++) {
    low = Math.imul(low ^ bytes[at]!, FNV_PRIME);
    high = Math.imul(high ^ bytes[at]! ^ (low >>> 15), 0x0100_01b3);
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
