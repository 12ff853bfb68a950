/**
 * Parses bare words: after `COLUMN:`, `of`, `through`, `context`.
 * @module
 */
import type { ErrorNode, Expression, StringLiteral, Word } from "./ast.ts";
import type { ParseState } from "./parse_state.ts";
import { beginsOperand } from "./token.ts";

/** Parses a pattern: a glob, a text, a regular expression, a number, a range or a set. */
export function parsePattern(state: ParseState, where: string): Expression {
  state.readNextAs("pattern");
  const token = state.peek();
  if (state.onNewLine(token) && token.indent <= state.statementIndent) return missingPattern(state, where);
  if (token.kind === "word") return takeWord(state);
  // ":>4K" is the syntax of some search boxes.
  if (token.kind === "punctuation" && /^[=<>!~]/.test(token.text) && token.text !== "~") {
    const message = `Unexpected "${token.text}" ${where}`;
    state.report("Q113", message, token.span, 'write the comparison without ":"');
    state.advance();
    return state.grammar.range(state);
  }
  if (!beginsOperand(token) && !token.text.startsWith("..")) return missingPattern(state, where);
  return state.grammar.range(state);
}

/**
 * Parses the name of a trace, a context or something similar: a bare word up to the next space, or a string.
 */
export function parseNameWord(state: ParseState, what: string): Word | StringLiteral | ErrorNode {
  state.readNextAs("name");
  const token = state.peek();
  if (token.kind === "word") return takeWord(state);
  if (token.kind === "string") {
    state.advance();
    const value = token.literal?.kind === "string" ? token.literal.value : "";
    return { kind: "string", value, span: token.span };
  }
  if (token.kind === "quotedIdentifier") {
    state.advance("name");
    return { kind: "string", value: token.name, span: token.span };
  }
  return state.missing(what, "Q120");
}

function takeWord(state: ParseState): Expression & Word;
function takeWord(state: ParseState): Word {
  const token = state.advance("name");
  return { kind: "word", text: token.text, span: token.span };
}

function missingPattern(state: ParseState, where: string): ErrorNode {
  return state.missing(`a pattern ${where}`, "Q120");
}
