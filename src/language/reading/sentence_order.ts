/**
 * Reads the order of the rows in a question in plain words, and how many rows it asks for: "sorted by size", "largest
 * first", "top 5".
 * @module
 */

import { writtenName } from "../../query/analysis/message_words.ts";
import { COLUMN_SYNONYMS } from "../../tables/column_words.ts";
import type { SentenceCursor } from "./sentence_cursor.ts";
import { type SentenceToken, stemsOf } from "./sentence_tokens.ts";
import { HIGHEST_WORDS, LOWEST_WORDS } from "./sentence_words.ts";

/** Reads `size desc` after a marker such as "sorted by" of this length. */
export function readSortColumn(cursor: SentenceCursor, length: number): boolean {
  cursor.at += length;
  const column = cursor.columnWords();
  if (!column) return false;
  cursor.at += column.length;
  const [, direction] = /^(asc|desc)/.exec(cursor.pieces[cursor.at]?.stem ?? "") ?? [];
  if (direction !== undefined) cursor.at++;
  const down = direction === undefined
    ? cursor.world.typeOf(column.value, cursor.rows!) !== "text"
    : direction === "desc";
  cursor.draft.sort = `sort ${writtenName(column.value)}${down ? " desc" : ""}`;
  return true;
}

/** Reads `largest first`, `worst first`, `descending`. */
export function readDirection(cursor: SentenceCursor): boolean {
  const [piece, next] = cursor.pieces.slice(cursor.at, cursor.at + 2);
  const isDown = /^(?:descending|desc)$/.test(piece!.stem);
  if (isDown || /^(?:ascending|asc)$/.test(piece!.stem)) {
    const { keys } = cursor.draft;
    // "leaks by size ascending" asks for an order, "leaks by thread" for groups.
    const isGrouped = /^group/.test(cursor.pieces[cursor.at - 3]?.stem ?? "");
    if (keys.length === 1 && /^(?:size|bytes|life|age)$/.test(keys[0]!) && !isGrouped) {
      cursor.draft.sort = `sort ${keys.pop()}${isDown ? " desc" : ""}`;
    } else cursor.draft.order = isDown ? "down" : "up";
    cursor.at++;
    return true;
  }
  if (next?.stem !== "first" || cursor.pieces[cursor.at + 2]?.kind === "number") return false;
  const isWorst = piece!.stem === "worst";
  const isUp = LOWEST_WORDS.includes(piece!.stem) || /^(?:shortest|least)$/.test(piece!.stem);
  if (!isWorst && !isUp && !HIGHEST_WORDS.includes(piece!.stem) && piece!.stem !== "longest") return false;
  cursor.draft.order = isWorst ? "worst" : isUp ? "up" : "down";
  cursor.at += 2;
  return true;
}

/** Reads `first 5`, `last 3`, `last frame`. */
export function readFirstOrLast(cursor: SentenceCursor): boolean {
  const draft = cursor.draft;
  const [piece, next, after] = cursor.pieces.slice(cursor.at, cursor.at + 3);
  if (!/^(?:first|last)$/.test(piece!.stem) || !next) return false;
  const stage = piece!.stem === "first" ? "take" : "tail";
  if (/^\d+$/.test(next.text)) {
    const count = Number(next.text);
    // "frames with most calls, first 5"
    if (draft.rank !== null && stage === "take") draft.rank = { ...draft.rank, count };
    else draft.take = { stage, count };
    cursor.at += 2;
    return true;
  }
  // "the last frame"
  const base = cursor.phrase(cursor.bases, cursor.at + 1);
  const isOne = base?.value === draft.base && draft.single && base?.length === 1 &&
    after?.kind !== "number";
  if (!isOne) return false;
  draft.take = { stage, count: 1 };
  cursor.at++;
  return true;
}

/** Reads `5 largest`, `2 files with the lowest coverage`, `3 longest lived`, from the number on. */
export function readRankedCount(
  cursor: SentenceCursor,
  piece: SentenceToken,
  next: SentenceToken | undefined,
): boolean {
  if (!/^\d+$/.test(piece.text)) return false;
  const count = Number(piece.text);
  if (next && (HIGHEST_WORDS.includes(next.stem) || LOWEST_WORDS.includes(next.stem))) {
    return rankRows(cursor, 2, LOWEST_WORDS.includes(next.stem), count, false);
  }
  cursor.at++;
  // "2 files with the lowest coverage"
  const isBase = cursor.phrase(cursor.bases)?.value === cursor.draft.base;
  const isRanked = cursor.pieces.slice(cursor.at).some(({ stem }) =>
    HIGHEST_WORDS.includes(stem) || LOWEST_WORDS.includes(stem)
  );
  if (isBase && isRanked) return rankRows(cursor, 0, false, count, false);
  if (readSuperlative(cursor)) {
    cursor.draft.rank = { ...cursor.draft.rank!, count };
    return true;
  }
  return false;
}

/** Notes that a sentence asks for the largest or smallest rows, after this many pieces; returns true. */
export function rankRows(
  cursor: SentenceCursor,
  words: number,
  isLeast: boolean,
  count: number | null,
  often: boolean,
): boolean {
  const before = cursor.draft.rank;
  cursor.draft.rank = {
    down: !isLeast,
    count: count ?? before?.count ?? null,
    often: often || (before?.often ?? false),
    by: before?.by ?? null,
  };
  cursor.at += words;
  return true;
}

/** Reads a superlative that a column defines, such as "longest lived". */
export function readSuperlative(cursor: SentenceCursor): boolean {
  const rows = cursor.rows ?? cursor.subjectRows();
  if (!rows) return false;
  const words = new Map<string, { by: string; down: boolean }>();
  for (const { name } of rows.columns) {
    for (const source of [cursor.world.words(rows.table).columns?.[name], COLUMN_SYNONYMS[name]]) {
      for (const each of source?.most ?? []) {
        if (!words.has(stemsOf(each))) words.set(stemsOf(each), { by: name, down: true });
      }
      for (const each of source?.least ?? []) {
        if (!words.has(stemsOf(each))) words.set(stemsOf(each), { by: name, down: false });
      }
    }
  }
  const found = cursor.phrase(words);
  if (!found) return false;
  cursor.draft.base ??= { queries: [rows.table], rank: 2 };
  cursor.draft.rank = { ...found.value, count: cursor.draft.rank?.count ?? null, often: false };
  cursor.at += found.length;
  return true;
}
