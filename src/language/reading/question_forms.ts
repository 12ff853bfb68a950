/**
 * Interprets questions whose verb implies a table: which key has most ("which thread allocates most"), what a
 * thread or function did ("what did thread 2 allocate"), which tests reach a place, and what grew between two
 * points.
 * @module
 */

import { piecesOf, stemOf } from "./sentence_tokens.ts";
import { readSentence } from "./sentences.ts";
import type { ReadingContext } from "./reading_context.ts";

/** The source that each verb implies. */
const VERBS: Readonly<Record<string, string>> = {
  allocate: "allocs",
  leak: "leaks",
  hold: "live @ peak",
  call: "calls",
};

const VERB = "(allocate|leak|hold|call)";
const SUPERLATIVE =
  /^which ([a-z]+(?: [a-z]+)?) (allocate|leak|hold)(?: (?:the )?most(?: (often|memory|byte|block))?)?$/;
const GREW = /^what\s+grew\s+(?:between|from)\s+(\w+%?)\s+(?:and|to)\s+(\w+%?)\s*\??$/i;
const REACHED = /^(?:which|what|how many) test (?:cover|reach|run|hit) (.+)$/;
const HOW_MUCH = new RegExp(
  `^how (much(?: memory)?|many (?:byte|block|allocation)) (?:do|doe|did) .+ ${VERB}$`,
);
const EACH = new RegExp(`^how much(?: memory)? (?:do|doe|did) each ([a-z]+) ${VERB}$`);
const DID = new RegExp(`^what (?:do|doe|did) (?:the )?(.+) ${VERB}$`);

/** Queries for a question of one of these forms; none if the text has another form. */
export function readQuestion(text: string, world: ReadingContext): string[] {
  const pieces = piecesOf(text.trim().replace(/[?.!;]+$/, ""));
  const said = pieces.map(({ stem }) => stem).join(" ");
  const most = SUPERLATIVE.exec(said);
  if (most) return mostOf(most[1]!, most[2]!, most[3] === "often", world);
  const grown = GREW.exec(text.trim());
  if (grown) {
    const { subject } = world.catalog;
    const query = `diff (live @ ${grown[1]}), (live @ ${
      grown[2]
    }) by ${subject?.key} | where bytes_delta > 0`;
    return subject === undefined || world.rows(query) === null ? [] : [query];
  }
  const each = EACH.exec(said);
  if (each) {
    const [key, verb] = [each[1]!, VERBS[each[2]!]!];
    return readSentence(`${verb === "live @ peak" ? "peak" : verb} by ${key}`, world);
  }
  const much = HOW_MUCH.exec(said);
  if (much) return amountFor(pieces.map(({ text }) => text), much[1]!, world);
  if (REACHED.test(said)) {
    const isCounted = pieces[0]!.stem === "how";
    const place = pieces.slice(isCounted ? 4 : 3).map(({ text }) => text).join(" ");
    const rows = readSentence(`test_lines of ${place}`, world)[0];
    const query = `${rows} | where count > 0 | ${isCounted ? "summarize distinct(test)" : "by test"}`;
    return rows === undefined || world.rows(query) === null ? [] : [query];
  }
  const verb = VERBS[stemOf(pieces.at(-1)?.text ?? "")];
  if (verb === undefined || !DID.test(said)) return [];
  // Keeps the original spelling: names of functions may have capitals.
  const who = pieces.slice(pieces[2]?.stem === "the" ? 3 : 2, -1).map((piece) => piece.text).join(" ");
  return readSentence(`${verb === "live @ peak" ? "peak" : verb} of ${who}`, world);
}

/** Reads "how much memory does main allocate", "how many blocks does main leak". */
function amountFor(words: readonly string[], amount: string, world: ReadingContext): string[] {
  const from = words.findIndex((word) => /^(?:do|does|did)$/i.test(word)) + 1;
  const verb = VERBS[stemOf(words.at(-1)!)]!;
  const who = words.slice(from, -1).filter((word) => !/^the$/i.test(word)).join(" ");
  const [rows] = readSentence(`${verb === "live @ peak" ? "peak" : verb} of ${who}`, world);
  const query = `${rows} | ${/block|allocation/.test(amount) ? "count" : "summarize sum(size)"}`;
  return rows === undefined || world.rows(query) === null ? [] : [query];
}

function mostOf(key: string, verb: string, often: boolean, world: ReadingContext): string[] {
  const table = VERBS[verb]!;
  const rows = world.rows(table);
  if (!rows) return [];
  const column = world.column(key, rows);
  if (column === undefined) return [];
  const keys = column === "line" ? "func, file, line" : column;
  const query = `${table} | by ${keys} | top 10 by ${often ? "count" : "bytes"}`;
  return world.rows(query) === null ? [] : [query];
}
