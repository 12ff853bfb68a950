/**
 * Parts that stages share: lists of columns and aggregates, names, sort keys.
 *
 * @module
 */
import type {
  ErrorNode,
  Expression,
  Identifier,
  JoinKey,
  NamedExpression,
  NameExpression,
  SortKey,
} from "./ast.ts";
import { parseArithmetic, parseExpression, parseNamed } from "./parse_expression.ts";
import { describe, type ParseState } from "./parse_state.ts";
import { beginsOperand, identifierOf, isPunctuation, RESERVED_WORDS } from "./token.ts";

/** Parses a comma-separated list of at least one element; an empty list is reported as missing. */
export function parseCommaList<T>(state: ParseState, what: string, parse: () => T): T[] {
  const values: T[] = [];
  if (!state.atOperand() || state.startsLine(state.peek())) {
    if (state.peek().kind === "unknown") state.skipToPipe();
    else reportMissingPart(state, what);
    return values;
  }
  do {
    if (!state.atOperand()) {
      reportMissingPart(state, what);
      break;
    }
    values.push(parse());
  } while (state.take(","));
  return values;
}

/** Parses `[NAME =] expr, …`. */
export function parseNamedList(state: ParseState, what: string): NamedExpression[] {
  return parseCommaList(state, what, () => parseNamed(state));
}

/**
 * Parses something that may be followed by a colon and aggregates, so that `name:` in it is not read as a
 * pattern.
 */
export function parseBeforeColon<T>(state: ParseState, parse: () => T): T {
  const outer = state.noColon;
  state.noColon = true;
  const parsed = parse();
  state.noColon = outer;
  return parsed;
}

/** Parses keys; a colon after them begins the aggregates. */
export function parseKeys(state: ParseState): NamedExpression[] {
  return parseBeforeColon(state, () => parseNamedList(state, "a column to group by"));
}

/** Parses `: aggregates`; returns an empty list if there is no colon. */
export function parseAggregatesAfterColon(state: ParseState): NamedExpression[] {
  // In an assert, a colon with a string begins the message; aggregates never begin with a string.
  const isMessage = state.inAssert && state.depth === 0 && state.peek(1).kind === "string";
  return !isMessage && state.take(":") ? parseNamedList(state, "an aggregate") : [];
}

/** Parses a row count: a literal, a parameter, or arithmetic on them. */
export function parseRowCount(state: ParseState, example: string): Expression {
  const next = state.peek();
  if (next.word === "by" || state.startsLine(next) || !beginsOperand(next)) {
    return reportMissingPart(state, "a number of rows", example);
  }
  return parseArithmetic(state);
}

/** Parses the name of a column. */
export function parseColumnName(state: ParseState): NameExpression | ErrorNode {
  const name = parseIdentifier(state, "a column");
  return name.kind === "error" ? name : { ...name, kind: "name" };
}

/** Parses a name that is not reserved; anything else is reported and, if it is a single word, skipped. */
export function parseIdentifier(state: ParseState, what: string): Identifier | ErrorNode {
  const token = state.peek();
  if (token.kind === "quotedIdentifier" || (token.kind === "identifier" && !RESERVED_WORDS.has(token.word))) {
    state.advance("name");
    return identifierOf(token);
  }
  if (token.kind === "identifier") {
    state.reportTypo(
      "Q124",
      `Reserved word "${token.text}" cannot be a name`,
      token.span,
      `\`${token.text}\``,
    );
    state.advance();
    return { kind: "error", span: token.span };
  }
  state.expected(what, "Q124");
  if (token.kind === "string" || token.kind === "number") state.advance();
  return { kind: "error", span: state.spanFrom(token.span.start) };
}

/** Parses `expr [asc|desc] [nulls first|last]`. */
export function parseSortKey(state: ParseState): SortKey {
  const start = state.peek().span.start;
  const value = parseExpression(state);
  const direction = state.takeWord("desc") || state.takeWord("descending")
    ? "desc"
    : state.takeWord("asc") || state.takeWord("ascending")
    ? "asc"
    : null;
  return { kind: "sortKey", value, direction, nulls: parseNulls(state), span: state.spanFrom(start) };
}

/** Parses `expr [asc|desc] [nulls first|last], …`. */
export function parseSortKeys(state: ParseState): SortKey[] {
  return parseCommaList(state, "a column to sort by", () => parseSortKey(state));
}

/** Parses `nulls first` or `nulls last`; null if neither follows. */
function parseNulls(state: ParseState): SortKey["nulls"] {
  if (state.takeWord("nulls") === null) return null;
  if (state.takeWord("first") !== null) return "first";
  if (state.takeWord("last") === null) state.expected('"first" or "last" after "nulls"');
  return "last";
}

/** Parses `column` or `left = right`. */
export function parseJoinKey(state: ParseState): JoinKey {
  const start = state.peek().span.start;
  const left = parseColumnName(state);
  const hasRight = state.take("=") !== null || state.take("==") !== null;
  const right = hasRight ? parseColumnName(state) : null;
  return { kind: "joinKey", left, right, span: state.spanFrom(start) };
}

/** Reports and skips the star of `select *`, so that the rest is still parsed. */
export function skipStar(state: ParseState): boolean {
  if (!state.at("*")) return false;
  const star = state.advance();
  const message = '"*" is not a column';
  state.report("Q118", message, star.span, "without select all columns are shown; extend adds more");
  state.take(",");
  return true;
}

/** Reports a missing part of a stage. */
export function reportMissingPart(state: ParseState, what: string, example?: string): ErrorNode {
  const last = state.last;
  const found = state.peek();
  const after = last === null ? "" : ` after ${describe(last)}`;
  const suggestion = example === undefined ? undefined : `for example ${example}`;
  if (found.problem === null) {
    state.report("Q115", `Expected ${what}${after}, found ${describe(found)}`, found.span, suggestion);
  }
  const end = state.lastEnd;
  // Take a stray comma; otherwise it would end every list.
  if (isPunctuation(found, ",")) state.advance();
  return { kind: "error", span: { start: end, end } };
}
