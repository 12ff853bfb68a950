/**
 * Tokens: the pieces a text is cut into. All of them together, spaces and comments included, tile the text.
 *
 * @module
 */
import type { Fix, Span } from "../../base/diagnostic.ts";
import type { Identifier, Literal } from "./ast.ts";

/** What a token is by its letters alone. */
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

/** What an identifier turned out to be, for syntax highlighting. */
export type TokenRole = "stage" | "keyword" | "source" | "function" | "column" | "name";

/** Something wrong with the token itself. */
export interface TokenProblem {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly fix?: Fix;
  /** What should appear instead of the whole token. */
  readonly replacement?: string;
  readonly span?: Span;
}

/** One piece of the text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The text in lower case for identifiers, else empty: keywords may be written in any case. */
  readonly word: string;
  readonly span: Span;
  /** Line breaks since the last token that is not trivia: 2 stands for a blank line. */
  readonly breaks: 0 | 1 | 2;
  /** White space before the token on its own line, when there was a line break; else 0. */
  readonly indent: number;
  /** Whether anything separates it from the token before. */
  readonly spaced: boolean;
  /** The value of numbers, strings and regular expressions; backtick names without their ticks. */
  readonly literal: Unplaced<Literal> | null;
  readonly name: string;
  readonly problem: TokenProblem | null;
  /** Set by the parser. */
  role: TokenRole | null;
}

/** A literal before it gets its place in the tree. */
export type Unplaced<L extends Literal> = L extends Literal ? Omit<L, "span"> : never;

/** Whether a token is a name, in backticks or not. */
export function isName({ kind }: Token): boolean {
  return kind === "identifier" || kind === "quotedIdentifier";
}

/** The name that such a token is. */
export function identifierOf({ kind, name, span }: Token): Identifier {
  return { kind: "identifier", name, quoted: kind === "quotedIdentifier", span };
}

/** Whether the token is this piece of punctuation. */
export function isPunctuation(token: Token, text: string): boolean {
  return token.kind === "punctuation" && token.text === text;
}

/** Words that join or begin expressions and can therefore be columns only in backticks. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "true", "false", "null"]);

/** Words that are between two operands. */
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

/** The span from the beginning of one node to the end of another. */
export function cover(first: Span, last: Span): Span {
  return { start: first.start, end: Math.max(first.end, last.end) };
}
