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
];

/** The directions that may follow a token: none after another one. */
export function directionsAfter({ word }: Token): readonly string[] {
  const words = DIRECTIONS.map((each) => each.word);
  return words.includes(word) ? [] : words;
}
