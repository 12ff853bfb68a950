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
const REACHED = /^(?:which|what) test (?:cover|reach|run|hit) (.+)$/;
const DID = new RegExp(`^what (?:do|does|did) (?:the )?(.+) ${VERB}$`);

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
  if (REACHED.test(said)) {
    const rows = readSentence(`test_lines of ${pieces.slice(3).map(({ text }) => text).join(" ")}`, world)[0];
    const query = `${rows} | where count > 0 | by test`;
    return rows === undefined || world.rows(query) === null ? [] : [query];
  }
  const verb = VERBS[stemOf(pieces.at(-1)?.text ?? "")];
  if (verb === undefined || !DID.test(said)) return [];
  // Keeps the original spelling: names of functions may have capitals.
  const who = pieces.slice(pieces[2]?.stem === "the" ? 3 : 2, -1).map((piece) => piece.text).join(" ");
  return readSentence(`${verb === "live @ peak" ? "peak" : verb} of ${who}`, world);
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
