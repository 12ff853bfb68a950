/**
 * Reads the comparisons in a question in plain words: "larger than 4 KB", "between 1K and 2K", "live longer than 5
 * ms".
 * @module
 */

import { writtenName } from "../../query/analysis/message_words.ts";
import type { QueryRowsInfo } from "./reading_context.ts";
import { amountAt, type AmountComparison, comparisonAt } from "./sentence_amounts.ts";
import { columnsOf } from "./sentence_bases.ts";
import type { SentenceCursor } from "./sentence_cursor.ts";
import type { Figure, Found } from "./sentence_draft.ts";
import { stemsOf } from "./sentence_tokens.ts";
import { AFTER_AMOUNTS, FILLER_WORDS, IDENTIFIER_COLUMNS } from "./sentence_words.ts";

/** Reads `larger than 1 KB`, `over 4K`, `size above 100 bytes`, `more than 20 calls`, `older than 5 s`. */
export function readComparison(cursor: SentenceCursor): boolean {
  const rows = cursor.rows;
  if (!rows) return false;
  if (readBetween(cursor, rows)) return true;
  const found = comparisonAt(cursor.pieces, cursor.at);
  if (found === null) return false;
  const noun = amountNoun(cursor, cursor.at + found.length, rows);
  // "More than 5 leaks" counts leaks: the number does not belong to a column of these rows.
  const next = cursor.pieces[cursor.at + found.length];
  const isNoun = next?.kind === "word" && !FILLER_WORDS.has(next.stem) && !AFTER_AMOUNTS.has(next.stem);
  if (noun === null && isNoun && found.unit === null && /^(?:more|less|fewer|at|no|up)/.test(found.words)) {
    return false;
  }
  const timed = found.unit === "times" ? countedAdjective(cursor, rows) : undefined;
  const named = noun?.value ?? timed ?? cursor.draft.columns.pop() ?? measure(cursor, found, rows);
  const column = named === "life" && found.unit === "time" ? "age" : named;
  if (column === undefined) return false;
  const figure = cursor.draft.figure;
  if ((found.unit === "percent") !== (figure !== null && figure.as === column)) return false;
  // The query is offered even if no row of this trace fits.
  cursor.draft.hasUnseen = true;
  cursor.draft.filters.push(`${writtenName(column)} ${found.sign} ${found.text}`);
  cursor.at += found.length + (noun?.length ?? 0);
  return true;
}

/** In "resized more than once", returns the column that the adjective tests, and removes the adjective's condition. */
function countedAdjective(cursor: SentenceCursor, rows: QueryRowsInfo): string | undefined {
  const said = cursor.draft.says.at(-1);
  const hasCount = said === "covered" && rows.columns.some(({ name }) => name === "count");
  const counted = hasCount ? "count" : /^(\w+) > 0$/.exec(said ?? "")?.[1];
  if (counted !== undefined) cursor.draft.says.pop();
  return counted;
}

/** Reads "live" in "live longer than 5 ms" as the lifetime of blocks, not as a word for live blocks. */
export function readLifetime(cursor: SentenceCursor): boolean {
  if (!startsLifetime(cursor, cursor.at)) return false;
  cursor.draft.columns.push("life");
  cursor.at++;
  return true;
}

/** Whether a comparison of lifetimes begins at a piece: "live longer than 5 ms". */
export function startsLifetime(cursor: SentenceCursor, at: number): boolean {
  return /^(?:live|lived)$/.test(cursor.pieces[at]?.stem ?? "") &&
    comparisonAt(cursor.pieces, at + 1) !== null;
}

/** Reads "after frame 30", "before line 100". */
export function readBeforeOrAfter(cursor: SentenceCursor): boolean {
  const [, later] = /^(after|before)$/.exec(cursor.pieces[cursor.at]!.stem) ?? [];
  const rows = later === undefined ? null : cursor.rows;
  const column = rows ? cursor.phrase(columnsOf(rows, cursor.world), cursor.at + 1) : null;
  const value = column ? cursor.pieces[cursor.at + 1 + column.length] : undefined;
  if (!column || !/^\d+$/.test(value?.text ?? "") || cursor.world.typeOf(column.value, rows!) === "text") {
    return false;
  }
  cursor.draft.filters.push(`${writtenName(column.value)} ${later === "after" ? ">" : "<"} ${value!.text}`);
  cursor.draft.hasUnseen = true;
  cursor.at += column.length + 2;
  return true;
}

