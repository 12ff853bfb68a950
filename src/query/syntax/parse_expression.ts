/**
 * Expressions by precedence, from loose to tight: or, and, not, comparison, range, ^, &, shifts, sums, products, sign.
 *
 * @module
 */

import type {
  BinaryOperator,
  CallExpression,
  ComparisonOperator,
  Expression,
  LogicalExpression,
  NamedExpression,
  NameExpression,
  RangeExpression,
} from "./ast.ts";
import type { ParseState } from "./parse_state.ts";
import { parsePrimary, withCondition } from "./parse_primary.ts";
import { parsePattern } from "./parse_words.ts";
import { FOREIGN_COMPARISONS, FOREIGN_WORDS, takeLooseGlob } from "./loose_text.ts";
import { beginsOperand, identifierOf, isName, isPunctuation, type Token } from "./token.ts";

const COMPARISONS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ["==", "=="],
  ["=", "=="],
  ["!=", "!="],
  ["<", "<"],
  ["<=", "<="],
  [">", ">"],
  [">=", ">="],
  ["~", "~"],
  ["!~", "!~"],
]);
const WORD_COMPARISONS: ReadonlySet<string> = new Set(["contains", "startswith", "endswith"]);
/**
 * Keywords of stages that may follow a condition: "count() if size in 4K.. by func", "sort size in 4K..
 * desc".
 */
const WORDS_AFTER_RANGE: ReadonlySet<string> = new Set(
  "as by order nulls per pivot within until asc ascending desc descending".split(" "),
);
const NEGATABLE: ReadonlySet<string> = new Set([...WORD_COMPARISONS, "in", "has", "overlaps", "like"]);

/** The binding strength of operators. Unlike in C, bit operators bind more tightly than comparisons. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ["^", 1],
  ["&", 2],
  ["<<", 3],
  [">>", 3],
  ["+", 4],
  ["-", 4],
  ["*", 5],
  ["/", 5],
  ["%", 5],
]);

/** Parses any expression. Text that cannot be parsed is reported and becomes an error node. */
export function parseExpression(state: ParseState): Expression {
  return parseLogical(state, "or", () => parseLogical(state, "and", () => parseNot(state)));
}

/**
 * Parses an expression that has no comparisons or logic outside brackets: `N`, `STEP`, or one side of an
 * assert.
 */
export function parseArithmetic(state: ParseState): Expression {
  return parseBinary(state, 1);
}

/** Parses `[NAME =] expr [if filter]`. */
export function parseNamed(state: ParseState): NamedExpression {
  const start = state.peek().span.start;
  const first = state.peek();
  let name: NamedExpression["name"] = null;
  if (isName(first) && isPunctuation(state.peek(1), "=")) {
    state.advance("name");
    state.advance();
    name = identifierOf(first);
  }
  // In "assert summarize sum(size) < 4K", the comparison belongs to the assert, so that its failure shows
  // both sides.
  const forAssert = state.inAssert && state.depth === 0 && name === null;
  const value = withCondition(state, forAssert ? parseArithmetic(state) : parseExpression(state));
  return { kind: "named", name, value, span: state.spanFrom(start) };
}

function parseLogical(state: ParseState, op: "and" | "or", parseOperand: () => Expression): Expression {
  const first = parseOperand();
  if (!atLogical(state, op)) return first;
  const operands = flatten(first, op);
  while (atLogical(state, op)) {
    const sign = state.advance("keyword");
    if (sign.word === "") reportForeign(state, sign, op);
    operands.push(...flatten(parseOperand(), op));
  }
  return { kind: "logical", op, operands, span: state.spanFrom(first.span.start) };
}

/**
 * Returns the operands of a nested node with this operator, so that a long filter becomes a wide tree, not a
 * deep one.
 */
function flatten(operand: Expression, op: LogicalExpression["op"]): Expression[] {
  return operand.kind === "logical" && operand.op === op ? [...operand.operands] : [operand];
}

