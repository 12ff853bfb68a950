/**
 * The state of the parser: tokens read ahead, diagnostics so far, open brackets.
 * @module
 */
import type { Diagnostic, Fix, Severity, Span } from "../../base/diagnostic.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { ErrorNode, Expression, Pipeline, Source, Stage } from "./ast.ts";
import type { SyntaxCode } from "./codes.ts";
import { DiagnosticList } from "./diagnostic_list.ts";
import { type LexerMode, scan } from "./lexer.ts";
import { clipForMessage } from "./literals.ts";
import type { LooseReader } from "./loose_reader.ts";
import type { PointList } from "./points.ts";
import {
  beginsOperand,
  isPunctuation,
  OPERATOR_WORDS,
  RESERVED_WORDS,
  type Token,
  type TokenRole,
} from "./token.ts";

/** Maximum nesting that is parsed; each level takes about ten frames of the JavaScript stack. */
export const MAX_DEPTH: number = QUERY_LIMITS.nesting.most;

/**
 * Maximum number of operators on a path of the tree: a chain such as `a + b + c` is as deep as it is long,
 * and would overflow the stack of code that walks it.
 */
export const MAX_OPERATORS: number = QUERY_LIMITS.operators.most;

/** Optional parts of a diagnostic. */
interface ReportOptions {
  readonly severity?: Severity;
  readonly suggestion?: string | undefined;
  readonly fix?: Fix | undefined;
}

/** The name of a stage in another language. */
interface ForeignName {
  /** The name in lower case. */
  readonly word: string;
  /** A second word that is part of the name: `by` in `group by`. */
  readonly secondWord?: string;
}

/** Facts about a stage that the parser needs. */
export interface StageRule {
  readonly keyword: string;
  /** Names of the stage in SQL, Kusto, jq or programming languages. */
  readonly elsewhere?: readonly ForeignName[];
  /**
   * More names in other languages; they are so often names of columns that they count as a stage only after a
   * query has failed.
   */
  readonly called?: readonly string[];
  /**
   * Translates the text that follows the foreign name into this stage; null if that is not possible. Several
   * stages are joined by pipes.
   */
  loosely?(operand: string, reader: LooseReader): string | null;
  /**
   * Whether an operand follows the keyword; this distinguishes the stage `count` from the filter `count > 3`.
   */
  readonly takesOperand: boolean;
  /** The suggestion if another stage follows this one, which must be the last. */
  readonly comesLast?: string;
  /**
   * Whether the token after the keyword shows that this is a stage and not a column of that name; undefined
   * if the general rule should decide.
   */
  begins?(next: Token): boolean | undefined;
  /** Parses the text that follows the keyword; the caller sets the span of the node. */
  parse(state: ParseState, keyword: Token): Stage;
}

/** A stage under its name in another language. */
export interface ForeignStage extends ForeignName {
  readonly stage: StageRule;
}

/** What the parser needs to know about a source with a keyword of its own. */
export interface SourceRule {
  /** Whether the token after the keyword shows that this is a source and not a column of that name. */
  begins(next: Token): boolean;
  /** Parses the whole source, including its keyword; `parseSource` parses sources inside it. */
  parse(state: ParseState, parseSource: (state: ParseState) => Source): Source;
}

/**
 * Grammar rules that are passed to other files, because the grammar is recursive but imports must not be
 * circular.
 */
interface Grammar {
  /** Parses any expression. */
  expression(state: ParseState): Expression;
  /** Parses arithmetic, or a range of it: no comparisons and no logic outside brackets. */
  range(state: ParseState): Expression;
  /** Parses the contents of parentheses. */
  inner(state: ParseState): Pipeline | Expression;
  /** Sources with a keyword of their own, by keyword. */
  readonly sources: { find(keyword: string): SourceRule | undefined };
  /** The points that may follow `@`. */
  readonly points: PointList;
  /** Rules of all stages. */
  readonly stages: {
    /** Keywords in the order of the documentation. */
    readonly keywords: readonly string[];
    /** Returns the stage with this keyword (in lower case). */
    find(keyword: string): StageRule | undefined;
    /** Returns the stage that has this name in another language. */
    foreign(word: string): ForeignStage | undefined;
  };
}

/** A cursor over the tokens of one text, shared by all parse functions. */
export class ParseState {
  readonly text: string;
  /** All tokens read so far, including spaces and comments. */
  readonly tokens: Token[] = [];
  /** Number of brackets open around the cursor. */
  depth = 0;
  /** True inside an assert, where `:` and comparisons may belong to the statement. */
  inAssert = false;
  /** True where `:` after a name begins aggregates instead of a pattern. */
  noColon = false;
  /** Maximum number of operators on a path of the tree parsed since this was last set to 0. */
  height = 0;
  readonly grammar: Grammar;
  readonly #diagnostics = new DiagnosticList();
  /** Indexes in `tokens` of those that are not spaces or comments. */
  readonly #significant: number[] = [];
  #at = 0;
  #statementStart = 0;
  #nesting = 0;
  #tooDeep = false;
  #reportedAt = -1;

