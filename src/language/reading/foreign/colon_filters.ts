/**
 * Translates filters with colons that are nearly valid: `tid:3, size:4KiB-64KiB`, `frame:100 to 200`, `(thread:1 or
 * thread:2) size:>=1MB`.
 * @module
 */

import { writtenName } from "../../../query/analysis/message_words.ts";
import type { QueryRowsInfo, ReadingContext } from "../reading_context.ts";

/** A condition, a bracket, or a word between conditions. */
const PIECE =
  /\s*(?:([()])|(and|or|not|,)(?![\w:])|(\w+)\s*(?::|\s(?=overlaps\s))\s*((?:overlaps\s+)?(?:[<>]=?\s*)?(?:"[^"]*"|'[^']*'|[^\s,()]+)(?:\s+to\s+[^\s,()]+)?))/giy;
const AMOUNT = String.raw`(?:0x[\da-f]+|\d[\d_.]*[a-z]*)`;
const RANGE = new RegExp(`^(${AMOUNT})(?:\\s*-\\s*|\\.\\.|\\s+to\\s+)(${AMOUNT})$`, "i");

/** Translates a text that consists of filters with colons to a condition; null for any other text. */
export function colonFilter(text: string, rows: QueryRowsInfo, world: ReadingContext): string | null {
  const written: string[] = [];
  let at = 0;
  const source = text.trim();
  while (at < source.length) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(source);
    if (!found) return null;
    at = PIECE.lastIndex;
    const [, bracket, word, name, value] = found;
    const last = written.at(-1);
    const followsCondition = last !== undefined && !/^(?:and|or|not|\()$/.test(last);
    if (bracket === ")") written.push(")");
    else if (word === ",") continue;
    else if (word !== undefined && !/^not$/i.test(word)) written.push(word.toLowerCase());
    else {
      if (followsCondition) written.push("and");
      if (bracket !== undefined || word !== undefined) written.push(bracket ?? "not");
      else {
        const column = world.column(name!, rows);
        if (column === undefined) return null;
        written.push(colonCondition(writtenName(column), value!));
      }
    }
  }
  return written.length === 0 ? null : written.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

function colonCondition(column: string, value: string): string {
  const plain = value.replaceAll(
    /(\d)([kmgtp])i?b\b/gi,
    (_, digit: string, unit: string) => digit + unit.toUpperCase(),
  );
  const [, sign, limit] = /^([<>]=?)\s*(.+)$/.exec(plain) ?? [];
  if (sign !== undefined) return `${column} ${sign} ${limit}`;
  const [, low, high] = RANGE.exec(plain) ?? [];
  if (low !== undefined) return `${column} in ${low}..=${high}`;
  return /^overlaps\s/i.test(plain) ? `${column} ${plain}` : `${column}:${plain}`;
}
