/**
 * Reads questions that consist of a question listed by a format and one more clause: "who allocates most in cache.py",
 * "top 3 functions by cpu", "memory over time every 1s".
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { queriesOfListedQuestion } from "./listed_questions.ts";
import type { ReadingContext } from "./reading_context.ts";
import { amountAt } from "./sentence_amounts.ts";
import { readSentence } from "./sentences.ts";
import { type SentenceToken, wordsOf } from "./sentence_tokens.ts";

/** Queries for a listed question with one more clause. */
export function readClauses(text: string, world: ReadingContext): string[] {
  const pieces = wordsOf(text);
  if (pieces.length < 2 || pieces.length > QUERY_LIMITS.readWords.most) return [];
  const queries = [withStep, withCount, withFilter].map((read) => read(pieces, world));
  return queries.filter((query) => query !== null && world.rows(query) !== null).slice(0, 1) as string[];
}

function textOf(pieces: readonly SentenceToken[]): string {
  return pieces.map(({ text }) => text).join(" ");
}

/** Reads "memory over time every 1s", "allocations per 10 ms", "memory over time in 10 steps". */
function withStep(pieces: readonly SentenceToken[], world: ReadingContext): string | null {
  for (let at = 1; at < pieces.length - 1; at++) {
    const step = stepAt(pieces, at);
    if (step === null) continue;
    const said = textOf(pieces.slice(0, at));
    // "allocations per 10 ms" asks for a rate.
    const asked = [said, `${said} over time`, ...(pieces[at]!.stem === "per" ? [`${said} per second`] : [])];
    for (const each of asked.toReversed()) {
      const query = queriesOfListedQuestion(each, world)[0];
      if (query?.startsWith("timeline every ") && !query.includes(" | ")) {
        return query.replace(/^timeline every \S+/, `timeline every ${step}`);
      }
    }
  }
  return null;
}

/**
 * The width of a step at the end of a question, as queries write it after `timeline every`; null if there is none.
 */
function stepAt(pieces: readonly SentenceToken[], at: number): string | null {
  const mark = pieces[at]!.stem;
  if (mark === "in" && pieces[at + 2]?.stem === "step" && at + 3 === pieces.length) {
    const count = Number(pieces[at + 1]!.text);
    return Number.isInteger(100 / count) ? `${100 / count}%` : null;
  }
  if (mark !== "every" && mark !== "per") return null;
  const amount = amountAt(pieces, at + 1);
  if (amount === null || at + 1 + amount.length !== pieces.length || amount.unit === "bytes") return null;
  if (mark === "per" && amount.unit !== "time") return null;
  return amount.unit === "percent" ? `${amount.text}%` : amount.text;
}

/** Reads "top 3 functions by cpu" as "top functions by cpu", with 3 rows. */
function withCount(pieces: readonly SentenceToken[], world: ReadingContext): string | null {
  for (const [at, { stem }] of pieces.entries()) {
    const next = pieces[at + 1];
    if (!/^(?:top|first|limit|biggest|largest|hottest)$/.test(stem) || !/^\d+$/.test(next?.text ?? "")) {
      continue;
    }
    const kept = /^(?:first|limit)$/.test(stem) ? [] : [pieces[at]!];
    const before = pieces.slice(0, at).filter(({ text }, index) => text !== "," || index < at - 1);
    const rest = [...before, ...(at === 0 ? kept : []), ...pieces.slice(at + 2)];
    const [query] = [rest, rest.filter((piece) => piece !== kept[0])]
      .flatMap((each) => queriesOfListedQuestion(textOf(each), world));
    // "Files by coverage" lists the worst files first, but "top 3 files by coverage" asks for the best.
    if (kept.length > 0 && query?.endsWith(" asc")) continue;
    if (query === undefined || !/ \| top \d+ by [^|]+$/.test(query)) continue;
    return query.replace(/ \| top \d+ by ([^|]+)$/, ` | top ${next!.text} by $1`);
  }
  return null;
}

/** Words that begin a clause which restricts the rows. */
const FILTERS =
  /^(?:in|of|from|by|not|outside|except|where|with|larger|bigger|smaller|over|under|above|below|thread)$/;

/** Reads "who allocates most in cache.py", "hot spots not in main". */
function withFilter(pieces: readonly SentenceToken[], world: ReadingContext): string | null {
  return restricted(pieces, world, (text) => queriesOfListedQuestion(text, world, true)[0]);
}

/** Reads "top allocators in main.c", where "allocators" is a phrase with a query of its own. */
export function readRestricted(text: string, world: ReadingContext): string[] {
  const query = restricted(wordsOf(text), world, (part) => readSentence(part, world)[0]);
  return query === null || world.rows(query) === null ? [] : [query];
}

function restricted(
  pieces: readonly SentenceToken[],
  world: ReadingContext,
  answer: (text: string) => string | undefined,
): string | null {
  for (let at = pieces.length - 1; at > 0; at--) {
    if (!FILTERS.test(pieces[at]!.stem)) continue;
    const query = answer(textOf(pieces.slice(0, at)));
    const [source = "", ...stages] = query?.split(" | ") ?? [];
    if (!/^\w+$/.test(source) || stages.length === 0 || world.rows(source) === null) continue;
    const [filtered = ""] = readSentence(textOf(pieces.slice(at)), world, source);
    const [, test] = /^\w+ \| where ((?:(?! \| ).)+)$/.exec(filtered) ?? [];
    if (test === undefined) continue;
    return [source, `where ${test}`, ...stages].join(" | ");
  }
  return null;
}
