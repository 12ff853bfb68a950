/**
 * The columns of a Parquet file from its footer: names, types in Quarry, and display. The footer is a struct
 * in Thrift's compact protocol at the end of the file, followed by its length and `PAR1`.
 * @module
 */

import type { ColumnType } from "../events/trace_sink.ts";
import type { Display } from "../base/result_table.ts";

/** A column of a file. */
interface FileColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly display: Display | undefined;
}

/** The decoded footer. */
export interface FileSchema {
  readonly columns: readonly FileColumn[];
  readonly rows: bigint;
}

/** Bytes after a footer: its length, and the magic number. */
export const FOOTER_END = 8;

/** The length of the footer, from the last eight bytes of a file; null if it is not a Parquet file. */
export function footerLength(end: Uint8Array): number | null {
  if (end.length < FOOTER_END || new TextDecoder().decode(end.subarray(4)) !== "PAR1") return null;
  return new DataView(end.buffer, end.byteOffset).getUint32(0, true);
}

type Value = bigint | boolean | Uint8Array | readonly Value[] | ReadonlyMap<number, Value>;

const DISPLAYS = new Set(["hex", "time", "duration", "bytes", "bucket", "function", "functions", "whole"]);
const INT32 = 1n, INT64 = 2n, DOUBLE = 5n, BYTE_ARRAY = 6n;
/** Numbers of Parquet's unsigned converted types, UINT_8 to UINT_64. */
const UNSIGNED = new Set([11n, 12n, 13n, 14n]);

/** Reads a footer. Throws `RangeError` if it is cut or damaged. */
export function readFooter(bytes: Uint8Array): FileSchema {
  const footer = new Compact(bytes).struct();
  const notes = new Map(
    lists(footer.get(5)).map((note) => [decodedText(note.get(1)), decodedText(note.get(2))] as const),
  );
  const columns: FileColumn[] = [];
  const elements = lists(footer.get(2)).slice(1);
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at]!;
    const children = element.get(5);
    if (typeof children === "bigint" && children > 0n) {
      // A list has nested schema elements, which are skipped.
      for (let left = children; left > 0n; left--) {
        const parts = elements[++at]?.get(5) ?? 0n;
        if (at >= elements.length || typeof parts !== "bigint" || parts < 0n) {
          throw new RangeError("Footer has a list without elements");
        }
        left += parts;
      }
      continue;
    }
    const name = decodedText(element.get(4));
    // A copy of a column with a name that needs no quotes, for users who write SQL themselves.
    if (notes.has(`${name}:quarry.same_as`)) continue;
    const type = notes.get(`${name}:quarry.type`) === "u64"
      ? "u64"
      : typeOf(element, notes.get(`${name}:unit`) === "nanoseconds");
    if (type === null) continue;
    const display = notes.get(`${name}:quarry.display`);
    columns.push({ name, type, display: display && DISPLAYS.has(display) ? display as Display : undefined });
  }
  const rows = footer.get(3);
  if (elements.length === 0 || typeof rows !== "bigint" || rows < 0n) {
    throw new RangeError("Footer has no columns, or no number of rows");
  }
  return { columns, rows };
}

function typeOf(element: ReadonlyMap<number, Value>, isTime: boolean): ColumnType | null {
  switch (element.get(1)) {
    case 0n:
      return "bool";
    case INT32:
    case INT64:
      return UNSIGNED.has(element.get(6) as bigint) ? "u64" : isTime ? "time" : "i64";
    case DOUBLE:
      return "f64";
    case BYTE_ARRAY:
      return "text";
    default:
      return null;
  }
}

function lists(value: Value | undefined): readonly ReadonlyMap<number, Value>[] {
  return Array.isArray(value) ? value.filter((each) => each instanceof Map) : [];
}

function decodedText(value: Value | undefined): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : "";
}

/** Maximum nesting: a footer has lists of row groups, of columns and of statistics. */
const DEEPEST_FOOTER = 32;

/** Decodes Thrift's compact protocol. */
class Compact {
  readonly #bytes: Uint8Array;
  #at = 0;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  struct(): ReadonlyMap<number, Value> {
    if (++this.#depth > DEEPEST_FOOTER) throw new RangeError("Structs in the footer are nested too deeply");
    const fields = this.#fields();
    this.#depth--;
    return fields;
  }

  #fields(): ReadonlyMap<number, Value> {
    const fields = new Map<number, Value>();
    for (let id = 0;;) {
      const head = this.#byte();
      if (head === 0) return fields;
      const step = head >> 4;
      id = step === 0 ? Number(this.#signed()) : id + step;
      fields.set(id, this.#value(head & 15, false));
    }
  }

  /** Reads a value. A boolean is part of the field's type, but has a byte of its own in lists. */
  #value(kind: number, inList: boolean): Value {
    switch (kind) {
      case 1:
      case 2:
        return inList ? this.#byte() === 1 : kind === 1;
      case 3:
        return BigInt(this.#byte());
      case 4:
      case 5:
      case 6:
        return this.#signed();
      case 7:
        return this.#take(8);
      case 8:
        return this.#take(Number(this.#varint()));
      case 9:
      case 10: {
        if (++this.#depth > DEEPEST_FOOTER) throw new RangeError("Lists in the footer are nested too deeply");
        const head = this.#byte();
        const count = head >> 4 === 15 ? Number(this.#varint()) : head >> 4;
        const values: Value[] = [];
        for (let at = 0; at < count; at++) values.push(this.#value(head & 15, true));
        this.#depth--;
        return values;
      }
      case 12:
        return this.struct();
      default:
        throw new RangeError(`Footer has a value of the unknown kind ${kind}`);
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError("Footer is cut");
    return byte;
  }

  #take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new RangeError("Footer is cut");
    return this.#bytes.subarray(this.#at, this.#at += count);
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n;; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      if (shift > 63n) throw new RangeError("Footer has a number of more than 64 bits");
    }
  }

  #signed(): bigint {
    const value = this.#varint();
    return (value >> 1n) ^ -(value & 1n);
  }
}
