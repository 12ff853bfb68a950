/**
 * Derives column types from the kinds of values that arguments had in a recording: the type must hold all of
 * them exactly.
 * @module
 */

import type { ColumnType, OnDemandSink } from "../../events/trace_sink.ts";
import * as S from "./kernel/state.ts";
import type { FunctionSignature } from "./signatures.ts";
import { Tag } from "./values.ts";

const bit = (tag: number): number => 1 << tag;
const INTEGERS = bit(Tag.Null) | bit(Tag.Sint) | bit(Tag.Uint) | bit(Tag.Opaque);
const FLOATS = bit(Tag.Float) | bit(Tag.Double);
const EXTREMES = S.KIND_NEGATIVE | S.KIND_HUGE | S.KIND_WIDE;

/**
 * Collects the kinds of values by argument name, over all functions: a bit per tag, and bits for extreme
 * numbers.
 */
export function kindsByName(
  sink: OnDemandSink,
  functions: readonly FunctionSignature[],
): Map<string, number> {
  const kinds = new Map<string, number>();
  const words = sink.arena.u32;
  for (const { record, names } of functions) {
    const places = words[(record + S.FUNCTION_KINDS) >>> 2]! >>> 2;
    names.forEach((name, at) => kinds.set(name, (kinds.get(name) ?? 0) | words[places + at]!));
    kinds.set("return", (kinds.get("return") ?? 0) | words[places + names.length]!);
  }
  return kinds;
}

/**
 * Returns the type of `arg(NAME)`: numeric if all values are numbers that fit one type, else text as in a
 * dump.
 */
export function argumentType(kinds: number): ColumnType {
  const tags = kinds & ~EXTREMES;
  if (tags === 0 || tags === bit(Tag.Null)) return "text";
  return (["u64", "i64", "f64"] as const).find((type) => areAllOfType(kinds, type)) ?? "text";
}

/**
 * Returns the type of `number(NAME)`: signed unless a value needs all 64 bits; text if other values are
 * negative.
 */
export function numberType(kinds: number): ColumnType {
  return (["i64", "u64"] as const).find((type) => containsNumbers(kinds, type)) ?? "text";
}

/** Whether some value is a floating-point number. */
export function hasFloats(kinds: number): boolean {
  return (kinds & FLOATS) !== 0;
}

/** Whether every value is a number of the type. */
export function areAllOfType(kinds: number, type: ColumnType): boolean {
  const tags = kinds & ~EXTREMES;
  if (type === "f64") return (tags & ~(INTEGERS | FLOATS)) === 0 && (kinds & S.KIND_WIDE) === 0;
  return type === "text" || ((tags & ~INTEGERS) === 0 && containsNumbers(kinds, type));
}

/** Whether the type holds all whole numbers among the values. */
export function containsNumbers(kinds: number, type: ColumnType): boolean {
  if (type === "i64") return (kinds & S.KIND_HUGE) === 0;
  return type === "u64" ? (kinds & S.KIND_NEGATIVE) === 0 : type === "text";
}

/** Returns the form in which the kernel fills a column of a type. */
export function columnForm(type: ColumnType): number {
  return type === "i64"
    ? S.COLUMN_I64
    : type === "u64"
    ? S.COLUMN_U64
    : type === "f64"
    ? S.COLUMN_F64
    : S.COLUMN_TEXT;
}
