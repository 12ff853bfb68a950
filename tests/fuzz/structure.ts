/**
 * Damage that uses the structure of a format: numbers become other meaningful ones, and records are duplicated,
 * dropped, moved and mixed.
 * @module
 */

import type { Random } from "../support/random.ts";
import { EDGES, fixed, leb, splice } from "./mutate_bytes.ts";

/** The encoding of a number. */
export type Encoding = "little" | "big" | "leb" | "decimal" | "hex" | "raw";

/** A field of a record: a number, or unchanged bytes (`raw`). */
export interface Field {
  readonly at: number;
  readonly length: number;
  readonly encoding: Encoding;
}

/** A record: bytes that can be moved as a whole. */
export interface Part {
  readonly at: number;
  readonly length: number;
}

/** The known structure of some bytes, as far as they can be parsed. */
export interface Structure {
  readonly records: readonly Part[];
  readonly fields: readonly Field[];
}

/** Finds records and fields; stops where it does not understand, and never throws. */
export type FindStructure = (bytes: Uint8Array) => Structure;

/** Reads a field; zero if it is not a number. */
function valueOf(bytes: Uint8Array, { at, length, encoding }: Field): bigint {
  const cells = bytes.subarray(at, at + length);
  if (encoding === "decimal" || encoding === "hex") {
    const text = new TextDecoder().decode(cells);
    const digits = encoding === "hex" ? `0x${text}` : text;
    return /^(0x[0-9a-f]+|\d+)$/i.test(digits) ? BigInt(digits) : 0n;
  }
  let value = 0n;
  if (encoding === "leb") {
    for (let each = length - 1; each >= 0; each--) value = (value << 7n) | BigInt(cells[each]! & 127);
    return value;
  }
  for (let each = 0; each < length; each++) {
    value = (value << 8n) | BigInt(cells[encoding === "little" ? length - 1 - each : each]!);
  }
  return value;
}

/** A field with another number in it. */
function withValue(bytes: Uint8Array, { at, length, encoding }: Field, value: bigint): Uint8Array {
  if (encoding === "leb") return splice(bytes, at, length, leb(value));
  if (encoding === "decimal" || encoding === "hex") {
    return splice(bytes, at, length, new TextEncoder().encode(value.toString(encoding === "hex" ? 16 : 10)));
  }
  return splice(bytes, at, length, fixed(value, length, encoding === "little"));
}

function mutateField(bytes: Uint8Array, fields: readonly Field[], random: Random): Uint8Array {
  const field = random.pick(fields);
  const others = fields.filter(({ encoding }) => encoding === field.encoding);
  if (field.encoding === "raw") {
    const from = random.pick(others);
    return splice(bytes, field.at, field.length, bytes.slice(from.at, from.at + from.length));
  }
  const value = valueOf(bytes, field);
  const near = BigInt(1 + random.below(4));
  switch (random.below(5)) {
    case 0:
      return withValue(bytes, field, value + near);
    case 1:
      return withValue(bytes, field, value > near ? value - near : 0n);
    case 2:
      // One record now refers to the target of another one.
      return withValue(bytes, field, valueOf(bytes, random.pick(fields)));
    case 3:
      return withValue(bytes, field, random.u64());
    default:
      return withValue(bytes, field, random.pick(EDGES));
  }
}

/** One change; undefined if nothing can be parsed. */
export function mutateStructure(
  bytes: Uint8Array,
  random: Random,
  find: FindStructure,
  other: Uint8Array,
): Uint8Array | undefined {
  const { records, fields } = find(bytes);
  if (fields.length > 0 && (records.length === 0 || random.oneIn(2))) {
    return mutateField(bytes, fields, random);
  }
  if (records.length === 0) return undefined;
  const { at, length } = random.pick(records);
  const to = random.pick(records).at;
  const record = bytes.slice(at, at + length);
  switch (random.below(6)) {
    case 0:
      return splice(bytes, at, length, []);
    case 1:
      return splice(bytes, to, 0, record);
    case 2: {
      const without = splice(bytes, at, length, []);
      return splice(without, to > at ? Math.max(0, to - length) : to, 0, record);
    }
    case 3: {
      const theirs = find(other).records;
      if (theirs.length === 0) return undefined;
      const part = random.pick(theirs);
      return splice(bytes, to, random.oneIn(2) ? 0 : length, other.slice(part.at, part.at + part.length));
    }
    case 4:
      // Cuts after a record, or in it.
      return bytes.slice(0, at + random.below(length + 1));
    default: {
      const doubled = new Uint8Array(length * (2 + random.below(6)));
      for (let from = 0; from < doubled.length; from += length) doubled.set(record, from);
      return splice(bytes, at, length, doubled);
    }
  }
}
