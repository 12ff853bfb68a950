/**
 * Finds questions that a format lists literally.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { removeQuotes } from "./loose_columns.ts";
import type { ReadingContext } from "./reading_context.ts";
import { stemOf, stemsOf, wordsOf } from "./sentence_tokens.ts";

/** Words that a question may add or leave out without changing its meaning. */
const FILLERS = new Set(
  "the a an all show me list of is are was do did does i we my our your this that program code app application process there please can you tell"
    .split(" ").map(stemOf),
);

function withoutFillers(stems: string): string {
  return stems.split(" ").filter((stem) => !FILLERS.has(stem)).join(" ");
}

/** Placeholder for any name, at the end of a listed phrase ("callers of $name") and in quotes in its query. */
export const ANY_NAME = "$name";

/** Matches patterns and names of source files, which are not names of functions. */
const NOT_A_FUNCTION = /[*?]|\.(?:[ch]|cc|cpp|hpp|py|go|rs|js|ts|java)$/i;

/**
 * The queries for a question that a format lists literally. With `isPart`, the text is part of a longer question, so
 * that phrases that must stand alone are skipped.
 */
export function queriesOfListedQuestion(text: string, world: ReadingContext, isPart = false): string[] {
  const pieces = wordsOf(text);
  if (pieces.length > QUERY_LIMITS.readWords.most) return [];
  const said = pieces.map(({ stem }) => stem).join(" ").replaceAll(/ (?:per|for each) /g, " by ");
  const bare = withoutFillers(said);
  const last = pieces.at(-1);
  const name = JSON.stringify(removeQuotes(last?.text ?? ""));
  const before = pieces.slice(0, -1).map(({ stem }) => stem).join(" ");
  for (const { words, queries, alone } of world.catalog.asked ?? []) {
    if (isPart && alone) continue;
    const fits = words.some((each) => {
      if (each.endsWith(ANY_NAME)) {
        // "leaks below 4096" asks for small blocks, not for leaks below a function named 4096.
        return last?.kind !== "number" && !NOT_A_FUNCTION.test(last?.text ?? "") &&
          stemsOf(each.slice(0, -ANY_NAME.length).trim()) === before;
      }
      const phrase = stemsOf(each).replaceAll(" per ", " by ");
      return phrase === said || (bare !== "" && withoutFillers(phrase) === bare);
    });
    if (!fits) continue;
    const open = queries.flatMap((query) => withTraces(query.replaceAll(`"${ANY_NAME}"`, name), world) ?? []);
    return open.filter((query) => world.rows(query) !== null);
  }
  return [];
}

/** A query with its placeholders replaced by the names of the two open traces; null unless exactly two are open. */
function withTraces(query: string, { catalog }: ReadingContext): string | null {
  if (!query.includes("$1")) return query;
  const [one, two, three] = catalog.traceNames;
  if (one === undefined || two === undefined || three !== undefined) return null;
  return query.replaceAll("$1", writtenTrace(one)).replaceAll("$2", writtenTrace(two));
}

/** The name of a trace as queries write it. */
export function writtenTrace(name: string): string {
  return /^\w+$/.test(name) ? name : `"${name}"`;
}