function atLogical(state: ParseState, op: "and" | "or"): boolean {
  const token = state.peek();
  if (token.kind === "punctuation") return token.text === (op === "and" ? "&&" : "||");
  return token.word === op;
}

function reportForeign(state: ParseState, sign: Token, right: string): void {
  state.reportTypo("Q113", `Unknown operator "${sign.text}"`, sign.span, right);
}

function parseNot(state: ParseState): Expression {
  const token = state.peek();
  const foreign = isPunctuation(token, "!");
  if (token.word !== "not" && !foreign) return parseComparison(state);
  if (foreign) reportForeign(state, token, "not ");
  state.advance("keyword");
  return state.nested(() => {
    const operand = parseNot(state);
    return { kind: "not", operand, span: state.spanFrom(token.span.start) };
  });
}

function parseComparison(state: ParseState): Expression {
  const left = parseRange(state);
  if ((left.kind === "name" || left.kind === "call") && atPatternColon(state)) return parseMatch(state, left);
  let result = parseComparisonRest(state, left);
  if (result === left) return left;
  // A second comparison would compare the result of the first.
  while (atComparison(state) && !(state.inAssert && state.depth === 0)) {
    if (!state.raise(state.height, 0)) return state.tooDeep();
    const sign = state.peek();
    const message = `Comparisons do not chain: "${sign.text}" follows a comparison`;
    state.report("Q114", message, sign.span, "join two comparisons with and, or use in a..b");
    result = parseComparisonRest(state, result);
  }
  return result;
}

function atComparison(state: ParseState): boolean {
  const token = state.peek();
  if (token.kind === "punctuation") return COMPARISONS.has(token.text) || FOREIGN_COMPARISONS.has(token.text);
  return WORD_COMPARISONS.has(token.word) || token.word === "in" || token.word === "is";
}

/** Takes a comparison sign, if one is next. */
export function takeComparison(state: ParseState): ComparisonOperator | null {
  const token = state.peek();
  if (token.kind !== "punctuation") return null;
  const foreign = FOREIGN_COMPARISONS.get(token.text);
  const op = COMPARISONS.get(foreign ?? token.text);
  if (op === undefined) return null;
  if (foreign !== undefined) reportForeign(state, token, foreign);
  state.advance();
  return op;
}

function parseComparisonRest(state: ParseState, left: Expression): Expression {
  const first = state.peek();
  const op = takeComparison(state);
  if (op !== null) {
    // Bind the glob with the comparison that it stands for, so that there is no warning about its wildcards.
    const { op: meant, right } = takeLooseGlob(state, op, first) ?? { op, right: parseRange(state) };
    return compared(state, meant, left, right);
  }
  const negated = state.peek().word === "not" && NEGATABLE.has(state.peek(1).word);
  const word = state.peek(negated ? 1 : 0).word;
  if (word === "" || (!NEGATABLE.has(word) && word !== "is" && !FOREIGN_WORDS.has(word))) return left;
  if (state.startsLine(state.peek()) && FOREIGN_WORDS.has(word)) return left;
  if (negated) state.advance("keyword");
  const sign = state.advance("keyword");
  if (word === "is") return parseIsNull(state, left);
  if (FOREIGN_WORDS.has(word)) return parseForeign(state, left, sign, negated);
  if (word === "in") {
    const choices = parseRange(state);
    return { kind: "in", value: left, choices, negated, span: state.spanFrom(left.span.start) };
  }
  const right = parseRange(state);
  const span = state.spanFrom(left.span.start);
  if (word === "overlaps") return { kind: "overlaps", value: left, range: right, negated, span };
  if (word === "has") return { kind: "has", value: left, flag: right, negated, span };
  return compared(state, word as ComparisonOperator, left, right, negated);
}

function parseIsNull(state: ParseState, left: Expression): Expression {
  const sign = state.last!;
  const negated = state.takeWord("not") !== null;
  if (state.takeWord("null")) {
    return { kind: "isNull", value: left, negated, span: state.spanFrom(left.span.start) };
  }
  const right = negated ? "!=" : "==";
  state.expected('"null" after "is"', "Q101", {
    suggestion: `values are compared with "${right}"`,
    fix: { span: state.spanFrom(sign.span.start), text: right },
  });
  return compared(state, right, left, parseRange(state));
}

