/**
 * Recovers from habits of other languages, and from text that should be in quotes: `func == read*`, `file ==
 * src/main.c`, `func == read word`.
 * @module
 */

import type { ComparisonOperator, Expression, StringLiteral } from "./ast.ts";
import type { ParseState } from "./parse_state.ts";
import { isPunctuation, type Token } from "./token.ts";

/** Comparison signs of other languages. */
export const FOREIGN_COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["<>", "!="],
  ["===", "=="],
  ["!==", "!="],
  ["=~", "~"],
]);

/** Comparison words of other languages, with a suggestion. */
export const FOREIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ["like", 'did you mean "~"? Its pattern is a glob: * and ? for % and _'],
  ["ilike", "did you mean ~ /text/i?"],
  ["glob", 'did you mean "~"?'],
  ["matches", 'did you mean "~"?'],
  ["regexp", "did you mean ~ /text/?"],
  ["between", "did you mean in a..=b?"],
]);

/** Comparisons that may have text on the right. */
const OF_TEXTS: readonly ComparisonOperator[] = ["==", "!=", "~", "!~"];
/** A glob that extends to the end of its word. */
const WORD = /[\p{L}\p{N}_$.\/*?@-]+(?=[\s|,;)}]|$)/uy;
const PRODUCT = /^[\p{L}\p{N}_$.]+(?:[*\/][\p{L}\p{N}_$.]+)*$/u;

/** A glob, and the comparison that it stands for. */
interface LooseGlob {
  readonly op: ComparisonOperator;
  readonly right: StringLiteral;
}

/**
 * Takes an unquoted glob, after reporting it; null if the next token is not one. `sign` is the comparison
 * token.
 */
export function takeLooseGlob(state: ParseState, op: ComparisonOperator, sign: Token): LooseGlob | null {
  if (!OF_TEXTS.includes(op) || state.peek().kind === "regex") return null;
  const { start } = state.peek().span;
  WORD.lastIndex = start;
  const [text = ""] = WORD.exec(state.text) ?? [];
  // The text may be intended as a product.
  if (!/[*?]/.test(text) || !/\p{L}/u.test(text) || PRODUCT.test(text)) return null;
  state.readNextAs("pattern");
  state.advance();
  const span = state.spanFrom(start);
  const meant = op.startsWith("!") ? "!~" : "~";
  state.report("Q115", `Expected a text, found the glob ${text} without quotes`, span, {
    suggestion: `write ${meant} "${text}"`,
    fix: { span: { start: sign.span.start, end: span.end }, text: `${meant} "${text}"` },
  });
  return { op: meant, right: { kind: "string", value: text, span } };
}

/** Returns the text of a path that is parsed as a division, `src/main.c`; null for anything else. */
export function loosePath(node: Expression): string | null {
  const text = partsOf(node);
  if (text === null || !text.includes("/") || !/\p{L}/u.test(text)) return null;
  return text.length === node.span.end - node.span.start ? text : null;
}

function partsOf(node: Expression): string | null {
  if (node.kind === "name") return node.quoted ? null : node.name;
  if (node.kind !== "binary" || !["*", "/", "-"].includes(node.op)) return null;
  const [left, right] = [partsOf(node.left), partsOf(node.right)];
  return left === null || right === null ? null : left + node.op + right;
}

/** Suggests quotes for a word that follows a compared word, `func == read word`. */
export function textWithSpaces(state: ParseState, token: Token): string | undefined {
  const { last, beforeLast } = state;
  if (token.kind !== "identifier" || last?.kind !== "identifier" || beforeLast === null) return undefined;
  const isText = isPunctuation(beforeLast, "==") || isPunctuation(beforeLast, "!=");
  return isText ? `quote a text with spaces: "${last.text} ${token.text}"` : undefined;
}

/** Returns the text of a product of names written without spaces; null for anything else. */
export function productText(node: Expression): string | null {
  const text = factorsOf(node);
  if (text === null || !text.includes("*") || !/[^\d*/]/.test(text)) return null;
  return text.length === node.span.end - node.span.start ? text : null;
}

function factorsOf(node: Expression): string | null {
  if (node.kind === "name") return node.quoted ? null : node.name;
  if (node.kind === "integer") return node.text;
  if (node.kind !== "binary" || (node.op !== "*" && node.op !== "/")) return null;
  const [left, right] = [factorsOf(node.left), factorsOf(node.right)];
  return left === null || right === null ? null : left + node.op + right;
}
