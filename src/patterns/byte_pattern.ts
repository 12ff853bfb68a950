/**
 * What a match expression looks for in the bytes of a text. Bytes decide most texts without making a JavaScript text of
 * each.
 * @module
 */

import type { KnownTransitions } from "./known_transitions.ts";
import { type Letters, lettersOf, LONGEST_RUN, NO_LETTERS } from "./needed_letters.ts";
import { globPattern, regexPattern, type TextPattern } from "./text_pattern.ts";
import type { textTest } from "./text_tests.ts";

/** A pattern for bytes. */
export interface BytePattern {
  /** Letters that a matching text has. */
  readonly letters: Letters;
  /** Where they are; "nowhere" if no text of ASCII matches. */
  readonly place: "anywhere" | "start" | "end" | "whole" | "nowhere";
  /** Whether a text with these letters at this place matches. */
  readonly decides: boolean;
  /** Whether what follows the last slash may match instead of the text. */
  readonly orTail: boolean;
  /** Matches texts of ASCII that have the letters, as far as it is known by now. */
  readonly transitions?: () => KnownTransitions;
}

/** The pattern of a match expression, which has been read without an error before. */
export function bytePattern(
  how: Parameters<typeof textTest>[0],
  pattern: string,
  flags: string,
): BytePattern {
  switch (how) {
    case "contains":
      return literal("anywhere", pattern);
    case "equal":
      return literal("whole", pattern);
    case "startswith":
      return literal("start", pattern);
    case "endswith":
      return literal("end", pattern);
    case "regex":
      return ofPattern(regexPattern(pattern, flags), "anywhere", false);
    case "glob":
      return ofPattern(globPattern(pattern), "whole", !pattern.includes("/"));
  }
}

function ofPattern(pattern: TextPattern, place: "anywhere" | "whole", orTail: boolean): BytePattern {
  if (pattern.literally !== undefined) return { ...literal(place, pattern.literally), orTail };
  const plain = { letters: pattern.needed, place: "anywhere", decides: false, orTail } as const;
  return pattern.transitions ? { ...plain, transitions: () => pattern.transitions!() } : plain;
}

function literal(place: BytePattern["place"], text: string): BytePattern {
  const letters = lettersOf(text);
  const plain = { decides: true, orTail: false };
  if (!letters) return { letters: NO_LETTERS, place: "nowhere", ...plain };
  if (place !== "anywhere" || text.length <= LONGEST_RUN) return { letters, place, ...plain };
  return { letters: lettersOf(text.slice(0, LONGEST_RUN))!, place, decides: false, orTail: false };
}
