/**
 * Syntax trees of globs and regular expressions. Usually only whether a text matches is needed, not where:
 * then groups do not capture, and greedy and lazy repetitions are equivalent.
 * @module
 */

/** A pattern or a part of one. */
export type PatternNode =
  | { readonly kind: "empty" }
  /** A single character that matches the test with this number. */
  | { readonly kind: "atom"; readonly atom: number }
  | AssertNode
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly parts: readonly PatternNode[] }
  | GroupNode
  | RepeatNode;

/** A capturing group, if its match is needed. */
export interface GroupNode {
  readonly kind: "group";
  /** Group number from 1, in the order of opening brackets. */
  readonly number: number;
  readonly part: PatternNode;
}

/** An assertion about the characters before and after a position. */
export interface AssertNode {
  readonly kind: "assert";
  readonly assertion: AssertionKind;
  /** Whether the assertion is negated. */
  readonly negated: boolean;
  /**
   * The test to which the assertion refers: line ends, word characters, the character of a lookaround; -1 for
   * none.
   */
  readonly atom: number;
}

/** A repeated part. */
export interface RepeatNode {
  readonly kind: "repeat";
  readonly part: PatternNode;
  readonly min: number;
  /** Infinity if unbounded. */
  readonly max: number;
  /** Matches as few times as possible. */
  readonly lazy?: true;
}

/**
 * Kinds of assertions: the text or a line begins or ends here; the character before (`behind`) or after (`ahead`)
 * matches a test; exactly one of the two does (`boundary`).
 */
export type AssertionKind = "start" | "end" | "lineStart" | "lineEnd" | "boundary" | "behind" | "ahead";

/** The empty pattern, which matches at every position. */
export const EMPTY: PatternNode = { kind: "empty" };

/** Parts in sequence. */
export function sequence(parts: readonly PatternNode[]): PatternNode {
  return parts.length === 0 ? EMPTY : parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
}

/** A choice between several parts. */
export function choice(parts: readonly PatternNode[]): PatternNode {
  return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
}

/** An assertion; `atom` is the test to which it refers. */
export function assert(assertion: AssertionKind, negated = false, atom = -1): AssertNode {
  return { kind: "assert", assertion, negated, atom };
}

/** A part any number of times. */
export function anyNumber(part: PatternNode): PatternNode {
  return { kind: "repeat", part, min: 0, max: Infinity };
}

/** A pattern is invalid or not supported. */
export class PatternError extends SyntaxError {
  /** Distinguishes this error from others without `instanceof`. */
  override readonly name: string = "PatternError";
  /** Start offset in the pattern, in UTF-16 code units. */
  readonly start: number;
  /** End offset of the error. */
  readonly end: number;
  /** What the user can write instead. */
  readonly suggestion: string | undefined;
  /** Whether the pattern is valid but not supported. */
  readonly isRefused: boolean;

  /** `isRefused` distinguishes unsupported patterns from invalid ones. */
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
