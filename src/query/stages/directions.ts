/**
 * The words after what rows are sorted by.
 * @module
 */

import type { StageWord } from "../syntax/stage_syntax.ts";
import type { Token } from "../syntax/token.ts";

/** In the order in which they are proposed. */
export const DIRECTIONS: readonly StageWord[] = [
  { word: "desc", doc: "Largest first", ends: true },
  { word: "asc", doc: "Smallest first", ends: true },
  { word: "nulls first", doc: "Rows without a value before the others", ends: true },
];

const NULLS = "nulls first";

/** The words that may follow a token: no direction after another one, and nothing after what is said of nulls. */
export function directionsAfter({ word }: Token): readonly string[] {
  if (word === "nulls") return ["first", "last"];
  if (word === "first" || word === "last") return [];
  const words = DIRECTIONS.map((each) => each.word);
  return words.includes(word) ? [NULLS] : words;
}
