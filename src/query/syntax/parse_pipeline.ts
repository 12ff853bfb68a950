/**
 * Parses pipelines: a source, and stages between pipes.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { asPipeline, asSource } from "./as_source.ts";
import type { ErrorNode, Expression, Pipeline, Source, Stage, TableSource } from "./ast.ts";
import { parseExpression } from "./parse_expression.ts";
import { parsePoint } from "./parse_point.ts";
import { describe, type ParseState } from "./parse_state.ts";
import { parseNameWord } from "./parse_words.ts";
import { FOREIGN_WORDS, textWithSpaces } from "./loose_text.ts";
import { beginsOperand, isPunctuation, joinSpans, OPERATOR_WORDS } from "./token.ts";

/** Parses a pipeline; a bare filter is one too. */
export function parsePipeline(state: ParseState): Pipeline {
  const inner = parsePipelineOrExpression(state);
  if (inner.kind === "pipeline") return inner;
  markSource(state, inner);
  return asPipeline(inner);
}

/**
 * Parses a pipeline, or an expression if nothing shows that it is a pipeline: a single name, call or filter,
 * or a pipeline in parentheses.
 */
export function parsePipelineOrExpression(state: ParseState): Pipeline | Expression {
  const { start } = state.peek().span;
  if (state.at("|")) {
    const suggestion = "a blank line ends a query; begin with a table or a filter";
    state.report("Q117", 'Nothing before "|"', state.peek().span, suggestion);
    return parseStages(state, null, start);
  }
  if (atStage(state) || atForeignStage(state)) {
    const stages = [parseStage(state)];
    return parseStages(state, null, start, stages);
  }
  const special = parseSpecialSource(state);
  if (special !== null) return parseStages(state, special, start);
  const expression = parseExpression(state);
  if ((expression.kind === "name" || expression.kind === "call") && (state.at("@") || state.atWord("of"))) {
    markSource(state, expression);
    return parseStages(state, parseTableRest(state, asSource(expression) as TableSource), start);
  }
  if (state.at("|") || atStageWithoutPipe(state) || misspelledStage(state, expression) !== undefined) {
    markSource(state, expression);
    return parseStages(state, asSource(expression), start);
  }
  return expression;
}

/** Changes the highlighting of a name from column to table, when it turns out to be one. */
function markSource(state: ParseState, expression: Expression): void {
  const { last } = state;
  if (expression.kind === "name" && last?.span.end === expression.span.end) last.role = "source";
}

/** Parses a source without stages; `diff` takes two of them. */
function parseSource(state: ParseState): Source {
  const special = parseSpecialSource(state);
  if (special !== null) return special;
  if (!beginsOperand(state.peek()) || state.peek().word === "by") return state.missing("a source");
  const expression = parseExpression(state);
  markSource(state, expression);
  const source = asSource(expression);
  return source.kind === "table" ? parseTableRest(state, source) : source;
}

function parseSpecialSource(state: ParseState): Source | null {
  const source = state.grammar.sources.find(state.peek().word);
  return source?.begins(state.peek(1)) ? source.parse(state, parseSource) : null;
}

function parseTableRest(state: ParseState, table: TableSource): TableSource {
  const point = state.take("@") ? parsePoint(state) : null;
  const trace = state.takeWord("of") ? parseNameWord(state, 'the name of a trace after "of"') : null;
  return { ...table, point, trace, span: state.spanFrom(table.span.start) };
}

/** Whether a stage begins here and not a filter on a column with the name of a stage. */
function atStage(state: ParseState): boolean {
  const stage = state.grammar.stages.find(state.peek().word);
  if (stage === undefined) return false;
  const next = state.peek(1);
  const own = stage.begins?.(next);
  switch (next.kind) {
    case "end":
      return true;
    case "punctuation":
      if (next.text === "|" || next.text === ")") return true;
      // An assert may compare the count directly.
      if (!stage.takesOperand) return state.inAssert && state.depth === 0 && /^[=<>!]/.test(next.text);
      if (own !== undefined) return own;
      // This is a sign, not an operator: "sort -size".
      if (next.text === "-" || next.text === "~") return next.spaced && !state.peek(2).spaced;
      return ["(", "{", "[", "!"].includes(next.text);
    case "identifier":
      return own ?? (next.word !== "of" && !operatorFollows(state));
    default:
      return true;
  }
}

/** Whether the next words show that this word is a column: `count in {1, 2}`, `last not contains "x"`. */
function operatorFollows(state: ParseState): boolean {
  const { word } = state.peek(1);
  const operator = word === "not" ? state.peek(2).word : word;
  return OPERATOR_WORDS.has(operator) || FOREIGN_WORDS.has(operator);
}

/** Whether a query begins with a stage of another language: `limit 5`, `group by file`. */
function atForeignStage(state: ParseState): boolean {
  const foreign = state.grammar.stages.foreign(state.peek().word);
  const next = state.peek(1);
  if (foreign === undefined || state.onNewLine(next)) return false;
  if (foreign.secondWord !== undefined) return next.word === foreign.secondWord;
  return ["number", "identifier", "quotedIdentifier", "string"].includes(next.kind) && beginsOperand(next) &&
    next.word !== "of" && !operatorFollows(state) && state.grammar.stages.find(next.word) === undefined;
}

/** Whether a stage without its pipe follows, on the same line or on an indented one. */
function atStageWithoutPipe(state: ParseState): boolean {
  const token = state.peek();
  return state.grammar.stages.find(token.word) !== undefined && !state.startsLine(token) && atStage(state);
}