/**
 * Parses `like`, `matches` and `between` of other languages, after reporting them, as the equivalent
 * comparison.
 */
function parseForeign(state: ParseState, left: Expression, sign: Token, negated: boolean): Expression {
  const right = FOREIGN_WORDS.get(sign.word)!;
  state.report("Q113", `Unknown operator "${sign.text}"`, sign.span, right);
  if (sign.word !== "between") return compared(state, negated ? "!~" : "~", left, parseRange(state));
  const start = parseArithmetic(state);
  const end = state.takeWord("and") ? parseArithmetic(state) : null;
  const span = state.spanFrom(start.span.start);
  const choices: RangeExpression = { kind: "range", start, end, mode: "inclusive", span };
  return { kind: "in", value: left, choices, negated, span: state.spanFrom(left.span.start) };
}

/** Builds the comparison that ends here. */
function compared(
  state: ParseState,
  op: ComparisonOperator,
  left: Expression,
  right: Expression,
  negated = false,
): Expression {
  return { kind: "comparison", op, left, right, negated, span: state.spanFrom(left.span.start) };
}

/** Whether the next token is the colon of `column:pattern`. */
function atPatternColon(state: ParseState): boolean {
  if (!state.at(":") || state.noColon) return false;
  // In an assert, a colon after a space begins the message.
  return !(state.inAssert && state.depth === 0 && state.peek().spaced);
}

function parseMatch(state: ParseState, value: NameExpression | CallExpression): Expression {
  state.advance();
  const pattern = parsePattern(state, `after "${value.kind === "name" ? value.name : value.name.name}:"`);
  return { kind: "match", value, pattern, span: state.spanFrom(value.span.start) };
}

/** Parses arithmetic, or a range between two such values. */
export function parseRange(state: ParseState): Expression {
  const first = state.peek();
  const start = isRangeSign(first) ? null : parseBinary(state, 1);
  const sign = state.peek();
  if (!isRangeSign(sign)) return start!;
  state.advance();
  const mode = sign.text === "..=" ? "inclusive" : sign.text === "..+" ? "length" : "exclusive";
  const next = state.peek();
  const isOpen = mode === "exclusive" &&
    (!beginsOperand(next) || state.onNewLine(next) || WORDS_AFTER_RANGE.has(next.word));
  const end = isOpen ? null : parseBinary(state, 1);
  const span = state.spanFrom(first.span.start);
  if (start === null && (end === null || mode === "length")) {
    state.report("Q115", "Expected the start of a range", sign.span, "ranges: a..b a..=b a..+n a.. ..b");
  }
  return { kind: "range", start, end, mode, span };
}

function isRangeSign(token: Token): boolean {
  return token.kind === "punctuation" && token.text.startsWith("..");
}

function parseBinary(state: ParseState, minimum: number): Expression {
  const beside = state.height;
  state.height = 0;
  let left = parseUnary(state);
  for (;;) {
    const sign = state.peek();
    const precedence = sign.kind === "punctuation" ? PRECEDENCE.get(sign.text) : undefined;
    if (precedence === undefined || precedence < minimum) {
      state.height = Math.max(state.height, beside);
      return left;
    }
    state.advance();
    const below = state.height;
    state.height = 0;
    const right = parseBinary(state, precedence + 1);
    if (!state.raise(below, state.height)) return state.tooDeep();
    const span = state.spanFrom(left.span.start);
    left = { kind: "binary", op: sign.text as BinaryOperator, left, right, span };
  }
}

function parseUnary(state: ParseState): Expression {
  const sign = state.peek();
  if (!isPunctuation(sign, "-") && !isPunctuation(sign, "~")) return parsePrimary(state);
  state.advance();
  return state.nested(() => {
    const operand = parseUnary(state);
    return { kind: "unary", op: sign.text as "-" | "~", operand, span: state.spanFrom(sign.span.start) };
  });
}
