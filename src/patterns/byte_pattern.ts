/**
 * Searches for the matches of an expression in bytes, so that most texts need not be converted to JavaScript
 * strings.
 * @module
 */

import type { KnownTransitions } from "./known_transitions.ts";
import { EMPTY_LITERAL, type Literal, literalOf, LONGEST_RUN } from "./required_literal.ts";
import { globPattern, regexPattern, type TextPattern } from "./text_pattern.ts";
import type { textTest } from "./text_tests.ts";

/** A pattern for the bytes of a text. */
export interface BytePattern {
  /** The literal that every matching text contains. */
  readonly literal: Literal;
  /** Where the text contains the literal; "nowhere" if no ASCII text matches. */
  readonly place: "anywhere" | "start" | "end" | "whole" | "nowhere";
  /** Whether a text matches if it contains the literal at this position. */
  readonly decides: boolean;
  /** Whether the part after the last slash may match instead of the whole text. */
  readonly orTail: boolean;
  /** Transitions known so far, for matching ASCII texts that contain the literal. */
  readonly transitions?: () => KnownTransitions;
}

/** The pattern of a match expression that is known to be valid. */
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
  const plain = { literal: pattern.needed, place: "anywhere", decides: false, orTail } as const;
  return pattern.transitions ? { ...plain, transitions: () => pattern.transitions!() } : plain;
}

function literal(place: BytePattern["place"], text: string): BytePattern {
  const known = literalOf(text);
  const plain = { decides: true, orTail: false };
  if (!known) return { literal: EMPTY_LITERAL, place: "nowhere", ...plain };
  if (place !== "anywhere" || text.length <= LONGEST_RUN) return { literal: known, place, ...plain };
  return { literal: literalOf(text.slice(0, LONGEST_RUN))!, place, decides: false, orTail: false };
}
