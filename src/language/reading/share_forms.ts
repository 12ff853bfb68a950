/**
 * Reads questions about percentages: "percent of calls that are redundant", "share of bytes per function".
 * @module
 */

import type { ReadingContext } from "./reading_context.ts";
import { readSentence } from "./sentences.ts";
import { queriesOfListedQuestion } from "./listed_questions.ts";

const SHARE =
  /^(?:what |which )?(?:is the )?(?:percent|percentage|share|proportion|fraction)\s+of\s+(?:the\s+|all\s+)?(.+?)[?.]*$/i;

/** Phrases that ask for bytes rather than for a number of rows. */
const BYTES = /^(?:bytes|memory)\s+/i;

/** Queries for a question about a percentage. */
export function readShare(text: string, world: ReadingContext): string[] {
  const [, rest] = SHARE.exec(text.trim()) ?? [];
  if (rest === undefined) return [];
  const query = /\s(?:per|by|for each)\s/i.test(rest) ? sharePerKey(rest, world) : partOfWhole(rest, world);
  return query === null || world.rows(query) === null ? [] : [query];
}

/** Reads "calls that are redundant", "bytes leaked". */
function partOfWhole(text: string, world: ReadingContext): string | null {
  const { subject } = world.catalog;
  const isOfBytes = BYTES.test(text);
  const rows = isOfBytes && subject ? text.replace(BYTES, `${subject.table} `) : text;
  const [query = ""] = readSentence(rows.replace(/\b(?:that|which)\s+(?:are|is|were)\b/i, ""), world);
  const part = partIn(query);
  if (part === null || (isOfBytes && !world.rows(part.table)?.columns.some(({ name }) => name === "size"))) {
    return null;
  }
  const value = isOfBytes ? "sum(size)" : "count()";
  return `${part.table} | summarize part = ${value} if ${part.test}, total = ${value} | ` +
    "extend percent = round(part * 100.0 / total, 1)";
}

/** Splits a query for some rows of a table into the table and the condition; null for other queries. */
function partIn(query: string): { readonly table: string; readonly test: string } | null {
  if (query === "leaks") return { table: "allocs", test: "leaked" };
  const [, table, test] = /^(\w+) \| where ((?:(?! \| ).)+)$/.exec(query) ?? [];
  return table === undefined || test === undefined ? null : { table, test };
}

/** Reads "bytes per function", "time by function". */
function sharePerKey(text: string, world: ReadingContext): string | null {
  const [first = ""] = [...queriesOfListedQuestion(text, world), ...readSentence(text, world)];
  const query = first.replace(/ \| top \d+ by \w+$/, "");
  const rows = world.rows(query);
  const [, made] = / \| by [\w, ]+: (?:(\w+) = )?\w+\(\w*\)$/.exec(query) ?? [];
  if (rows === null || !/ \| by [\w, ]+(?::|$)/.test(query)) return null;
  const has = (name: string): boolean => rows.columns.some((each) => each.name === name);
  const measure = made ??
    (/^(?:bytes|memory|size|heap)\b/i.test(text) && has("bytes")
      ? "bytes"
      : has("count")
      ? "count"
      : undefined);
  if (measure === undefined) return null;
  return `${query} | window: percent = round(share(${measure}) * 100, 1) | sort percent desc`;
}
