/**
 * Parses the smallest expressions: literals, names, calls and brackets.
 * @module
 */
import type { Expression, Literal, SetExpression } from "./ast.ts";
import { isElementGlob } from "./lexer.ts";
import { describe, type ParseState } from "./parse_state.ts";
import {
  beginsOperand,
  identifierOf,
  isPunctuation,
  joinSpans,
  OPERATOR_WORDS,
  type Token,
} from "./token.ts";

/** Parses a literal, a name, a call or a bracket. */
export function parsePrimary(state: ParseState): Expression {
  const token = state.peek();
  switch (token.kind) {
    case "number":
    case "string":
    case "regex":
      state.advance();
      return { ...token.literal!, span: token.span } as Literal;
    case "identifier":
      return parseWord(state, token);
    case "quotedIdentifier":
      state.advance("column");
      return { kind: "name", name: token.name, quoted: true, span: token.span };
    case "sequence": {
      const elsewhere = `elsewhere write seq == ${token.text.slice(1)}`;
      const suggestion = `only points have sequence numbers: @ ${token.text}; ${elsewhere}`;
      state.report("Q101", `Unexpected "${token.text}"`, token.span, suggestion);
      state.advance();
      return { kind: "error", span: token.span };
    }
    case "punctuation":
      if (token.text === "(") return state.nested(() => parseParentheses(state));
      if (token.text === "{") return state.nested(() => parseSet(state, "}"));
      if (token.text === "[") {
        reportBrackets(state, token.span.start);
        return state.nested(() => parseSet(state, "]"));
      }
      return missingOperand(state);
    case "unknown":
      state.advance();
      return { kind: "error", span: token.span };
    default:
      return missingOperand(state);
  }
}

/** Parses the optional `if` of an aggregate. */
export function withCondition(state: ParseState, value: Expression): Expression {
  if (!state.takeWord("if")) return value;
  const condition = state.grammar.expression(state);
  return { kind: "filtered", value, condition, span: joinSpans(value.span, condition.span) };
}

/** Parses the values of a call or a set and takes the closing bracket; the opening one is already taken. */
function parseList<T>(state: ParseState, open: Token, close: string, parse: () => T): T[] {
  const values: T[] = [];
  const outer = state.noColon;
  state.noColon = false;
  state.depth++;
  while (!state.at(close) && !state.atEnd()) {
    const before = state.lastEnd;
    values.push(parse());
    if (state.take(",")) continue;
    if (state.at(close)) break;
    state.expected(`"," or "${close}"`);
    // If a value begins here, only the comma before it is missing; anything else is skipped.
    if (state.lastEnd > before && beginsOperand(state.peek())) continue;
    skipInList(state, close);
    if (!state.take(",")) break;
  }
  state.depth--;
  state.noColon = outer;
  closeBracket(state, open, close);
  return values;
}

/** Takes the closing bracket; if it is missing, reports that at the opening one. */
export function closeBracket(state: ParseState, open: Token, close: string): void {
  if (state.take(close)) return;
  const end = state.lastEnd;
  const found = state.peek();
  if (found.kind !== "end") {
    state.expected(`"${close}"`);
    return;
  }
  state.report("Q106", `Bracket "${open.text}" is not closed`, open.span, {
    suggestion: `expected "${close}" before ${describe(found)}`,
    fix: { span: { start: end, end }, text: close },
  });
}

function skipInList(state: ParseState, close: string): void {
  let open = 0;
  for (let token = state.peek(); token.kind !== "end"; token = state.peek()) {
    if (token.kind === "punctuation") {
      if (open === 0 && (token.text === close || token.text === "," || token.text === "|")) return;
      if ("([{".includes(token.text)) open++;
      else if (")]}".includes(token.text) && --open < 0) return;
    }
    state.advance();
  }
}

