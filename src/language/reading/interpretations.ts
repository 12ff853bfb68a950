/**
 * Finds queries that an invalid statement may mean: one of another language, or a question in plain words.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Catalog } from "../../query/analysis/catalog.ts";
import type { Environment } from "../../query/analysis/environment.ts";
import { readPipeline } from "./pipelines.ts";
import { queriesOfListedQuestion } from "./listed_questions.ts";
import { readPlainWords } from "./plain_words.ts";
import { readSelect } from "./foreign/select_statement.ts";
import { ReadingContext } from "./reading_context.ts";

/** Number of queries that are offered. */
const SHOWN = 3;

/**
 * Queries that a statement may mean, best match first. All of them are valid; the list is empty if the statement is
 * not understood.
 */
export function interpretationsOf(
  statement: string,
  catalog: Catalog,
  environment: Environment,
): readonly string[] {
  const text = statement.trim();
  if (/^(?:let|use|assert)\b/i.test(text)) return [];
  if (text === "" || text.length > QUERY_LIMITS.readText.most) return [];
  const world = new ReadingContext(catalog, environment);
  const asked = queriesOfListedQuestion(text, world);
  if (asked.length > 0) return asked.slice(0, SHOWN);
  const callers = readCallers(text, world);
  if (callers.length > 0) return callers;
  const sql = readSql(text, world);
  if (sql.length > 0) return sql;
  const pipelines = readPipeline(text, world);
  if (pipelines.length > 0) return [...new Set(pipelines)].slice(0, 1);
  return readPlainWords(text, world).slice(0, SHOWN);
}

/** The queries for a question that is listed literally by a format. */
export function listedQuestion(
  statement: string,
  catalog: Catalog,
  environment: Environment,
): readonly string[] {
  const text = statement.trim();
  if (text === "" || text.length > QUERY_LIMITS.readText.most) return [];
  return queriesOfListedQuestion(text, new ReadingContext(catalog, environment)).slice(0, SHOWN);
}

/** Reads `who calls malloc?` */
function readCallers(text: string, world: ReadingContext): string[] {
  const [, name] = /^(?:who|what|which\s+functions?)\s+calls?\s+([^\s?]+)\s*\??$/i.exec(text) ?? [];
  if (name === undefined) return [];
  const query = `callers of ${/^\w+$/.test(name) ? name : JSON.stringify(name)}`;
  return world.rows(query) === null ? [] : [query];
}

/** Reads a statement of SQL, which may begin with its table: `from leaks select count(*)`. */
function readSql(text: string, world: ReadingContext): string[] {
  if (!/^\s*(?:select|with|from\s[^|]*\sselect)\s/i.test(text)) return [];
  const query = readSelect(text, world);
  return query === null || world.rows(query) === null ? [] : [query];
}
