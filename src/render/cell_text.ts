/**
 * Formats a value as text: exact for programs, or readable for the screen.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultColumn, ResultValue } from "../base/result_table.ts";
import { timeText } from "../base/time_text.ts";
import { hex } from "../base/u64.ts";
import { doubleText, sizeText, SUFFIXES } from "./number_text.ts";

/** Formats the values of one column. Each mode writes `null` in its own way. */
export type CellText = (value: NonNullable<ResultValue>) => string;

const BYTES_SHOWN = SHOW_LIMITS.bytesShown.most;

/** True if the values of a column are right-aligned. */
export function isNumeric(column: ResultColumn): boolean {
  return column.type !== "text" && column.type !== "bytes" && column.type !== "bool";
}

/** Exact text: integers in full, addresses in hexadecimal, doubles so that they read back unchanged. */
export function exactText(column: ResultColumn): CellText {
  if (column.display === "hex") return (value) => isInteger(value) ? hex(value) : String(value);
  if (isTime(column)) return (value) => isInteger(value) ? timeText(BigInt(value)) : String(value);
  if (column.type === "bytes") return (value) => value instanceof Uint8Array ? value.toHex() : String(value);
  return String;
}

/** Shortened text: doubles to six digits, only the start of long bytes. */
export function readableText(column: ResultColumn): CellText {
  if (column.type === "f64") return (value) => typeof value === "number" ? doubleText(value) : String(value);
  if (column.type === "bytes") {
    return (value) => value instanceof Uint8Array ? bytesText(value) : String(value);
  }
  return exactText(column);
}

/** True for a column of times. */
function isTime(column: ResultColumn): boolean {
  return column.type === "time" ? column.display !== "plain" : column.display === "time";
}

/** A size with its unit, for a sentence: `512 B`, `4.0 KiB`, `1.5 MiB`. */
export function bytesInWords(bytes: number): string {
  return sizeText(bytes).replace(/(?<=\d)$/, " B");
}

function bytesText(bytes: Uint8Array): string {
  const shown = bytes.subarray(0, BYTES_SHOWN).toHex();
  return bytes.length > BYTES_SHOWN ? `${shown}… (${bytes.length} bytes)` : shown;
}

function isInteger(value: ResultValue): value is bigint | number {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** A power of two as the range it stands for: `16..32`, `4 KiB..8 KiB`. */
export function powerText(power: number): string {
  const end = (each: number): string => `${2 ** (each % 10)}${SUFFIXES[Math.floor(each / 10)]!}`;
  return power === 0 ? "0..2" : `${end(power)}..${end(power + 1)}`;
}