function parseWord(state: ParseState, token: Token): Expression {
  const next = state.peek(1);
  const { span } = token;
  if (isPunctuation(next, "(") && !state.onNewLine(next) && token.word !== "not") return parseCall(state);
  switch (token.word) {
    case "true":
    case "false":
      state.advance("keyword");
      return { kind: "boolean", value: token.word === "true", span };
    case "null":
      state.advance("keyword");
      return { kind: "null", span };
    case "and":
    case "or":
      return missingOperand(state);
    case "not":
      // "1 + not x" is an error, but the operand is checked nevertheless.
      state.expected("a value");
      state.advance("keyword");
      return state.nested(() => parsePrimary(state));
    default:
  }
  if (OPERATOR_WORDS.has(token.word) && beginsOperand(next)) return missingOperand(state);
  state.advance("column");
  return { kind: "name", name: token.name, quoted: false, span };
}

function missingOperand(state: ParseState): Expression {
  const last = state.last;
  const after = last === null || state.peek().span.start <= last.span.start ? "" : ` after ${describe(last)}`;
  return state.missing(`a value${after}`);
}

function parseCall(state: ParseState): Expression {
  const token = state.advance("function");
  const name = identifierOf(token);
  const open = state.advance();
  if (state.at("*") && isPunctuation(state.peek(1), ")")) {
    const star = state.advance();
    state.report("Q118", `"*" is not a column`, star.span, {
      suggestion: `did you mean "${token.text}()"?`,
      fix: { span: star.span, text: "" },
    });
  } else if (
    state.peek().word === "distinct" && beginsOperand(state.peek(1)) && !isPunctuation(state.peek(1), "(")
  ) {
    const word = state.advance();
    state.report("Q113", `Unexpected "${word.text}" in a call`, word.span, "did you mean distinct(x)?");
  }
  const parsed = state.nested(() => ({ args: parseList(state, open, ")", () => parseArgument(state)) }));
  const args = "args" in parsed ? parsed.args : [parsed];
  return { kind: "call", name, args, span: state.spanFrom(token.span.start) };
}

function parseArgument(state: ParseState): Expression {
  return withCondition(state, state.grammar.expression(state));
}

function parseSet(state: ParseState, close: string): SetExpression {
  const open = state.advance();
  const values = parseList(state, open, close, () => parseElement(state));
  return { kind: "set", values, span: state.spanFrom(open.span.start) };
}

/** Parses an element of a list: a value, a range, or a glob. */
function parseElement(state: ParseState): Expression {
  if (!isElementGlob(state.text, state.peek().span.start)) return state.grammar.range(state);
  state.readNextAs("element");
  const { text, span } = state.advance("name");
  return { kind: "word", text, span };
}

function reportBrackets(state: ParseState, start: number): void {
  const message = "Lists of values need braces, not brackets";
  state.report("Q123", message, { start, end: start + 1 }, "write {a, b}");
}

/** Parses `(expr)`, `(pipeline)`, or a list that should be in braces. */
function parseParentheses(state: ParseState): Expression {
  const open = state.advance();
  if (state.at(")")) {
    state.report("Q115", "Nothing between parentheses", joinSpans(open.span, state.peek().span));
    state.advance();
    return state.errorFrom(open.span.start);
  }
  const outer = state.noColon;
  state.noColon = false;
  state.depth++;
  const inner = state.grammar.inner(state);
  let result: Expression | null = null;
  if (inner.kind !== "pipeline") result = withCondition(state, inner);
  if (state.at(",") && result !== null) {
    const values = [result];
    while (state.take(",")) values.push(state.grammar.range(state));
    state.report("Q123", "Lists of values need braces, not parentheses", open.span, "write {a, b}");
    result = { kind: "set", values, span: state.spanFrom(open.span.start) };
  }
  if (!state.at(")") && !state.atEnd()) {
    state.expected('")"');
    skipInList(state, ")");
  }
  state.depth--;
  state.noColon = outer;
  closeBracket(state, open, ")");
  if (result !== null) return result;
  if (inner.kind !== "pipeline") return inner;
  return { kind: "subquery", pipeline: inner, span: state.spanFrom(open.span.start) };
}
