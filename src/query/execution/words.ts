/**
 * Between JavaScript values and the 64-bit words that columns are made of.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Pools } from "../../tables/pools.ts";
import { I64_MAX, I64_MIN, U64_MAX } from "../../base/u64.ts";
import { fractionOf, wholeOf } from "../plan/beside_fractions.ts";
import type { Constant } from "../plan/values.ts";

const SHARED = new DataView(new ArrayBuffer(8));

/** The word of a value in a column of this type; null for null. Texts are interned; a number stands for a text that has it as its code. */
export function toWord(value: Constant, type: ColumnType, pools: Pools): bigint | null {
  if (value === null) return null;
  if (typeof value === "string") return BigInt(pools.strings.internText(value));
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (type === "f64") {
    // Adding 0 makes the negative zero the other one.
    SHARED.setFloat64(0, Number(value) + 0);
    return SHARED.getBigUint64(0);
  }
  return BigInt.asUintN(64, BigInt(value));
}

/** The word of the same value in a column of this type; null where no value of the type is the same number. */
export function toSameWord(value: Constant, type: ColumnType, pools: Pools): bigint | null {
  if (typeof value === "bigint") {
    if (type === "f64") return toWord(fractionOf(value) ?? null, type, pools);
    const [low, high] = type === "i64" ? [I64_MIN, I64_MAX] : [0n, U64_MAX];
    return value < low || value > high ? null : toWord(value, type, pools);
  }
  if (typeof value !== "number") return toWord(value, type, pools);
  // "Not a number" is not a number, itself included.
  if (type === "f64") return Number.isNaN(value) ? null : toWord(value, type, pools);
  const whole = wholeOf(value);
  return whole === undefined ? null : toSameWord(whole, type, pools);
}

const NEGATIVE_ZERO = 0x8000_0000_0000_0000n;

/** Gives both zeros of doubles the same word, so that words are equal where values are. */
export function joinZeros(pools: Pools, words: number, count: number): void {
  const { u64 } = pools.arena;
  const from = words >>> 3;
  for (let at = from; at < from + count; at++) if (u64[at] === NEGATIVE_ZERO) u64[at] = 0n;
}

/**
 * What a group remembers of its key: the value, but of a text its code. Bytes that are not UTF-8 read as a text that other
 * bytes spell, so that the way back from the text may end at another code, which the file does not hold.
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
