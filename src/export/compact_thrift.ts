/**
 * The compact protocol of Thrift, in which Parquet encodes all metadata.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";

/** Type codes in field and list headers. */
const TYPE = { true: 1, false: 2, i8: 3, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;

/** A value with its type. */
export type ThriftValue =
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "i8" | "i32" | "i64"; readonly value: number }
  | { readonly type: "binary"; readonly value: string | Uint8Array }
  | {
    readonly type: "list";
    readonly of: "i32" | "binary" | "struct";
    readonly values: readonly ThriftValue[];
  }
  | { readonly type: "struct"; readonly fields: ThriftStruct }
  /**
   * A structure that is already encoded, so that a file with thousands of row groups keeps no objects for
   * them.
   */
  | { readonly type: "encoded"; readonly bytes: Uint8Array };

/** Fields by number, ascending. */
export type ThriftStruct = readonly (readonly [number, ThriftValue])[];

/** A 32-bit number. */
export function i32(value: number): ThriftValue {
  return { type: "i32", value };
}

/** A 64-bit number that is exact as a double. */
export function i64(value: number): ThriftValue {
  return { type: "i64", value };
}

/** A text or bytes. */
export function binary(value: string | Uint8Array): ThriftValue {
  return { type: "binary", value };
}

/** A structure. */
export function struct(...fields: ThriftStruct): ThriftValue {
  return { type: "struct", fields };
}

/** A structure for a list, encoded at once. */
export function encodedStruct(...fields: ThriftStruct): ThriftValue {
  return { type: "encoded", bytes: thriftBytes(fields).slice() };
}

/** A list. */
export function list(of: "i32" | "binary" | "struct", values: readonly ThriftValue[]): ThriftValue {
  return { type: "list", of, values };
}

/** The bytes of a structure. */
export function thriftBytes(fields: ThriftStruct): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  writeStruct(out, fields);
  return out.bytes;
}

function writeStruct(out: ByteWriter, fields: ThriftStruct): void {
  let last = 0;
  for (const [id, value] of fields) {
    // The type code of a boolean includes its value.
    const type = value.type === "bool"
      ? (value.value ? TYPE.true : TYPE.false)
      : TYPE[value.type === "encoded" ? "struct" : value.type];
    out.u8((id - last) << 4 | type);
    last = id;
    if (value.type !== "bool") writeValue(out, value);
  }
  out.u8(0);
}

function writeValue(out: ByteWriter, value: ThriftValue): void {
  switch (value.type) {
    case "bool":
      return out.u8(value.value ? TYPE.true : TYPE.false);
    case "i8":
      return out.u8(value.value);
    case "i32":
    case "i64":
      // Zigzag encoding: the sign becomes the lowest bit.
      return out.varint(value.value >= 0 ? value.value * 2 : -value.value * 2 - 1);
    case "binary":
      return writeBinary(out, value.value);
    case "list":
      if (value.values.length < 15) out.u8(value.values.length << 4 | TYPE[value.of]);
      else {
        out.u8(0xf0 | TYPE[value.of]);
        out.varint(value.values.length);
      }
      for (const each of value.values) writeValue(out, each);
      return;
    case "struct":
      return writeStruct(out, value.fields);
    case "encoded":
      return out.raw(value.bytes);
  }
}

function writeBinary(out: ByteWriter, value: string | Uint8Array): void {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  out.varint(bytes.length);
  out.raw(bytes);
}
