/**
 * Colours: what each piece of a text is.
 * @module
 */

import { parseScript } from "../language/script.ts";
import { STAGES } from "../query/stages/registry.ts";
import { OPERATOR_WORDS, RESERVED_WORDS, type Token } from "../query/syntax/token.ts";
import type { ColoredToken, TokenClass } from "./answers.ts";

/** Words before a name that is made here. */
const DECLARING: ReadonlySet<string> = new Set([
  "let",
  ...STAGES.filter(({ declares }) => declares).map(({ keyword }) => keyword),
]);

/** The pieces of a text; white space is left out. Only the grammar decides: nothing is looked up. */
export function colorTokens(text: string): ColoredToken[] {
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
