/**
 * Formats values for a page: in short form for readers, exact in the `value` attribute of a `data` element.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";
import type { ResultColumn, ResultValue } from "../base/result_table.ts";
import { exactText, isNumeric, readableText } from "../render/cell_text.ts";
import { isAddress } from "../render/screen_text.ts";
import { doubleText, sizeText, SUFFIXES } from "../render/number_text.ts";
import { type Markup, markup } from "./markup.ts";
import { shortFrames, shortName } from "../names/short_name.ts";
import { hasFunctionNames } from "../names/function_columns.ts";

const BYTES = /(^|_)(bytes|size|covered|uncovered)$/;

/** Returns whether a column contains numbers of bytes, which are shown in short form. */
export function isBytes({ name, type, display }: ResultColumn): boolean {
  return (type === "u64" || type === "u32" || type === "i64") && display !== "hex" && BYTES.test(name);
}

/** Returns the markup of a value. */
export function cellMarkup(column: ResultColumn, value: ResultValue): Markup {
  if (value === null) return markup`<span class="none" title="no value">–</span>`;
  if (typeof value === "boolean") return markup`${value ? "yes" : "no"}`;
  if (hasFunctionNames(column)) return nameMarkup(String(value), column.display === "functions");
  if (!isNumeric(column)) return markup`${readableText(column)(value)}`;
  return data(column, value, shortText(column, value));
}

/** Returns the short name of a function, or the short names of a backtrace; a tooltip shows the full name. */
export function nameMarkup(name: string, isBacktrace = false): Markup {
  const short = isBacktrace ? shortFrames(name) : shortName(name);
  return short === name ? markup`${name}` : markup`<span title="${name}">${short}</span>`;
}

/** Formats a number in short form. */
export function shortText(column: ResultColumn, value: NonNullable<ResultValue>): string {
  if (isBytes(column)) return sizeText(Number(value));
  if (isAddress(column)) return exactText({ ...column, display: "hex" })(value);
  return typeof value === "number" ? doubleText(value) : exactText(column)(value);
}

/** Formats a number in short form, but with all digits of counts, in groups; for sentences and axes. */
export function amountText(column: ResultColumn, value: NonNullable<ResultValue>): string {
  const short = shortText(column, value);
  return /^\d+$/.test(short) ? groupDigits(short) : short;
}

/** Formats a count with grouped digits. */
export function groupedMarkup(column: ResultColumn, value: ResultValue): Markup {
  if (typeof value !== "bigint" && typeof value !== "number") return cellMarkup(column, value);
  return data(column, value, amountText(column, value));
}

/** Formats a power of two as the range of numbers in its bin: `16–31`, `4 KiB–8 KiB`. */
export function powerMarkup(column: ResultColumn, power: ResultValue): Markup {
  if (typeof power !== "bigint") return markup`<data value="">0</data>`;
  return data(column, power, powerText(Number(power)));
}

/** Returns the label of a bin that contains everything from a value up. */
export function openMarkup(column: ResultColumn, least: ResultValue): Markup {
  const text = typeof least === "bigint" ? exactText(column)(least) : "0";
  return markup`<data value="${text}">${text} and more</data>`;
}

function powerText(power: number): string {
  if (power === 0) return "1";
  if (power < 10) return `${2 ** power}–${2 ** (power + 1) - 1}`;
  // The exponent of a 64-bit number is at most 63.
  const end = (each: number): string => `${2 ** (each % 10)}${SUFFIXES[Math.floor(each / 10)]!}`;
  return `${end(power)}–${end(power + 1)}`;
}

/** A shortened number has the exact number in its tooltip and in its `value` attribute. */
function data(column: ResultColumn, value: NonNullable<ResultValue>, shown: string): Markup {
  const exact = exactText(column)(value);
  return exact === shown
    ? markup`<data value="${exact}">${shown}</data>`
    : markup`<data value="${exact}" title="${exact}">${shown}</data>`;
}
