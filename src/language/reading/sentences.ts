/**
 * Reads questions in plain words, such as "largest leaks by file" or "lines not covered in main.c". Every word
 * must be understood, otherwise nothing is returned: a query that answers a different question is worse than no
 * query.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { writtenName } from "../../query/analysis/message_words.ts";
import { AGGREGATE_WORDS, removeQuotes } from "./loose_columns.ts";
import type { ReadingContext } from "./reading_context.ts";
import { amountAt, sizeUnit } from "./sentence_amounts.ts";
import { basesOf, columnsOf } from "./sentence_bases.ts";
import {
  readBeforeOrAfter,
  readComparison,
  readFigure,
  readLifetime,
  startsLifetime,
} from "./sentence_comparisons.ts";
import { SentenceCursor } from "./sentence_cursor.ts";
import { type Draft, type Found, type PhraseBase, SWAP } from "./sentence_draft.ts";
import {
  readAdjective,
  readColumnWithValue,
  readCondition,
  readExclusion,
  readMissingValue,
  readValue,
} from "./sentence_filters.ts";
import {
  rankRows,
  readDirection,
  readFirstOrLast,
  readRankedCount,
  readSortColumn,
  readSuperlative,
} from "./sentence_order.ts";
import { compose, sameTable } from "./sentence_queries.ts";
import { stemsOf, wordsOf } from "./sentence_tokens.ts";
import {
  BETWEEN_MARKERS,
  COMPARE_MARKERS,
  COUNT_MARKERS,
  FILLER_WORDS,
  FREQUENCY_WORDS,
  HIGHEST_WORDS,
  HISTOGRAM_WORDS,
  KEY_MARKERS,
  LOWEST_WORDS,
  POINT_MARKERS,
  SORT_MARKERS,
  TIMELINE_PHRASES,
  VALUE_MARKERS,
} from "./sentence_words.ts";

/**
 * Queries that a sentence may mean, best match first. If `over` is given, the sentence refers to the rows of
 * that query.
 */
export function readSentence(text: string, world: ReadingContext, over?: string): string[] {
  const pieces = wordsOf(text);
  if (pieces.length === 0 || pieces.length > QUERY_LIMITS.readWords.most) return [];
  const all = basesOf(world);
  // "Total allocated" has a query of its own, which "total allocated MB by function" cannot extend.
  const plain = new Map(
    [...all].filter(([, { queries }]) => !queries.some((query) => query.includes(" | "))),
  );
  for (const bases of [all, plain]) {
    const draft = readDraft(new SentenceCursor(pieces, world, { over, bases }));
    const queries = draft === null ? [] : [...new Set(compose(draft, world, over))].slice(0, 3);
    if (queries.length > 0) return queries;
  }
  return [];
}

/** Reads a whole sentence; null if a word is not understood. */
function readDraft(cursor: SentenceCursor): Draft | null {
  chooseBase(cursor);
  while (cursor.at < cursor.pieces.length) {
    if (!readStep(cursor)) return null;
  }
  const { who, keys, dimensions } = cursor.draft;
  if (who !== null && keys.length === 0) dimensions.unshift(who);
  return cursor.draft;
}

/** Chooses the most specific phrase for the rows. Other such phrases may name keys, or have no meaning. */
function chooseBase(cursor: SentenceCursor): void {
  if (cursor.over !== undefined) return;
  const all: { readonly base: PhraseBase; readonly said: string; readonly last: string }[] = [];
  const sayings = new Map(
    adjectivesOfTables(cursor).flatMap((words) => words.includes(" ") ? [[words, true] as const] : []),
  );
  for (let at = 0; at < cursor.pieces.length; at++) {
    const saying = cursor.phrase(sayings, at, 6, true);
    const found = cursor.phrase(cursor.bases, at);
    if (!found) {
      at += saying ? saying.length - 1 : 0;
      continue;
    }
    // "frame 10" is a column with a value, not a phrase for rows.
    const after = cursor.pieces[at + found.length];
    if (found.value.rank < 3 && after?.kind === "number" && isColumn(cursor, at, found.length)) continue;
    if (found.length === 1 && startsLifetime(cursor, at)) continue;
    if (saying && saying.length > found.length) {
      at += saying.length - 1;
      continue;
    }
    const words = cursor.pieces.slice(at, at + found.length);
    const said = words.map(({ stem }) => stem).join(" ");
    if (!cursor.follows(KEY_MARKERS, at)) all.push({ base: found.value, said, last: words.at(-1)!.text });
    at += found.length - 1;
  }
  // "uncovered" alone names rows, but in "uncovered functions" it is a condition on functions.
  const isSaid = (said: string): boolean =>
    all.some(({ base, said: other }) =>
      other !== said && base.rank > 0 &&
      adjectivesOf(cursor, base.queries[0]!).some((words) => stemsOf(words) === said)
    );
  const named = all.filter(({ said }) => !isSaid(said));
  for (const { base, last } of named) {
    if (cursor.draft.base !== null && base.rank <= cursor.draft.base.rank) continue;
    cursor.draft.base = base;
    cursor.draft.single = !/s$/i.test(last);
  }
}