function parseStages(
  state: ParseState,
  source: Source | null,
  start: number,
  stages: Stage[] = [],
): Pipeline {
  for (;;) {
    const pipe = state.peek();
    if (state.take("|")) {
      const next = state.peek();
      if (next.kind === "end" || isPunctuation(next, "|") || isPunctuation(next, ")")) {
        state.report("Q117", `Expected a stage after "|", found ${describe(next)}`, pipe.span);
        continue;
      }
    } else if (pipe.kind !== "end" && atStageWithoutPipe(state)) {
      const { start } = pipe.span;
      const message = `Missing "|" before "${pipe.text}"`;
      state.report("Q116", message, pipe.span, { fix: { span: { start, end: start }, text: "| " } });
    } else if (isJunk(state)) {
      skipJunk(state, source, stages);
      continue;
    } else {
      return { kind: "pipeline", source, stages, span: state.spanFrom(start) };
    }
    stages.push(parseStage(state));
  }
}

/** Whether the next token neither continues the pipeline nor belongs to the text around it. */
function isJunk(state: ParseState): boolean {
  const token = state.peek();
  if (token.kind === "end" || state.onNewLine(token)) return false;
  if (token.kind === "punctuation") {
    if (state.depth > 0 && [")", "]", "}", ","].includes(token.text)) return false;
    if (state.inAssert && state.depth === 0 && /^(?:[:~]|[=<>!]+~?)$/.test(token.text)) return false;
  }
  // A pipeline in parentheses may be an operand; its operator is left to the surrounding expression.
  return true;
}

function skipJunk(state: ParseState, source: Source | null, stages: readonly Stage[]): void {
  const token = state.peek();
  if (state.depth === 0 && token.kind === "punctuation" && [")", "]", "}"].includes(token.text)) {
    const message = `Bracket "${token.text}" closes nothing`;
    state.report("Q107", message, token.span, { fix: { span: token.span, text: "" } });
    state.advance();
    return;
  }
  const name = stages.length === 0 && source?.kind === "table" ? source.name : null;
  const meant = name === null ? undefined : misspelledStage(state, { ...name, kind: "name" });
  if (name !== null && meant !== undefined) {
    state.reportTypo("Q102", `Unknown stage "${name.name}"`, name.span, meant);
  } else if (token.problem === null) {
    const last = state.last;
    const after = last === null ? "" : ` after ${describe(last)}`;
    const suggestion = last?.role === "stage"
      ? state.grammar.stages.find(last.word)?.comesLast
      : textWithSpaces(state, token);
    state.report("Q101", `Unexpected ${describe(token)}${after}`, token.span, suggestion);
  }
  state.skipToPipe();
}

/** Suggests a stage for a misspelled one, as in "selct a, b": a name that is followed by an operand. */
function misspelledStage(state: ParseState, expression: Expression): string | undefined {
  if (expression.kind !== "name" || expression.quoted) return undefined;
  const next = state.peek();
  if (!beginsOperand(next) || state.onNewLine(next)) return undefined;
  return didYouMean(expression.name, state.grammar.stages.keywords);
}

/** Parses the stage that begins here. */
function parseStage(state: ParseState): Stage {
  const token = state.peek();
  const stage = state.grammar.stages.find(token.word);
  if (stage !== undefined) {
    state.advance("stage");
    return parseWithSpan(state, token.span.start, () => stage.parse(state, token));
  }
  const foreign = state.grammar.stages.foreign(token.word);
  if (foreign !== undefined) {
    state.advance();
    const swallowed = foreign.secondWord === undefined ? null : state.takeWord(foreign.secondWord);
    const span = joinSpans(token.span, (swallowed ?? token).span);
    const message = `Unknown stage "${state.text.slice(span.start, span.end)}"`;
    state.reportTypo("Q113", message, span, foreign.stage.keyword);
    return parseWithSpan(state, token.span.start, () => foreign.stage.parse(state, token));
  }
  return parseUnknownStage(state);
}

function parseWithSpan(state: ParseState, start: number, parse: () => Stage): Stage {
  const outer = state.noColon;
  const stage = parse();
  state.noColon = outer;
  return { ...stage, span: state.spanFrom(start) };
}

function parseUnknownStage(state: ParseState): ErrorNode {
  const token = state.peek();
  const { start } = token.span;
  if (token.kind === "identifier") {
    const meant = didYouMean(token.word, state.grammar.stages.keywords);
    const filter = isPunctuation(state.peek(1), ":") || /^[=<>~]/.test(state.peek(1).text);
    const message = `Unknown stage "${token.text}"`;
    if (filter) {
      const fix = { span: { start, end: start }, text: "where " };
      state.report("Q102", message, token.span, { suggestion: `did you mean "where ${token.text} …"?`, fix });
    } else if (meant !== undefined) state.reportTypo("Q102", message, token.span, meant);
    else state.report("Q102", message, token.span);
  } else if (token.problem === null) {
    const inside = state.depth > 0;
    const message = `Expected a stage after "|", found ${describe(token)}`;
    const suggestion = inside ? "or is written or, and a bitwise or is bor(a, b)" : undefined;
    state.report(inside ? "Q121" : "Q117", message, token.span, suggestion);
  }
  state.skipToPipe();
  return { kind: "error", span: state.spanFrom(start) };
}
