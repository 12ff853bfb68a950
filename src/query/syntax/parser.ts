/**
 * Parses scripts. It never throws and never stops early: every error becomes a diagnostic, and text that
 * could not be parsed becomes an error node. Time is linear in the length of the text.
 *
 * The grammar is that of the documentation, with these decisions:
 *
 * - A statement ends with a semicolon, a blank line (even inside brackets, so that an open bracket spoils one
 *   query only), or before a line that nothing continues: outside brackets, where the line does not begin with
 *   a pipe or an operator. An indented line that begins with a stage is a stage that lacks its pipe.
 * - Keywords are words only where the grammar asks for them. Columns may be called `count`, `by` or `end`; only
 *   `and or not true false null` need backticks. Keywords may be written in any case.
 * - A query that begins with the name of a stage is a stage over the main table, unless an operator follows:
 *   `count` counts, `count > 3` is a filter.
 * - After `COLUMN:` a bare word up to the next space, `|`, `,`, `;` or closing bracket is a glob, unless it reads as
 *   a number or a range. `/…/` is a regular expression there only when it ends the word.
 * - `|` is always a pipe; a bitwise or is `bor(a, b)`. Bit operators bind more tightly than comparisons.
 * - In an assert, outside brackets, a colon after a space begins the message.
 *
 * @module
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import { asPipeline } from "./as_source.ts";
import type {
  AssertStatement,
  Identifier,
  LetStatement,
  Script,
  Statement,
  StringLiteral,
  SuppressStatement,
  UseStatement,
} from "./ast.ts";
import type { Language } from "./language.ts";
import { textWithSpaces } from "./loose_text.ts";
import { parseExpression, parseRange, takeComparison } from "./parse_expression.ts";
import { parsePipeline, parsePipelineOrExpression } from "./parse_pipeline.ts";
import { closeBracket } from "./parse_primary.ts";
import { describe, ParseState } from "./parse_state.ts";
import { parseIdentifier } from "./stage_parts.ts";
import { isName, isPunctuation, OPERATOR_WORDS, type Token } from "./token.ts";

/** The result of parsing: the tree, diagnostics, and tokens. */
export interface ParseResult {
  readonly script: Script;
  /** Diagnostics in text order. */
  readonly diagnostics: readonly Diagnostic[];
  /** All tokens, including spaces and comments: together their spans cover the whole text. */
  readonly tokens: readonly Token[];
}

const RULES = { expression: parseExpression, range: parseRange, inner: parsePipelineOrExpression };

/** Parses a script of any number of statements. */
export function parseStatements(text: string, language: Language): ParseResult {
  const state = new ParseState(text, { ...RULES, ...language });
  const statements: Statement[] = [];
  while (!state.atEndOfText()) {
    if (state.takeSemicolon()) continue;
    const first = state.beginStatement();
    statements.push(parseStatement(state));
    finishStatement(state, first);
  }
  const tokens = state.tokens.filter((token) => token.kind !== "end");
  return {
    script: { kind: "script", statements, span: { start: 0, end: text.length } },
    diagnostics: state.finish(),
    tokens,
  };
}

function parseStatement(state: ParseState): Statement {
  const token = state.peek();
  const next = state.peek(1);
  if (token.word === "let" && isName(next) && !isOperator(next)) return parseLet(state);
  if ((token.word === "use" || token.word === "suppress") && next.literal?.kind === "string") {
    return parseUse(state, token.word, { ...next.literal, span: next.span });
  }
  if (token.word === "assert" && !isOperator(next)) return parseAssert(state);
  const pipeline = parsePipeline(state);
  return { kind: "query", pipeline, span: pipeline.span };
}

/** Whether this token shows that the word before it is a column. */
function isOperator(token: Token): boolean {
  if (token.kind === "punctuation") return !["(", "{", "-", "~", "!"].includes(token.text);
  return token.kind === "identifier" && OPERATOR_WORDS.has(token.word) && token.word !== "and" &&
    token.word !== "or";
}