  constructor(text: string, grammar: Grammar) {
    this.text = text;
    this.grammar = grammar;
  }

  /** Returns the token this many positions ahead, or an `end` if the statement ends before it. */
  peek(ahead = 0): Token {
    for (let at = this.#at; at <= this.#at + ahead; at++) {
      const token = this.#token(at);
      const ends = token.kind === "end" || isPunctuation(token, ";") ||
        (token.breaks === 2 && at > this.#statementStart);
      if (ends) return this.#endToken(at);
    }
    return this.#token(this.#at + ahead);
  }

  /** Takes the next token; takes nothing at the end of a statement. */
  advance(role: TokenRole | null = null): Token {
    const token = this.peek();
    if (token.kind === "end") return token;
    if (role !== null) token.role = role;
    this.#at++;
    return token;
  }

  /** Reads the next token again in this mode; tokens that were read ahead are dropped. */
  readNextAs(mode: LexerMode): void {
    const kept = this.#significant[this.#at - 1];
    this.#significant.length = this.#at;
    this.tokens.length = kept === undefined ? 0 : kept + 1;
    this.#scan(mode);
  }

  /**
   * Returns the comments on the lines directly above the next token, without comment signs; a blank line ends
   * them.
   */
  commentsAbove(): string {
    this.peek();
    const lines: string[] = [];
    for (let at = (this.#significant[this.#at] ?? 0) - 1; at >= 0; at--) {
      const { kind, text } = this.tokens[at]!;
      const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
      if (kind === "space" && breaks < 2) continue;
      if (kind !== "comment") break;
      const before = this.tokens[at - 1];
      // A comment after other text on its line belongs to that text.
      if (before !== undefined && (before.kind !== "space" || !/[\r\n]/.test(before.text)) && at > 1) break;
      lines.unshift(text.replace(/^(?:-+|#+)\s?/, "").trimEnd());
    }
    return lines.join("\n");
  }

  /** Whether the next token is this punctuation. */
  at(text: string): boolean {
    return isPunctuation(this.peek(), text);
  }

  /** Takes this punctuation if it is next. */
  take(text: string): Token | null {
    return this.at(text) ? this.advance() : null;
  }

  /** Whether the next token is this word, in any case, and belongs to the same statement. */
  atWord(word: string): boolean {
    const token = this.peek();
    return token.word === word && !this.startsLine(token);
  }

  /** Takes a word if it is the next token. */
  takeWord(word: string): Token | null {
    return this.atWord(word) ? this.advance("keyword") : null;
  }

  /** Whether an operand begins here; an operator word is a column if no operand follows it. */
  atOperand(): boolean {
    const token = this.peek();
    if (beginsOperand(token)) return true;
    // `if` as a condition never begins an operand, so here it is the function `if`.
    if (token.word === "if") return isPunctuation(this.peek(1), "(");
    return OPERATOR_WORDS.has(token.word) && !RESERVED_WORDS.has(token.word) && !beginsOperand(this.peek(1));
  }

  /** Whether the statement ends here. */
  atEnd(): boolean {
    return this.peek().kind === "end";
  }

  /** Whether the token begins a line without indentation, which outside brackets begins a new statement. */
  startsLine(token: Token): boolean {
    return this.depth === 0 && token.breaks > 0 && token.indent <= this.statementIndent &&
      token.span.start > this.#token(this.#statementStart).span.start;
  }

  /** Whether the token is the first on its line, indented or not, outside brackets. */
  onNewLine(token: Token): boolean {
    return this.depth === 0 && token.breaks > 0;
  }

  /** The indentation of the first token of the statement. */
  get statementIndent(): number {
    const first = this.#token(this.#statementStart);
    if (first.breaks > 0 || this.#statementStart > 0) return first.indent;
    return first.spaced ? first.span.start : 0;
  }

  /** End of the last token taken. */
  get lastEnd(): number {
    return this.#at === 0 ? this.#token(0).span.start : this.#token(this.#at - 1).span.end;
  }

  /** The last token taken. */
  get last(): Token | null {
    return this.#at === 0 ? null : this.#token(this.#at - 1);
  }

  /** The token before the last one taken. */
  get beforeLast(): Token | null {
    return this.#at < 2 ? null : this.#token(this.#at - 2);
  }

  /** Returns the span from an offset to the last token taken. */
  spanFrom(start: number): Span {
    return { start, end: Math.max(start, this.lastEnd) };
  }

  /** Begins a statement; blank lines before its first token do not count as its end. */
  beginStatement(): Token {
    this.#diagnostics.endStatement();
    this.#statementStart = this.#at;
    this.depth = 0;
    this.inAssert = false;
    this.noColon = false;
    this.#nesting = 0;
    this.height = 0;
    this.#tooDeep = false;
    return this.#token(this.#at);
  }

  /** Takes a semicolon that ends the statement, if there is one. */
  takeSemicolon(): boolean {
    if (!isPunctuation(this.#token(this.#at), ";")) return false;
    this.#at++;
    return true;
  }

  /** Whether all text has been read. */
  atEndOfText(): boolean {
    return this.#token(this.#at).kind === "end";
  }

  /** Reports an error, unless one has been reported at the same position: the first one is the cause. */
  report(code: SyntaxCode, message: string, span: Span, more: ReportOptions | string = {}): void {
    const options = typeof more === "string" ? { suggestion: more } : more;
    if (this.#tooDeep) return;
    if (span.start === this.#reportedAt) return;
    this.#reportedAt = span.start;
    this.#diagnostics.add({
      severity: options.severity ?? "error",
      code,
      message,
      span,
      ...(options.suggestion === undefined ? {} : { suggestion: options.suggestion }),
      ...(options.fix === undefined ? {} : { fix: options.fix }),
    });
  }

  /** Reports a likely typo, with a fix that replaces it by the intended text. */
  reportTypo(code: SyntaxCode, message: string, span: Span, meant: string): void {
    this.report(code, message, span, {
      suggestion: `did you mean "${meant.trim()}"?`,
      fix: { span, text: meant },
    });
  }

  /** Reports that the next token is not what was expected; does not take it. */
  expected(what: string, code: SyntaxCode = "Q101", more?: ReportOptions | string): void {
    const token = this.peek();
    if (token.problem !== null) return;
    this.report(code, `Expected ${what}, found ${describe(token)}`, token.span, more);
  }

  /** Returns an error node from an offset to the last token that was taken. */
  errorFrom(start: number): ErrorNode {
    return { kind: "error", span: this.spanFrom(start) };
  }

  /** Reports something missing, and returns an empty error node before the next token. */
  missing(what: string, code: SyntaxCode = "Q115", more?: ReportOptions | string): ErrorNode {
    this.expected(what, code, more);
    const end = this.lastEnd;
    return { kind: "error", span: { start: end, end } };
  }

  /**
   * Runs a parse function one level deeper. Beyond the deepest level, the rest of the statement is skipped,
   * with a single diagnostic and none about unclosed brackets.
   */
  nested<T>(parse: () => T): T | ErrorNode {
    if (this.#nesting >= MAX_DEPTH) return this.tooDeep();
    this.#nesting++;
    try {
      return parse();
    } finally {
      this.#nesting--;
    }
  }

  /**
   * Updates the height for an operator whose operands have these heights; returns false if the tree becomes
   * too deep.
   */
  raise(left: number, right: number): boolean {
    this.height = Math.max(left, right) + 1;
    return this.height <= MAX_OPERATORS;
  }

  /** Skips the rest of a statement that is nested too deeply. */
  tooDeep(): ErrorNode {
    const { span } = this.peek();
    this.report("Q112", "Query is nested too deeply", span, "name parts of it with let");
    this.#tooDeep = true;
    while (!this.atEnd()) this.advance();
    return this.errorFrom(span.start);
  }

  /**
   * Skips to the next pipe, the end, or the bracket that closes the current one; balanced brackets are
   * skipped whole.
   */
  skipToPipe(): void {
    let open = 0;
    for (let token = this.peek(); token.kind !== "end"; token = this.peek()) {
      if (token.kind === "punctuation") {
        if (open === 0 && token.text === "|") return;
        if ("([{".includes(token.text)) open++;
        else if (")]}".includes(token.text)) {
          if (open === 0 && this.depth > 0) return;
          open = Math.max(0, open - 1);
        }
      }
      if (open === 0 && this.startsLine(token)) return;
      this.advance();
    }
  }

  /** Returns all diagnostics in text order, including those of single tokens. */
  finish(): Diagnostic[] {
    const ofTokens = new DiagnosticList();
    for (const token of this.tokens) {
      if (token.problem === null) continue;
      const { replacement, ...problem } = token.problem;
      const fix = replacement === undefined ? {} : { fix: { span: token.span, text: replacement } };
      ofTokens.add({ severity: "error", ...problem, ...fix, span: problem.span ?? token.span });
    }
    const all = [...this.#diagnostics.finish(), ...ofTokens.finish()];
    return all.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  }

  #token(at: number): Token {
    while (this.#significant.length <= at) {
      const last = this.tokens.at(-1);
      if (last?.kind === "end") return last;
      this.#scan("plain");
    }
    return this.tokens[this.#significant[at]!]!;
  }

  #scan(mode: LexerMode): void {
    const previous = this.#significant.at(-1);
    const before = previous === undefined ? null : this.tokens[previous]!;
    const offset = this.tokens.at(-1)?.span.end ?? 0;
    for (const token of scan(this.text, offset, mode, before)) this.tokens.push(token);
    this.#significant.push(this.tokens.length - 1);
  }

  #endToken(at: number): Token {
    const found = this.#token(at);
    const end = at === 0 ? found.span.start : this.#token(at - 1).span.end;
    const nothing = { text: "", word: "", name: "", literal: null, problem: null };
    return { ...found, ...nothing, kind: "end", span: { start: end, end } };
  }
}

/** Describes a token for messages. */
export function describe(token: Token): string {
  if (token.kind === "end") return "the end of the query";
  return token.kind === "string" ? clipForMessage(token.text) : `"${clipForMessage(token.text)}"`;
}
