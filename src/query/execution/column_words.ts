/**
 * Converts between JavaScript values and the 64-bit words of columns.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Pools } from "../../tables/pools.ts";
import { I64_MAX, I64_MIN, U64_MAX } from "../../base/u64.ts";
import { fractionOf, integerEqualTo } from "../plan/integer_comparison.ts";
import type { Constant } from "../plan/values.ts";

const SHARED = new DataView(new ArrayBuffer(8));

/**
 * The word of a value in a column of this type; null for null. Text is interned; a number for a text column
 * is its code.
 */
export function toWord(value: Constant, type: ColumnType, pools: Pools): bigint | null {
  if (value === null) return null;
  if (typeof value === "string") return BigInt(pools.strings.internText(value));
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (type === "f64") {
    // Adding 0 turns negative zero into positive zero.
    SHARED.setFloat64(0, Number(value) + 0);
    return SHARED.getBigUint64(0);
  }
  return BigInt.asUintN(64, BigInt(value));
}

/** The word of an equal value in a column of this type; null if the type has none. */
export function toEqualWord(value: Constant, type: ColumnType, pools: Pools): bigint | null {
  if (typeof value === "bigint") {
    if (type === "f64") return toWord(fractionOf(value) ?? null, type, pools);
    const [low, high] = type === "i64" ? [I64_MIN, I64_MAX] : [0n, U64_MAX];
    return value < low || value > high ? null : toWord(value, type, pools);
  }
  if (typeof value !== "number") return toWord(value, type, pools);
  // NaN does not equal anything, including itself.
  if (type === "f64") return Number.isNaN(value) ? null : toWord(value, type, pools);
  const whole = integerEqualTo(value);
  return whole === undefined ? null : toEqualWord(whole, type, pools);
}

const NEGATIVE_ZERO = 0x8000_0000_0000_0000n;

/** Gives both zeros of doubles the same word, so that equal values have equal words. */
export function unifyZeros(pools: Pools, words: number, count: number): void {
  const { u64 } = pools.arena;
  const from = words >>> 3;
  for (let at = from; at < from + count; at++) if (u64[at] === NEGATIVE_ZERO) u64[at] = 0n;
}

/**
 * The key of a group: its value, or its code for text. Different bytes that are not UTF-8 may decode to the
 * same text, so encoding that text could give a code that the file does not contain.
 */
export function toKey(word: bigint, type: ColumnType, pools: Pools): Exclude<Constant, null> {
  return type === "text" || type === "bytes" ? word : toConstant(word, type, pools);
}

/** The value of a word. */
export function toConstant(word: bigint, type: ColumnType, pools: Pools): Exclude<Constant, null> {
  switch (type) {
    case "text":
    case "bytes":
      return pools.strings.text(Number(word));
    case "bool":
      return word !== 0n;
    case "f64":
      SHARED.setBigUint64(0, word);
      return SHARED.getFloat64(0);
    case "i64":
      return BigInt.asIntN(64, word);
    default:
      return word;
  }
}