/** Reports and skips the rest of a statement that should have ended. */
function finishStatement(state: ParseState, first: Token): void {
  const token = state.peek();
  const isEmpty = token.span.start <= first.span.start;
  if (token.kind === "end" || (state.onNewLine(token) && !isEmpty)) return;
  const last = state.last;
  const after = last === null ? "" : ` after ${describe(last)}`;
  if (token.problem === null) {
    const suggestion = textWithSpaces(state, token);
    state.report("Q101", `Unexpected ${describe(token)}${after}`, token.span, suggestion);
  }
  const start = token.span.start;
  while (!state.atEnd()) {
    if (state.onNewLine(state.peek()) && state.peek().span.start > start) return;
    state.advance();
  }
}

function parseUse(
  state: ParseState,
  kind: "use" | "suppress",
  path: StringLiteral,
): UseStatement | SuppressStatement {
  const start = state.advance("keyword").span.start;
  state.advance();
  return { kind, path, span: state.spanFrom(start) };
}

function parseLet(state: ParseState): LetStatement | Statement {
  const doc = state.commentsAbove();
  const start = state.advance("keyword").span.start;
  const name = parseIdentifier(state, "a name");
  const params = parseParameters(state);
  if (!state.take("=")) {
    const foreign = state.peek();
    state.expected('"="', "Q101", "for example let large = size > 4K");
    if (["==", ":", "=~"].includes(foreign.text)) state.advance();
    else {
      if (!state.onNewLine(foreign)) state.skipToPipe();
      return state.errorFrom(start);
    }
  }
  const value = parsePipelineOrExpression(state);
  if (name.kind === "error") return state.errorFrom(start);
  return { kind: "let", name, params, value, ...(doc === "" ? {} : { doc }), span: state.spanFrom(start) };
}

function parseParameters(state: ParseState): Identifier[] {
  const params: Identifier[] = [];
  const open = state.peek();
  if (!isPunctuation(open, "(") || state.onNewLine(open)) return params;
  state.advance();
  const seen = new Set<string>();
  state.depth++;
  while (!state.at(")") && !state.atEnd()) {
    const param = parseIdentifier(state, "the name of a parameter");
    if (param.kind === "identifier") {
      if (seen.has(param.name)) state.report("Q127", `Parameter "${param.name}" occurs twice`, param.span);
      seen.add(param.name);
      params.push(param);
    }
    if (!state.take(",")) break;
  }
  state.depth--;
  closeBracket(state, open, ")");
  return params;
}

function parseAssert(state: ParseState): AssertStatement {
  const start = state.advance("keyword").span.start;
  state.inAssert = true;
  const inner = parsePipelineOrExpression(state);
  let pipeline = inner.kind === "pipeline" ? inner : asPipeline(inner);
  let comparison: AssertStatement["comparison"] = null;
  const compareStart = state.peek().span.start;
  const op = takeComparison(state);
  if (op !== null) {
    const expected = parseRange(state);
    comparison = { kind: "assertComparison", op, expected, span: state.spanFrom(compareStart) };
  } else if (inner.kind === "comparison" && inner.left.kind === "subquery" && !inner.negated) {
    // "(leaks | count) == 0" has been parsed as a filter.
    pipeline = { kind: "pipeline", source: inner.left.pipeline, stages: [], span: inner.left.span };
    const span = { start: inner.left.span.end, end: inner.span.end };
    comparison = { kind: "assertComparison", op: inner.op, expected: inner.right, span };
  }
  let message: StringLiteral | null = null;
  if (state.take(":")) {
    const token = state.peek();
    if (token.literal?.kind === "string") {
      state.advance();
      message = { ...token.literal, span: token.span };
    } else {
      state.expected("the message as text");
    }
  }
  return { kind: "assert", pipeline, comparison, message, span: state.spanFrom(start) };
}