/** Reads `between 100 and 200 bytes`. */
function readBetween(cursor: SentenceCursor, rows: QueryRowsInfo): boolean {
  if (cursor.pieces[cursor.at]!.stem !== "between") return false;
  const low = amountAt(cursor.pieces, cursor.at + 1);
  const and = cursor.at + 1 + (low?.length ?? 0);
  const high = cursor.pieces[and]?.stem === "and" ? amountAt(cursor.pieces, and + 1) : null;
  if (low === null || high === null) return false;
  // Calls have no size, so "calls between 2500 and 2514" means their numbers.
  const numbers = rows.table === "calls" && high.unit === null ? "no" : undefined;
  const column = cursor.draft.columns.pop() ?? numbers ??
    measure(cursor, { ...high, sign: "", words: "" }, rows);
  if (column === undefined) return false;
  cursor.draft.filters.push(`${writtenName(column)} in ${low.text}..=${high.text}`);
  cursor.at = and + 1 + high.length;
  return true;
}

/** The column that the noun after a number names, if it contains amounts: `calls` in "more than 20 calls". */
function amountNoun(cursor: SentenceCursor, at: number, rows: QueryRowsInfo): Found<string> | null {
  const figure = figureAt(cursor, at, rows);
  if (figure) {
    cursor.draft.figure = figure.value;
    return { value: figure.value.as, length: figure.length };
  }
  const found = cursor.phrase(columnsOf(rows, cursor.world), at);
  if (!found || cursor.pieces[at + found.length]?.kind === "number") return null;
  const type = cursor.world.typeOf(found.value, rows);
  const isKey = cursor.world.words(rows.table).named?.includes(found.value) || found.value === "thread";
  return type === "text" || type === "bool" || isKey || IDENTIFIER_COLUMNS.has(found.value) ? null : found;
}

/** The column to compare with an amount if the question names none. */
function measure(
  cursor: SentenceCursor,
  { unit, words, sign }: AmountComparison,
  rows: QueryRowsInfo,
): string | undefined {
  const has = (name: string): boolean => rows.columns.some((each) => each.name === name);
  if (unit === "percent") return cursor.draft.figure?.as;
  if (unit === "times") return ["calls", "count"].find(has);
  if (unit === "time" || /^(?:longer|shorter|older|younger)/.test(words)) {
    // Live blocks have no lifetime yet.
    const isLive = cursor.draft.base?.queries.some((query) => /^(?:leaks|live|peak)\b/.test(query));
    return isLive ? undefined : cursor.world.column(unit === "time" ? "age" : "life", rows);
  }
  const column = ["size", "bytes", "blob_bytes", "count"].find(has);
  // Without a unit, "calls > 100" may mean anything.
  const isSize = unit === "bytes" || /larg|big|small/.test(words);
  return column === "blob_bytes" && !isSize && sign !== "" ? undefined : column;
}

/** Reads an amount that a table calculates for each of its rows, such as the coverage of files. */
export function readFigure(cursor: SentenceCursor): boolean {
  const rows = cursor.rows;
  const found = rows && figureAt(cursor, cursor.at, rows);
  if (!found || cursor.draft.base === null || cursor.draft.base.rank === 0) return false;
  cursor.draft.figure = found.value;
  cursor.at += found.length;
  return true;
}

function figureAt(cursor: SentenceCursor, at: number, rows: QueryRowsInfo): Found<Figure> | null {
  const figures = Object.entries(cursor.world.words(rows.table).figures ?? {});
  return cursor.phrase(new Map(figures.map(([words, figure]) => [stemsOf(words), figure])), at);
}
