/**
 * Converts a value of a record to text or to a number.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import { withoutEscapes } from "../json_escapes.ts";
import { type RecordText, Value } from "./record_text.ts";

const decoder = new TextDecoder();
/** Whole numbers with up to this many digits are exact as doubles. */
export const EXACT_DIGITS = 15;

/** A handle, a size, or the number of a call or thread; a bigint if a double cannot represent it exactly. */
export type ExactInteger = number | bigint;

/** Flags for the values at a path, which determine the column types that can represent them. */
export const KIND = {
  null: 1,
  bool: 2,
  int: 4,
  /** A negative number. */
  negative: 8,
  /** A number of 2^63 or more. */
  huge: 16,
  /** A number that a double cannot represent exactly. */
  wide: 32,
  float: 64,
  text: 128,
} as const;

/** Returns a value as text, with escapes decoded. */
export function textOf({ bytes, kindOf, fromOf, endOf }: RecordText, at: number): string {
  const text = decoder.decode(bytes.subarray(fromOf[at]!, endOf[at]!));
  return kindOf[at] === Value.Escaped ? withoutEscapes(text) : text;
}

/** Returns the string id of a value's text; 0 for none. */
export function codeOf(record: RecordText, at: number, strings: StringPool): number {
  const { bytes, kindOf, fromOf, endOf } = record;
  const kind = kindOf[at]!;
  if (kind === Value.Null || kind === Value.Whole) return 0;
  if (kind === Value.Escaped) return strings.internText(textOf(record, at));
  return fromOf[at] === endOf[at] ? 0 : strings.intern(bytes, fromOf[at]!, endOf[at]!);
}

/**
 * Returns a value as a 64-bit integer (a double if that is exact), or undefined if it is not an integer.
 * Booleans are 0 and 1.
 */
export function integerOf(record: RecordText, at: number): ExactInteger | undefined {
  const { bytes, kindOf, fromOf, endOf } = record;
  const kind = kindOf[at]!;
  if (kind === Value.False || kind === Value.True) return kind - Value.False;
  if (kind !== Value.Number) return undefined;
  const from = fromOf[at]!;
  const end = endOf[at]!;
  const first = bytes[from] === 45 ? from + 1 : from;
  if (end - first <= EXACT_DIGITS) {
    let value = 0;
    for (let place = first; place < end; place++) {
      const digit = bytes[place]! - 48;
      if (digit < 0 || digit > 9) return undefined;
      value = value * 10 + digit;
    }
    return first > from && value !== 0 ? -value : value;
  }
  const text = decoder.decode(bytes.subarray(from, end));
  if (!/^-?\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value === BigInt.asUintN(64, value) || value === BigInt.asIntN(64, value) ? value : undefined;
}

/** Returns a value as a floating-point number; undefined if it is not a number. */
export function floatOf({ bytes, kindOf, fromOf, endOf }: RecordText, at: number): number | undefined {
  if (kindOf[at] !== Value.Number) return undefined;
  const text = decoder.decode(bytes.subarray(fromOf[at]!, endOf[at]!));
  const word = /^(-?)(?:nan|(inf(?:inity)?))$/i.exec(text);
  if (!word) return Number(text);
  return word[2] === undefined ? NaN : word[1] === "-" ? -Infinity : Infinity;
}

/** Returns the KIND bits of a value. */
export function kindBits(record: RecordText, at: number): number {
  switch (record.kindOf[at]!) {
    case Value.Null:
    case Value.Whole:
      return KIND.null;
    case Value.False:
    case Value.True:
      return KIND.bool;
    case Value.Text:
    case Value.Escaped:
      return KIND.text;
    default: {
      const whole = integerOf(record, at);
      if (whole === undefined) return KIND.float;
      if (typeof whole === "number") return whole < 0 ? KIND.int | KIND.negative : KIND.int;
      if (whole < 0n) return KIND.int | KIND.negative | KIND.wide;
      return KIND.int | KIND.wide | (whole >= 1n << 63n ? KIND.huge : 0);
    }
  }
}
