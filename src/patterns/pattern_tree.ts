/**
 * What globs and regular expressions are read into. Mostly only whether a text matches is asked, and never where: then
 * groups capture nothing, and greedy and lazy repetitions are the same.
 * @module
 */

/** A pattern or a part of one. */
export type PatternNode =
  | { readonly kind: "empty" }
  /** One character that passes the test with this number. */
  | { readonly kind: "atom"; readonly atom: number }
  | AssertNode
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly parts: readonly PatternNode[] }
  | GroupNode
  | RepeatNode;

/** A group that captures, where it is asked what it matched. */
export interface GroupNode {
  readonly kind: "group";
  /** Groups count from 1, in the order of their opening brackets. */
  readonly number: number;
  readonly part: PatternNode;
}

/** A claim about the characters before and after a place. */
export interface AssertNode {
  readonly kind: "assert";
  readonly claim: Claim;
  /** Whether the opposite is claimed. */
  readonly negated: boolean;
  /** The test that the claim is about: line ends, letters of words, the character looked at; -1 for none. */
  readonly atom: number;
}

/** A part several times. */
export interface RepeatNode {
  readonly kind: "repeat";
  readonly part: PatternNode;
  readonly min: number;
  /** Infinity without a bound. */
  readonly max: number;
  /** As few times as possible. */
  readonly lazy?: true;
}

/**
 * Claims: the text begins or ends here, or a line of it; the character before (`after`) or after (`ahead`) passes a
 * test; exactly one of both does (`boundary`).
 */
export type Claim = "start" | "end" | "lineStart" | "lineEnd" | "boundary" | "behind" | "ahead";

/** Nothing, which every place has. */
export const EMPTY: PatternNode = { kind: "empty" };

/** Parts one after the other. */
export function sequence(parts: readonly PatternNode[]): PatternNode {
  return parts.length === 0 ? EMPTY : parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
}

/** One of several parts. */
export function choice(parts: readonly PatternNode[]): PatternNode {
  return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
}

/** A claim; `atom` is the test that it is about. */
export function assert(claim: Claim, negated = false, atom = -1): AssertNode {
  return { kind: "assert", claim, negated, atom };
}

/** A part any number of times. */
export function anyNumber(part: PatternNode): PatternNode {
  return { kind: "repeat", part, min: 0, max: Infinity };
}

/** What a pattern cannot say, or cannot be. */
export class PatternError extends SyntaxError {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "PatternError";
  /** Where in the pattern, in UTF-16 code units. */
  readonly start: number;
  /** After it. */
  readonly end: number;
  /** What the user may write instead. */
  readonly suggestion: string | undefined;
  /** Whether the pattern is a right one that this program does not take. */
  readonly isRefused: boolean;

  /** `isRefused` tells what is not supported from what means nothing. */
  constructor(
    message: string,
    { start, end, suggestion, isRefused = false }: {
      readonly start: number;
      readonly end: number;
      readonly suggestion?: string;
      readonly isRefused?: boolean;
    },
  ) {
    super(message);
    this.start = start;
    this.end = end;
    this.suggestion = suggestion;
    this.isRefused = isRefused;
  }
}
