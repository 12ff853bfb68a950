/**
 * Recognizes pprof profiles and heap profiles in text form by their first bytes.
 * @module
 */

import { WireReader, WireResult, WireType } from "./wire.ts";

/** Name of the format. */
export const FORMAT_NAME = "pprof";

/** The syntax of a file: protocol buffer or one of two text forms. */
type Syntax = "message" | "heap-text" | "jemalloc";

/** Field numbers of the message `Profile` in profile.proto. */
export enum Field {
  SampleType = 1,
  Sample = 2,
  Mapping = 3,
  Location = 4,
  Function = 5,
  Text = 6,
  DropFrames = 7,
  KeepFrames = 8,
  TimeNanos = 9,
  DurationNanos = 10,
  PeriodType = 11,
  Period = 12,
  Comment = 13,
  DefaultSampleType = 14,
  DocUrl = 15,
}

const LAST_FIELD = Field.DocUrl;
/** Fields whose value is a message or a string. */
const OF_BYTES: ReadonlySet<Field> = new Set([
  Field.SampleType,
  Field.Sample,
  Field.Mapping,
  Field.Location,
  Field.Function,
  Field.Text,
  Field.PeriodType,
]);
/** Numeric fields that may be packed: many numbers in one field. */
const PACKED: ReadonlySet<Field> = new Set([Field.Comment]);
const MARKS: readonly (readonly [Syntax, string])[] = [["heap-text", "heap profile:"], [
  "jemalloc",
  "heap_v2/",
]];

/** The syntax of a stream, from its first bytes; undefined if it is not a profile. */
export function syntaxOf(head: Uint8Array): Syntax | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16));
  return MARKS.find(([, mark]) => text.startsWith(mark))?.[0] ?? (isProfile(head) ? "message" : undefined);
}

/** The field types that each message may have, by field number: `n` a number, `b` bytes, `x` either. */
const SHAPES: Readonly<Partial<Record<Field, string>>> = {
  [Field.SampleType]: "nn",
  [Field.Sample]: "xxb",
  [Field.Mapping]: "nnnnnnnnnn",
  [Field.Location]: "nnnbn",
  [Field.Function]: "nnnnn",
  [Field.PeriodType]: "nn",
};
/** This many valid fields cannot be a coincidence, whatever follows. */
const ENOUGH = 3;

/**
 * A profile has no magic number. Instead, its fields must be valid ones, with a sample type among them;
 * damage after the first fields does not rule a profile out.
 */
function isProfile(head: Uint8Array): boolean {
  const fields = new WireReader().open(head, 0, head.length);
  const seen = new Set<Field>();
  let whole = 0;
  let found = fields.next();
  for (; found === WireResult.Yes; found = fields.next()) {
    const field: Field = fields.field;
    if (!isField(fields, head)) {
      found = WireResult.Bad;
      break;
    }
    seen.add(field);
    whole++;
  }
  if (!seen.has(Field.SampleType)) return false;
  const rest = seen.has(Field.Sample) || seen.has(Field.Text) || seen.has(Field.Mapping);
  return whole >= ENOUGH && (found !== WireResult.Bad || rest);
}

/** Whether the field just read is valid in a profile. */
function isField({ field, type, from, to }: WireReader, head: Uint8Array): boolean {
  if (field > LAST_FIELD) return false;
  if (type !== WireType.Bytes) return type === WireType.Varint && !OF_BYTES.has(field);
  if (!OF_BYTES.has(field)) return PACKED.has(field);
  const shape = SHAPES[field as Field];
  return shape === undefined || fits(shape, head, from, to);
}

function fits(shape: string, bytes: Uint8Array, from: number, to: number): boolean {
  const inner = new WireReader().open(bytes, from, to);
  for (let found = inner.next(); found !== WireResult.End; found = inner.next()) {
    const wanted = shape[inner.field - 1];
    if (found !== WireResult.Yes || wanted === undefined) return false;
    const isNumber = inner.type === WireType.Varint;
    if (!isNumber && inner.type !== WireType.Bytes) return false;
    if (wanted !== "x" && isNumber !== (wanted === "n")) return false;
  }
  return to > from;
}
