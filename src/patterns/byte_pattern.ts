/**
 * What a match expression looks for in the bytes of a text. Bytes decide most texts without making a JavaScript text of
 * each.
 * @module
 */

import type { KnownTransitions } from "./known_transitions.ts";
import { EMPTY_LITERAL, type Literal, literalOf, LONGEST_RUN } from "./required_literal.ts";
import { globPattern, regexPattern, type TextPattern } from "./text_pattern.ts";
import type { textTest } from "./text_tests.ts";

/** A pattern for bytes. */
export interface BytePattern {
  /** The literal that a matching text contains. */
  readonly literal: Literal;
  /** Where it is; "nowhere" if no text of ASCII matches. */
  readonly place: "anywhere" | "start" | "end" | "whole" | "nowhere";
  /** Whether a text with this literal at this place matches. */
  readonly decides: boolean;
  /** Whether what follows the last slash may match instead of the text. */
  readonly orTail: boolean;
  /** Matches ASCII texts that contain the literal, as far as it is known by now. */
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
