/**
 * Formats values as they are written in queries, and as they are displayed.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import { timeText } from "../base/time_text.ts";
import { hex } from "../base/u64.ts";
import { writtenName } from "../query/analysis/message_words.ts";
import type { Display } from "../base/result_table.ts";
import type { Constant, PlanColumn } from "../query/plan/values.ts";
import { isValueWord } from "../query/syntax/lexer.ts";
import { printString } from "../query/syntax/print_expression.ts";

/** The type and display of a value. */
export interface ValueType {
  readonly type: PlanColumn["type"];
  readonly display: Display;
}

/** A value in readable form. */
export function showValue(value: Exclude<Constant, null>, { type, display }: ValueType): string {
  if (typeof value === "bigint") {
    if (display === "hex") return hex(value);
    if (type === "time") return timeText(value);
  }
  return String(value);
}

/** A value as an expression; `isTaken` tells which bare words have another meaning. */
export function writeValue(
  value: Exclude<Constant, null>,
  shape: ValueType,
  isTaken: (word: string) => boolean,
): string {
  if (typeof value !== "string") return showValue(value, shape);
  const isPlain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(value) && writtenName(value) === value &&
    !isTaken(value);
  return isPlain ? value : printString(value);
}

/** A value directly after `COLUMN:`. */
export function writePattern(value: Exclude<Constant, null>, shape: ValueType): string {
  if (typeof value !== "string") return showValue(value, shape);
  return isWord(value) ? value : printString(value);
}

/** Whether a text after `COLUMN:` is parsed as a word that means exactly itself. */
function isWord(text: string): boolean {
  if (text === "" || isValueWord(text) || /^(?:null|true|false)$/.test(text)) return false;
  if (/[\s|;,{}()[\]*?"'`\\]/.test(text) || /^[=<>!]/.test(text) || text.endsWith(":")) return false;
  return !/^\/.*\/[imsu]*$/.test(text);
}

/** The content of a string literal with this kind of quote. */
export function writeStringContent(text: string, quote: string): string {
  const printed = printString(text);
  const body = printed.slice(1, -1);
  if (printed[0] === quote) return body;
  return body.replaceAll(quote, `\\${quote}`);
}

/** Returns the rest of an open string literal, closing it if it is not closed yet. */
export function writeStringTail(text: string, quote: string, after: string): string {
  return writeStringContent(text, quote) + (after === quote ? "" : quote);
}

export { writtenName } from "../query/analysis/message_words.ts";

/** Formats the name of a trace or context at a position where a bare word extends up to the next space. */
export function writeNameWord(name: string): string {
  return /^[^\s|,;)}{("'`]+$/.test(name) && !name.endsWith(":") ? name : printString(name);
}

/** Formats a row count: `1 row`, `12_345 rows`. */
export function rowsInWords(count: number): string {
  return countOf(count, "row");
}
