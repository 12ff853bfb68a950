/**
 * Syntax colouring.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { parseScript } from "../language/script.ts";
import { STAGES } from "../query/stages/registry.ts";
import { OPERATOR_WORDS, RESERVED_WORDS, type Token } from "../query/syntax/token.ts";
import type { ColoredToken, TokenClass } from "./answers.ts";
import { cachedPerPart } from "./text_parts.ts";

/** Keywords before a name that is being defined. */
const DECLARING: ReadonlySet<string> = new Set([
  "let",
  ...STAGES.filter(({ declares }) => declares).map(({ keyword }) => keyword),
]);

const colorsOf = cachedPerPart(colorPart);

/**
 * The tokens of a text, or of the parts that touch a span, without white space. Uses only the grammar:
 * nothing is resolved.
 */
export function colorTokens(text: string, within: Span = { start: 0, end: text.length }): ColoredToken[] {
  const all: ColoredToken[] = [];
  for (const [by, colored] of colorsOf(text)) {
    const last = colored.at(-1);
    if (last === undefined || by > within.end || by + last.span.end < within.start) continue;
    for (const { span: { start, end }, ...rest } of colored) {
      all.push({ span: { start: start + by, end: end + by }, ...rest });
    }
  }
  return all;
}

function colorPart(text: string): ColoredToken[] {
  const colored: ColoredToken[] = [];
  let before: Token | null = null;
  for (const token of parseScript(text).tokens) {
    if (token.kind === "space") continue;
    const declares = token.role === "name" && before !== null && DECLARING.has(before.word);
    colored.push({ span: token.span, class: classOf(token), declares });
    if (token.kind !== "comment") before = token;
  }
  return colored;
}

function classOf(token: Token): TokenClass {
  switch (token.kind) {
    case "comment":
      return "comment";
    case "number":
    case "sequence":
      return "number";
    case "string":
      return "string";
    case "regex":
      return "regex";
    case "word":
      return "pattern";
    case "punctuation":
      return /^[()[\]{}]$/.test(token.text) ? "bracket" : "operator";
    case "unknown":
      return "mistake";
    default:
  }
  if (token.role === "keyword" && OPERATOR_WORDS.has(token.word)) return "operator";
  if (token.role !== null) return token.role;
  return OPERATOR_WORDS.has(token.word) || RESERVED_WORDS.has(token.word) ? "operator" : "name";
}