/** The adjectives that any table defines for its rows. */
function adjectivesOfTables(cursor: SentenceCursor): readonly string[] {
  return cursor.world.catalog.tableNames.flatMap((table) =>
    Object.keys(cursor.world.words(table).says ?? {})
  );
}

/** Whether the words name a column of the main table of the traces. */
function isColumn(cursor: SentenceCursor, at: number, length: number): boolean {
  const rows = cursor.subjectRows();
  return rows !== null && cursor.phrase(columnsOf(rows, cursor.world), at, length) !== null;
}

/** The adjectives for the rows of a query. */
function adjectivesOf(cursor: SentenceCursor, query: string): readonly string[] {
  const table = cursor.world.rows(query)?.table;
  return table === undefined ? [] : Object.keys(cursor.world.words(table).says ?? {});
}

/** Reads the next words; false if they are not understood. */
function readStep(cursor: SentenceCursor): boolean {
  const { catalog } = cursor.world;
  const draft = cursor.draft;
  const piece = cursor.pieces[cursor.at]!;
  const next = cursor.pieces[cursor.at + 1];
  const skip = (count: number): true => {
    cursor.at += count;
    return true;
  };
  // Names of traces, and the words between the names.
  const trace = catalog.traceNames.find((name) =>
    name.toLowerCase() === removeQuotes(piece.text).toLowerCase()
  );
  if (trace !== undefined && catalog.traceNames.length > 1) {
    draft.of.push(trace);
    return skip(1);
  }
  // leaks in after but not in before
  const without = cursor.marker(["but not in", "and not in", "but not", "not in", "minus"]);
  if (without > 0 && draft.of.length > 0 && catalog.traceNames.length > 1) {
    draft.compares = true;
    draft.without = true;
    draft.of.push(SWAP);
    return skip(without);
  }
  const compares = cursor.marker(COMPARE_MARKERS);
  if (compares > 0) {
    draft.compares = true;
    return skip(compares);
  }
  if (catalog.traceNames.length > 1) {
    const between = cursor.marker(BETWEEN_MARKERS);
    if (between > 0 && (draft.of.length > 0 || draft.compares) && !/^(?:to|with|and|,)$/.test(piece.stem)) {
      draft.compares = true;
      return skip(between);
    }
    if (between > 0 && draft.compares) return skip(between);
  }
  const says = readAdjective(cursor);
  if (says) return says;
  const point = readPoint(cursor);
  if (point) return skip(point);
  const sort = cursor.marker(SORT_MARKERS);
  if (sort > 0) return readSortColumn(cursor, sort);
  const keys = cursor.marker(KEY_MARKERS);
  if (keys > 0 && readGroupColumns(cursor, keys)) return true;
  // sizes in 1K..4K, where size > 3
  if (/^(?:where|with|having|if|whose|that)$/.test(piece.stem) && readCondition(cursor, cursor.at + 1)) {
    return true;
  }
  // In "allocs > 1M" the table stands for its sizes.
  const isSized = /^[<>]=?$/.test(next?.text ?? "") && cursor.phrase(cursor.bases)?.value === draft.base;
  if (
    piece.kind === "word" && next && /^(?:[=!<>]=?~?|~)$/.test(next.text) && !isSized &&
    readCondition(cursor, cursor.at)
  ) return true;
  if (readComparison(cursor)) return true;
  if (readExclusion(cursor) || readMissingValue(cursor)) return true;
  if (readPercentile(cursor) || readSizeUnit(cursor) || readFigure(cursor) || readDirection(cursor)) {
    return true;
  }
  if (readLifetime(cursor) || readBeforeOrAfter(cursor)) return true;
  // top 5, first 10, 3 largest
  if (piece.kind === "number") return readRankedCount(cursor, piece, next);
  const best = readSuperlative(cursor);
  if (best) return true;
  const often = FREQUENCY_WORDS.includes(next?.stem ?? "") ? 1 : 0;
  // "main leaks" are the largest ones; "leaks in main" are those of the function main.
  const isName = piece.stem === "main" && VALUE_MARKERS.includes(cursor.pieces[cursor.at - 1]?.stem ?? "");
  if (!isName && (HIGHEST_WORDS.includes(piece.stem) || LOWEST_WORDS.includes(piece.stem))) {
    const count = /^\d+$/.test(next?.text ?? "") ? Number(next!.text) : null;
    const words = 1 + (count === null ? often : 1);
    const aggregates = /^max/.test(piece.stem) && count === null && draft.rank === null &&
      readAggregate(cursor);
    if (aggregates) return true;
    return rankRows(
      cursor,
      words,
      LOWEST_WORDS.includes(piece.stem),
      count ?? draft.rank?.count ?? null,
      often > 0,
    );
  }
  if (readFirstOrLast(cursor)) return true;
  if (/^(?:hot|hottest|busiest)$/.test(piece.stem) && !cursor.columnWords()) {
    return rankRows(cursor, 1, false, null, true);
  }
  if (/^(?:who|which|what)$/.test(piece.stem)) {
    const names = piece.stem === "who" ? cursor.world.catalog.subject?.key : undefined;
    const named = next && cursor.phrase(cursor.bases, cursor.at + 1, 1);
    if (names !== undefined) draft.who = names;
    draft.asksOne = names !== undefined || (named?.value.rank === 1 && !/s$/i.test(next!.text));
    return skip(1);
  }
  if (HISTOGRAM_WORDS.has(piece.stem)) {
    draft.hist = true;
    return skip(1);
  }
  if (/^(?:hold|held|holding)$/.test(piece.stem)) {
    draft.holds = true;
    return skip(1);
  }
  const inAll = cursor.marker(["in total", "in all"]);
  if (inAll > 0) return skip(inAll);
  // The bins of a histogram are powers of two.
  const powers = draft.hist
    ? cursor.marker(["by power of 2", "by power of two", "in power of 2", "in power of two"])
    : 0;
  if (powers > 0) return skip(powers);
  const times = cursor.marker(TIMELINE_PHRASES);
  if (times > 0) {
    draft.timeline = true;
    return skip(times);
  }
  if (/^(?:distinct|unique|different)$/.test(piece.stem)) {
    draft.distinct = true;
    return skip(1);
  }
  // The number of bytes of blocks is a sum, not a number of rows.
  const bytes = cursor.marker(COUNT_MARKERS.map((marker) => `${marker} bytes`));
  if (bytes > 0 && draft.aggregate === null && !draft.counts) {
    draft.aggregate = "sum";
    return skip(bytes);
  }
  const count = cursor.marker(COUNT_MARKERS);
  if (count > 0) {
    draft.counts = true;
    return skip(count);
  }
  if (readAggregate(cursor)) return true;
  if (readColumnWithValue(cursor)) return true;
  const base = cursor.phrase(cursor.bases);
  if (base && cursor.over === undefined) return readFurtherPhrase(cursor, base);
  const column = cursor.columnWords();
  if (column) {
    draft.columns.push(column.value);
    return skip(column.length);
  }
  const valued = VALUE_MARKERS.includes(piece.stem) && next ? readValue(cursor, cursor.at + 1) : 0;
  if (valued) return skip(1 + valued);
  const alone = readValue(cursor, cursor.at);
  if (alone) return skip(alone);
  if (piece.kind === "word" && FILLER_WORDS.has(piece.stem)) return skip(1);
  return piece.text === "," ? skip(1) : false;
}

