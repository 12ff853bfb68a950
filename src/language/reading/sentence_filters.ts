/**
 * Reads the conditions in a question in plain words that name values: "in main.c", "not in main", "redundant",
 * "thread 12".
 * @module
 */

import { writtenName } from "../../query/analysis/message_words.ts";
import { LooseStageParts, removeQuotes } from "./loose_columns.ts";
import { columnsOf } from "./sentence_bases.ts";
import type { SentenceCursor } from "./sentence_cursor.ts";
import type { Found } from "./sentence_draft.ts";
import type { SentenceToken } from "./sentence_tokens.ts";
import { type NamedValue, unseenValue } from "./sentence_values.ts";
import { EMPTY_MARKERS, HIGHEST_WORDS, NOT_MARKERS } from "./sentence_words.ts";

/** Reads an adjective of the rows: "redundant", "never freed". */
export function readAdjective(cursor: SentenceCursor): boolean {
  const rows = cursor.rows;
  const { draft } = cursor;
  const table = rows?.table ?? cursor.world.catalog.subject?.table;
  const says = Object.entries(table === undefined ? {} : cursor.world.words(table).says ?? {});
  // Compare whole words instead of stems, because "hits" is a column, but "hit" is an adjective.
  const found = cursor.phrase(new Map(says), cursor.at, 6, true);
  if (!found) return false;
  // The adjective may be part of the phrase that was chosen for the rows.
  const base = cursor.phrase(cursor.bases);
  if (base && base.length >= found.length && cursor.draft.base === base.value) return false;
  // "freed by main" is about another column than "freed".
  const column = cursor.columnWords();
  if (column && column.length > found.length && valueAfter(cursor, column) !== null) return false;
  draft.base ??= { queries: [table!], rank: 2 };
  if (!draft.base.queries.some((query) => query === "leaks" && found.value === "leaked")) {
    draft.says.push(found.value);
  }
  cursor.at += found.length;
  return true;
}

/** Reads `thread 12`, `frame 10`, `freed by main`. */
export function readColumnWithValue(cursor: SentenceCursor): boolean {
  const column = cursor.columnWords();
  const value = column && valueAfter(cursor, column);
  if (!column || !value) return false;
  // In "size 5 largest", 5 is a number of rows, not a size.
  if (
    value.kind === "number" &&
    (value.text.endsWith("%") ||
      HIGHEST_WORDS.includes(cursor.pieces[cursor.at + column.length + 1]?.stem ?? ""))
  ) return false;
  cursor.draft.hasUnseen ||= value.kind === "number";
  cursor.draft.filters.push(`${writtenName(column.value)} == ${literal(cursor, column.value, value)}`);
  cursor.at += column.length + 1;
  return true;
}

/** The value that follows the name of a column; null if something else follows. */
function valueAfter(cursor: SentenceCursor, { value, length }: Found<string>): SentenceToken | null {
  const piece = cursor.pieces[cursor.at + length];
  return piece && (piece.kind === "number" || isValue(cursor, value, piece)) ? piece : null;
}

/** Reads a filter that begins at a piece, up to a word such as "by" that begins another part of the question. */
export function readCondition(cursor: SentenceCursor, from: number): boolean {
  const rows = cursor.rows ?? cursor.subjectRows();
  if (!rows) return false;
  let to = from;
  while (to < cursor.pieces.length) {
    const { stem, text } = cursor.pieces[to]!;
    if (
      to > from && (/^(?:by|per|sorted|ordered|order|sort|group|grouped|limit)$/.test(stem) || text === "|")
    ) break;
    to++;
  }
  if (to === from) return false;
  const text = cursor.pieces.slice(from, to).map((each) => each.text).join(" ");
  const condition = new LooseStageParts(cursor.world, rows).condition(text);
  const base = cursor.draft.base?.queries[0] ?? rows.table;
  // A single column name is not enough to be read as a filter.
  if (
    !/[=<>~]| in | is |contains|has /.test(condition) ||
    cursor.world.rows(`${base} | where ${condition}`) === null
  ) return false;
  cursor.draft.base ??= { queries: [rows.table], rank: 2 };
  cursor.draft.filters.push(condition);
  cursor.at = to;
  return true;
}

