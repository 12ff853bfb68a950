/**
 * Tokens: the pieces a text is cut into. Together, including spaces and comments, they cover the whole text.
 *
 * @module
 */
import type { Fix, Span } from "../../base/diagnostic.ts";
import type { Identifier, Literal } from "./ast.ts";

/** The kind of a token, which depends only on its characters. */
export type TokenKind =
  | "space"
  | "comment"
  | "identifier"
  | "quotedIdentifier"
  | "number"
  | "sequence"
  | "string"
  | "regex"
  | "word"
  | "punctuation"
  | "unknown"
  | "end";

/** The role of an identifier, for syntax highlighting. */
export type TokenRole = "stage" | "keyword" | "source" | "function" | "column" | "name";

/** An error in the token itself. */
export interface TokenProblem {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly fix?: Fix;
  /** The text that should replace the whole token. */
  readonly replacement?: string;
  readonly span?: Span;
}

/** A token of the text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The text in lower case for identifiers, otherwise empty: keywords may be written in any case. */
  readonly word: string;
  readonly span: Span;
  /** Number of line breaks since the last token that is not a space or comment; 2 means a blank line. */
  readonly breaks: 0 | 1 | 2;
  /** Indentation of the token if it is the first on its line; otherwise 0. */
  readonly indent: number;
  /** Whether white space or a comment separates it from the previous token. */
  readonly spaced: boolean;
  /** The value of a number, string or regular expression. (A name in backticks has its value in `name`.) */
  readonly literal: WithoutSpan<Literal> | null;
  readonly name: string;
  readonly problem: TokenProblem | null;
  /** The role for syntax highlighting, which the parser sets. */
  role: TokenRole | null;
}

/** A literal without a span yet. */
export type WithoutSpan<L extends Literal> = L extends Literal ? Omit<L, "span"> : never;

/** Whether a token is a name, in backticks or not. */
export function isName({ kind }: Token): boolean {
  return kind === "identifier" || kind === "quotedIdentifier";
}

/** Returns the identifier node of a name token. */
export function identifierOf({ kind, name, span }: Token): Identifier {
  return { kind: "identifier", name, quoted: kind === "quotedIdentifier", span };
}

/** Whether the token is this piece of punctuation. */
export function isPunctuation(token: Token, text: string): boolean {
  return token.kind === "punctuation" && token.text === text;
}

/** Words that connect or begin expressions; a column with such a name needs backticks. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "true", "false", "null"]);

/** Operators that are words. */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  "and or in is has overlaps contains startswith endswith".split(" "),
);

/** Whether an operand can begin with this token. */
export function beginsOperand(token: Token): boolean {
  switch (token.kind) {
    case "number":
    case "string":
    case "quotedIdentifier":
    case "regex":
    case "word":
    case "sequence":
      return true;
    case "identifier":
      return token.word !== "if" && !OPERATOR_WORDS.has(token.word);
    case "punctuation":
      return ["(", "{", "[", "-", "~", "!"].includes(token.text);
    default:
      return false;
  }
}

/** Returns the span from the start of one node to the end of another. */
export function joinSpans(first: Span, last: Span): Span {
  return { start: first.start, end: Math.max(first.end, last.end) };
}