/** Reads `at the peak`, `at event 500`, `after 50%`; returns the number of pieces it read. */
function readPoint(cursor: SentenceCursor): number {
  const draft = cursor.draft;
  const isLive = draft.base?.queries.some((query) => query === "live" || query === "peak");
  if (!isLive && draft.base?.rank !== 0) return 0;
  let at = cursor.at;
  if (!POINT_MARKERS.includes(cursor.pieces[at]!.stem)) return 0;
  at++;
  while (/^(?:the|event|record|no|seq|number|time|point|of|its)$/.test(cursor.pieces[at]?.stem ?? "")) at++;
  const piece = cursor.pieces[at];
  if (!piece || (!isLive && cursor.world.rows("live") === null)) return 0;
  // "memory in main" names a function, but "memory at event 5" names a point of the trace.
  if (!isLive && at === cursor.at + 1 && piece.kind === "number" && !piece.text.endsWith("%")) return 0;
  const isWord = /^(?:peak|end|start|exit)$/.test(piece.stem);
  if (!isWord && piece.kind !== "number") return 0;
  const time = amountAt(cursor.pieces, at);
  const isTime = time?.unit === "time";
  draft.point = isTime ? time.text : piece.stem === "exit" ? "end" : piece.text.toLowerCase();
  draft.base = { queries: ["live"], rank: 3 };
  return at + (isTime ? time.length : 1) - cursor.at;
}

