/**
 * The schema of an Arrow file: names and types of the columns.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";
import type { BatchColumn } from "../engine/row_batches.ts";
import { type CellType, cellType, columnNotes } from "./cell_types.ts";
import { type BufferPosition, FlatBuffer, type FlatField } from "./flat_buffer.ts";

/** Version 5 of the metadata; Arrow numbers versions from 0. */
export const METADATA_V5 = 4;
/** Numbers of the kinds of message headers, as in the union of the format. */
export const HEADER = { schema: 1, dictionary: 2, records: 3 } as const;

const TYPE = { Int: 2, FloatingPoint: 3, Utf8: 5, Bool: 6, List: 12, Duration: 18 } as const;
const DOUBLE = 2;
const NANOSECOND = 3;
const CONTINUES = 0xffff_ffff;

/** The parts of a query that files store. */
interface Described {
  readonly columns: readonly BatchColumn[];
  readonly query: string;
}

/** Builds the table `Schema`. */
export function schemaPosition(flat: FlatBuffer, { columns, query }: Described): BufferPosition {
  const fields = flat.places(columns.map((column, index) => fieldPlace(flat, column, index)));
  const notes = notePlaces(flat, [["quarry.query", query]]);
  return flat.table([{ size: 2, value: 0 }, { place: fields }, { place: notes }]);
}

/** Wraps a header into a message. */
export function messageBytes(
  flat: FlatBuffer,
  header: BufferPosition,
  kind: number,
  bodyBytes: number,
): Uint8Array<ArrayBuffer> {
  return flat.finish(flat.table([
    { size: 2, value: METADATA_V5 },
    { size: 1, value: kind },
    { place: header },
    { size: 8, value: BigInt(bodyBytes) },
  ]));
}

/** A message with its framing: a marker, the length, and the message padded to a multiple of eight bytes. */
export function framed(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(message.length + 16);
  out.u32(CONTINUES);
  out.u32(Math.ceil(message.length / 8) * 8);
  out.raw(message);
  out.pad(8);
  return out.bytes;
}

/** The message with the schema. */
export function schemaMessage(rows: Described): Uint8Array<ArrayBuffer> {
  const flat = new FlatBuffer();
  return framed(messageBytes(flat, schemaPosition(flat, rows), HEADER.schema, 0));
}

/** The schema in base64, as Parquet files embed it. */
export function arrowSchemaText(rows: Described): string {
  return schemaMessage(rows).toBase64();
}

function fieldPlace(flat: FlatBuffer, column: BatchColumn, index: number): BufferPosition {
  if (column.list) return listPlace(flat, column, index);
  const type = cellType(column);
  const name = flat.text(column.name);
  const children = flat.places([]);
  const notes = notePlaces(flat, columnNotes(column));
  const encoding = type === "text" ? encodingPlace(flat, index) : null;
  const [kind, place] = typePlace(flat, type);
  return flat.table([
    { place: name },
    { size: 1, value: 1 },
    { size: 1, value: kind },
    { place },
    encoding === null ? null : { place: encoding },
    { place: children },
    { place: notes },
  ]);
}

/** A list column has its entries as a child column. */
function listPlace(flat: FlatBuffer, { name, type }: BatchColumn, index: number): BufferPosition {
  const children = flat.places([fieldPlace(flat, { name: "element", type }, index)]);
  const namePlace = flat.text(name);
  const place = flat.table([]);
  return flat.table([
    { place: namePlace },
    { size: 1, value: 1 },
    { size: 1, value: TYPE.List },
    { place },
    null,
    { place: children },
  ]);
}

/** Texts are 32-bit indices into the dictionary that has the column's number. */
function encodingPlace(flat: FlatBuffer, index: number): BufferPosition {
  const numbers = intPlace(flat, 32, true);
  return flat.table([{ size: 8, value: BigInt(index) }, { place: numbers }]);
}

function typePlace(flat: FlatBuffer, type: CellType): [number, BufferPosition] {
  switch (type) {
    case "u64":
      return [TYPE.Int, intPlace(flat, 64, false)];
    case "i64":
      return [TYPE.Int, intPlace(flat, 64, true)];
    case "f64":
      return [TYPE.FloatingPoint, flat.table([{ size: 2, value: DOUBLE }])];
    case "bool":
      return [TYPE.Bool, flat.table([])];
    case "text":
      return [TYPE.Utf8, flat.table([])];
    case "duration":
      return [TYPE.Duration, flat.table([{ size: 2, value: NANOSECOND }])];
  }
}

function intPlace(flat: FlatBuffer, bits: number, signed: boolean): BufferPosition {
  const sign: FlatField = { size: 1, value: signed ? 1 : 0 };
  return flat.table([{ size: 4, value: bits }, sign]);
}

function notePlaces(flat: FlatBuffer, notes: readonly (readonly [string, string])[]): BufferPosition {
  const places = notes.map(([key, value]) => {
    const keyPlace = flat.text(key);
    const valuePlace = flat.text(value);
    return flat.table([{ place: keyPlace }, { place: valuePlace }]);
  });
  return flat.places(places);
}
