/**
 * The phrases that name tables and columns of the open traces.
 * @module
 */

import { COLUMN_SYNONYMS } from "../../tables/column_words.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Catalog } from "../../query/analysis/catalog.ts";
import { LIVE_SOURCES } from "../../query/analysis/live_sources.ts";
import { ANY_NAME } from "./listed_questions.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import type { PhraseBase } from "./sentence_draft.ts";
import { stemsOf } from "./sentence_tokens.ts";

/** Phrases of each catalog, cached because a text is interpreted again at each keystroke. */
const remembered = new WeakMap<Catalog, ReadonlyMap<string, PhraseBase>>();

/** All phrases that name rows of the open traces. */
export function basesOf(known: ReadingContext): ReadonlyMap<string, PhraseBase> {
  let bases = remembered.get(known.catalog);
  if (bases === undefined) remembered.set(known.catalog, bases = gatherBases(known));
  return bases;
}

function gatherBases(known: ReadingContext): ReadonlyMap<string, PhraseBase> {
  const bases = new Map<string, PhraseBase>();
  const add = (words: string, queries: readonly string[], rank: PhraseBase["rank"]): void => {
    const stem = stemsOf(words);
    const before = bases.get(stem);
    if (before && before.rank >= rank) return;
    if (queries.every((query) => known.rows(query) !== null)) bases.set(stem, { queries, rank });
  };
  const { catalog } = known;
  for (const table of catalog.tableNames) {
    const { also = [], loosely = [] } = known.words(table);
    const isOfValues = ["functions", "files", "threads", "modules", "types", "contexts"].includes(table);
    const rank = isOfValues && table !== catalog.subject?.table ? 1 : 2;
    add(table, [table], rank);
    for (const word of also) add(word, [table], rank);
    for (const word of loosely) add(word, [table], 0);
  }
  for (const { words, queries, alone } of catalog.asked ?? []) {
    const open = queries.filter((query) => !query.includes("$1") && !query.includes(ANY_NAME));
    if (open.length > 0 && !alone) { for (const word of words) add(word, open, 3); }
  }
  for (const table of catalog.tableNames) {
    for (const [words, query] of kindsOf(table, known)) add(words, [query], 2);
  }
  for (const { name, also } of LIVE_SOURCES) for (const word of [name, ...also]) add(word, [name], 3);
  return bases;
}

/** Queries for each kind of row in a table, such as the textures among the objects, with the words for it. */
function kindsOf(table: string, known: ReadingContext): [words: string, query: string][] {
  const { kinds } = known.words(table);
  if (kinds === undefined) return [];
  const values = known.catalog.distinct(table, kinds, QUERY_LIMITS.warningValues.most) ?? [];
  return values.flatMap(({ value }) => {
    const text = String(value);
    const query = `${table} | where ${kinds} == ${JSON.stringify(text)}`;
    // ImageView is called "image view"
    const words = text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
    return /^[a-z ]+$/.test(words) && value !== null ? [[words, query] as [string, string]] : [];
  });
}

/** The columns of some rows, under each of their names. */
export function columnsOf(rows: QueryRowsInfo, known: ReadingContext): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  const add = (words: string, name: string): void => {
    const stem = stemsOf(words);
    if (!columns.has(stem)) columns.set(stem, name);
  };
  const whole = known.catalog.table(rows.table, null)?.columns;
  const filled = rows.columns.filter(({ name }) =>
    !whole?.some((each) => each.name === name && each.allNull === true)
  );
  for (const { name } of filled) {
    add(name, name);
    add(name.replaceAll(/[._]/g, " "), name);
  }
  const own = known.words(rows.table).columns ?? {};
  for (const { name } of filled) for (const word of own[name]?.also ?? []) add(word, name);
  for (const { name } of filled) for (const word of COLUMN_SYNONYMS[name]?.also ?? []) add(word, name);
  return columns;
}
