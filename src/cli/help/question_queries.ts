/**
 * Finds questions of the cookbook by words.
 * @module
 */

import { cookbook } from "./cookbook.ts";

/** Words that are ignored, since most questions have them. */
const COMMON = new Set(
  ("a an the of is are was were do does did in on at by to for and or with what which who where when how show list me my all " +
    "its it that this from there has have be").split(" "),
);

/**
 * Returns the queries of questions that contain all these words and few others, for traces of these formats,
 * best matches first.
 */
export function queriesForQuestion(words: string, formats: readonly string[]): string[] {
  const wanted = wordsOf(words);
  if (wanted.size < 2) return [];
  return cookbook.flatMap(({ recipes }) => recipes)
    .filter(({ formats: fitting, query }) =>
      formats.every((each) => fitting.includes(each)) && !/^(?:let|assert)\b/.test(query)
    )
    // Exclude queries with a record number, which belongs to the sample and is meaningless in other traces.
    .filter(({ query }) => !/@ #?\d+(?![\d%])/.test(query))
    .map(({ question, query }) => ({ query, asked: wordsOf(question) }))
    .filter(({ asked }) => [...wanted].every((word) => asked.has(word)) && asked.size <= wanted.size * 2)
    .sort((one, other) => one.asked.size - other.asked.size)
    .map(({ query }) => query);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?<=..)s$/, "")));
}