/** Reads `not in main`, `outside of std::*`, `except main`. */
export function readExclusion(cursor: SentenceCursor): boolean {
  const mark = cursor.marker(NOT_MARKERS);
  const valued = mark > 0 ? readValue(cursor, cursor.at + mark, true) : 0;
  cursor.at += valued > 0 ? mark + valued : 0;
  return valued > 0;
}

/** Reads `without a function`, `with no draws`. */
export function readMissingValue(cursor: SentenceCursor): boolean {
  const mark = cursor.marker(EMPTY_MARKERS);
  const rows = cursor.rows;
  const found = mark > 0 && rows ? cursor.phrase(columnsOf(rows, cursor.world), cursor.at + mark) : null;
  if (!found) return false;
  const whole = cursor.world.catalog.table(rows!.table, null)?.columns;
  const isNumber = cursor.world.typeOf(found.value, rows!) !== "text" &&
    cursor.world.words(rows!.table).named?.includes(found.value) !== true;
  if (cursor.world.typeOf(found.value, rows!) === "bool" || whole === undefined) return false;
  const isAmount = isNumber &&
    /^(?:draws|calls|uploads|branches|count|bytes|covered|refs)$/.test(found.value);
  if (isNumber && !isAmount && !/^(?:line|thread|addr|stack)$/.test(found.value)) return false;
  cursor.draft.filters.push(`${writtenName(found.value)} ${isAmount ? "== 0" : "is null"}`);
  cursor.at += mark + found.length;
  return true;
}

/**
 * Reads a value of some column, or several with "or" between them, and returns the number of pieces read. The value may
 * stand alone or after a word such as "in".
 */
export function readValue(cursor: SentenceCursor, at: number, isExcluded = false): number {
  const isNamed = at !== cursor.at;
  const first = valueAt(cursor, at, isNamed);
  if (first === null) return 0;
  const values = [first.value];
  let to = at + 1;
  while (!first.isPattern && /^(?:or|nor)$/.test(cursor.pieces[to]?.stem ?? "")) {
    const next = valueAt(cursor, to + 1, isNamed);
    if (next === null || next.isPattern || next.column !== first.column) break;
    values.push(next.value);
    to += 2;
  }
  cursor.draft.base ??= { queries: [first.table], rank: 2 };
  cursor.draft.hasUnseen ||= first.isUnseen;
  const quoted = values.map((value) => JSON.stringify(value));
  const test = quoted.length > 1
    ? `${isExcluded ? "not in" : "in"} {${quoted.join(", ")}}`
    : first.isPattern
    ? `${isExcluded ? "!~" : "~"} ${quoted[0]}`
    : `${isExcluded ? "!=" : "=="} ${quoted[0]}`;
  cursor.draft.filters.push(`${first.column} ${test}`);
  return to - at;
}

/** The value at a piece, and the column that has it. */
function valueAt(cursor: SentenceCursor, at: number, isNamed: boolean): NamedValue | null {
  const piece = cursor.pieces[at];
  const rows = cursor.rows ?? cursor.subjectRows();
  if (!piece || piece.kind === "sign" || piece.kind === "number" || !rows) return null;
  const text = removeQuotes(piece.text);
  const isAnyTable = cursor.draft.base === null;
  const tables = new Set([rows.table, ...(isAnyTable ? [cursor.world.catalog.mainTable] : [])]);
  for (const table of tables) {
    const here = table === rows.table ? rows : cursor.world.rows(table);
    const found = here && cursor.values.find(table, here, { text, isNamed, isExact: isAnyTable });
    if (found) return found;
  }
  return isNamed ? unseenValue(columnsOf(rows, cursor.world), rows.table, text) : null;
}

function isValue(cursor: SentenceCursor, column: string, piece: SentenceToken): boolean {
  const rows = cursor.rows;
  return rows !== null && piece.kind !== "sign" &&
    cursor.values.has(rows.table, column, removeQuotes(piece.text));
}

function literal(cursor: SentenceCursor, column: string, piece: SentenceToken): string {
  if (piece.kind === "number") return piece.text;
  return `"${cursor.values.spelled(cursor.rows!.table, column, removeQuotes(piece.text))}"`;
}
