/**
 * Parses points, which follow `@`.
 * @module
 */
import type { Expression, Point } from "./ast.ts";
import { eventCount } from "./literals.ts";
import { parsePrimary } from "./parse_primary.ts";
import type { ParseState } from "./parse_state.ts";
import { parseNameWord } from "./parse_words.ts";
import type { Token } from "./token.ts";

/** Parses the point after `@`. */
export function parsePoint(state: ParseState): Point {
  const token = state.peek();
  const { start } = token.span;
  switch (token.kind) {
    case "number":
      state.advance();
      return numberPoint(state, token);
    case "sequence": {
      state.advance();
      const text = token.text.slice(1);
      const value = BigInt(text.replaceAll("_", "").slice(0, 40));
      return { kind: "numberPoint", form: "seq", value, text, span: token.span };
    }
    case "identifier":
      return wordPoint(state, token);
    case "quotedIdentifier":
    case "punctuation":
    case "end":
      if (token.kind === "quotedIdentifier" || token.text === "(") {
        const value: Expression = parsePrimary(state);
        return { kind: "expressionPoint", value, span: state.spanFrom(start) };
      }
      return state.missing('a point after "@"', "Q119", state.grammar.points.hint);
    default:
      state.expected('a point after "@"', "Q119", state.grammar.points.hint);
      state.advance();
      return { kind: "error", span: token.span };
  }
}

function numberPoint(state: ParseState, token: Token): Point {
  const { span } = token;
  const literal = token.literal!;
  switch (literal.kind) {
    case "percent":
      if (literal.value > 100) state.report("Q119", `Percentage "${literal.text}" is above 100%`, span);
      return { kind: "sharePoint", percent: literal.value, text: literal.text, span };
    case "time":
    case "duration": {
      const { kind, nanoseconds, text } = literal;
      return { kind: "timePoint", form: kind === "time" ? "clock" : "elapsed", nanoseconds, text, span };
    }
    default:
  }
  const value = token.problem === null ? eventCount(token.text) : 0n;
  if (value === undefined) {
    state.report("Q119", `Event number "${token.text}" is not a whole number`, span);
    return { kind: "error", span };
  }
  return { kind: "numberPoint", form: "no", value, text: token.text, span };
}

function wordPoint(state: ParseState, token: Token): Point {
  const { start } = token.span;
  state.advance("keyword");
  switch (token.word) {
    case "start":
    case "end":
      return { kind: "edgePoint", edge: token.word, span: token.span };
    case "peak": {
      const of = state.takeWord("blocks") ? "blocks" : "bytes";
      if (of === "bytes") state.takeWord("bytes");
      return { kind: "peakPoint", of, span: state.spanFrom(start) };
    }
    default: {
      const word = token.word;
      switch (state.grammar.points.find(word)?.value) {
        case "number": {
          const value = parsePrimary(state);
          return { kind: "columnPoint", word, value, span: state.spanFrom(start) };
        }
        case "bit": {
          const name = parseNameWord(state, `a name after "${word}"`);
          return { kind: "bitPoint", word, name, span: state.spanFrom(start) };
        }
        default:
      }
      // Any other word is a parameter or a `let` name. The binder knows these and handles misspelled words.
      token.role = "name";
      const value = { kind: "name", name: token.name, quoted: false, span: token.span } as const;
      return { kind: "expressionPoint", value, span: token.span };
    }
  }
}