/** Reads the columns after a marker such as "by" of this length; false if there are none. */
function readGroupColumns(cursor: SentenceCursor, length: number): boolean {
  const from = cursor.at;
  cursor.at += length;
  const found: string[] = [];
  for (;;) {
    const bucket = cursor.pieces.slice(cursor.at, cursor.at + 2);
    const column = cursor.columnWords();
    if (!column) break;
    const next = cursor.pieces[cursor.at + column.length];
    if (/^(?:bucket|class|range)$/.test(next?.stem ?? "") && bucket.length > 1) {
      found.push(`bucket(${writtenName(column.value)})`);
      cursor.at += column.length + 1;
    } else {
      found.push(writtenName(column.value));
      cursor.at += column.length;
    }
    const and = cursor.pieces[cursor.at];
    if (and && (and.text === "," || and.stem === "and" || and.stem === "then")) cursor.at++;
  }
  if (found.length === 0) {
    cursor.at = from;
    return false;
  }
  if (found.length === 1 && ordersRows(cursor.draft, found[0]!, cursor.world)) return true;
  cursor.draft.keys.push(...found);
  return true;
}

/**
 * Reads the column of "ascending by size" as the order of the rows, and that of "top 3 func by size" as the order of
 * the groups; returns false if the column is a key.
 */
function ordersRows(draft: Draft, column: string, world: ReadingContext): boolean {
  const rows = world.rows(draft.base?.queries[0] ?? world.catalog.subject?.table ?? "");
  if (rows === null || world.typeOf(column, rows) === "text") return false;
  if (draft.order === "up" || draft.order === "down") {
    draft.sort = `sort ${column}${draft.order === "down" ? " desc" : ""}`;
    draft.order = null;
    return true;
  }
  const isRanked = draft.rank !== null && draft.rank.count !== null && draft.rank.by === null;
  const isOfTexts = draft.columns.length > 0 &&
    draft.columns.every((name) => world.typeOf(name, rows) === "text");
  if (!isRanked || !isOfTexts || !/^(?:size|bytes)$/.test(column)) return false;
  draft.keys.push(...draft.columns.splice(0));
  return true;
}

/** Reads `p95`, `99th percentile of`. */
function readPercentile(cursor: SentenceCursor): boolean {
  if (cursor.draft.aggregate !== null) return false;
  const [piece, next] = cursor.pieces.slice(cursor.at, cursor.at + 2);
  const [, short] = /^p(\d\d?(?:\.\d+)?)$/.exec(piece?.stem ?? "") ?? [];
  const [, long] = next?.stem === "percentile"
    ? /^(\d\d?)(?:st|nd|rd|th)?$/i.exec(piece?.text ?? "") ?? []
    : [];
  const percent = short ?? long;
  if (percent === undefined) return false;
  cursor.draft.aggregate = "percentile";
  cursor.draft.percent = percent;
  const length = short !== undefined ? 1 : 2;
  cursor.at += length + (cursor.pieces[cursor.at + length]?.stem === "of" ? 1 : 0);
  return true;
}

/** Reads a unit without a number: "leaked MB", "in KiB". */
function readSizeUnit(cursor: SentenceCursor): boolean {
  const unit = sizeUnit(cursor.pieces[cursor.at]!.text);
  if (unit === null || cursor.draft.unit !== null) return false;
  cursor.draft.unit = unit;
  cursor.at++;
  return true;
}

/** Reads "average size", "total of bytes". */
function readAggregate(cursor: SentenceCursor): boolean {
  const found = cursor.phrase(AGGREGATE_WORDS, cursor.at, 4);
  if (!found || ["first", "last", "any", "count", "distinct"].includes(found.value.name)) return false;
  const isFurther = cursor.draft.aggregate !== null;
  if (isFurther && !/^(?:and|,)$/.test(cursor.pieces[cursor.at - 1]?.stem ?? "")) return false;
  if (isFurther) cursor.draft.moreAggregates.push(found.value.name);
  else cursor.draft.aggregate = found.value.name;
  cursor.at += found.length;
  return true;
}

/**
 * Reads a phrase for rows other than the chosen ones: as a key if it names values, as a column, or as a
 * repetition.
 */
function readFurtherPhrase(cursor: SentenceCursor, { value, length }: Found<PhraseBase>): boolean {
  const { base } = cursor.draft;
  const isSame = base !== null && value.queries.every((query) => base.queries.includes(query));
  if (!isSame && base !== null) {
    const column = value.rank === 1 ? cursor.columnWords() : null;
    if (column) {
      cursor.draft.dimensions.push(column.value);
      // "How many threads leak" counts threads, not leaks.
      cursor.draft.distinct ||= cursor.draft.counts && cursor.follows(COUNT_MARKERS, cursor.at);
    } else if (value.rank === 3 || !sameTable(value.queries[0]!, base.queries[0]!, cursor.world)) {
      // The phrase may also be a column of these rows: "calls" of frames.
      const own = cursor.columnWords();
      if (!own) return false;
      cursor.draft.columns.push(own.value);
      cursor.at += own.length;
      return true;
    }
  }
  cursor.at += length;
  return true;
}
