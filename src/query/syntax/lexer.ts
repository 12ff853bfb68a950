/**
 * Cuts a text into tokens, one at a time: the parser requests the next one, because only it knows where a
 * bare word such as `net/*.c` may appear.
 *
 * @module
 */
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { escapeRegex } from "../../patterns/escape_regex.ts";
import { regexProblem } from "../../patterns/text_pattern.ts";
import { matchSticky, readNumber, unescapeString } from "./literals.ts";
import { findIdentifierEnd, findRegexEnd, findStringEnd } from "./quoted.ts";
import { isPunctuation, RESERVED_WORDS, type Token, type TokenKind, type TokenProblem } from "./token.ts";

/**
 * How to read the next token: as `plain` grammar, as a `pattern` (a word, unless it can be read as a number,
 * a range, a string, a regex or a bracket), as a `name` (a word, unless quoted), or as an `element` of a list
 * (a glob if it is one).
 */
export type LexerMode = "plain" | "pattern" | "name" | "element";

const SPACE = /\s+/y;
const COMMENT = /(?:--|#)[^\r\n]*/y;
const BACKTICKS = /`([^`\r\n]*)(`?)/y;
const FLAGS = /[A-Za-z]*/y;
/**
 * Text in typographic quotes, as word processors write them. The length is limited, because otherwise each of
 * many unclosed quotes would be scanned for up to the end of the text.
 */
const TYPOGRAPHIC = /[“„”«]([^“”»\r\n]{0,200})[“”»]|[‘‚’]([^‘’\r\n]{0,200})[‘’]/y;
const SEQUENCE = /#(\d[\d_]*)/y;
const PUNCTUATION =
  /\.\.=|\.\.\+|\.\.|===|==|=~|=|!==|!=|!~|!|<<|<=|<>|<|>>|>=|>|&&|&|\|\||[|^~+\-*/%(){}[\],;:@]/y;
const UNKNOWN = /[^\s\p{L}\p{N}_$"'`|^~+\-*/%(){}[\],;:@&<>=!#.]+|[\s\S]/uy;
const LINE_BREAKS = /\r\n|\r|\n/g;
/** A number or a range: words after a colon that are values and not globs. */
const VALUE_WORD =
  /^(?:-?\d[\p{L}\d_]*(?:\.\d[\p{L}\d_]*)?(?:[:]\d\d){0,2}(?:\.\d+)?%?)?(?:\.\.[=+]?(?:-?\d[\p{L}\d_]*(?:\.\d[\p{L}\d_]*)?(?:[:]\d\d){0,2}(?:\.\d+)?%?)?)?$/u;
const MAX_VALUE_WORD = QUERY_LIMITS.valueWord.most;
/**
 * A glob in a list, up to the comma or bracket after it: wildcards without spaces. Text that can be read as a
 * product, `2*size`, is read as one; if it is compared with text, it is treated as a glob later.
 */
const ELEMENT =
  /(?=[^\s,{}*?]*[*?])(?![\p{L}\p{N}_$][\p{L}\p{N}_$.]*(?:[*\/][\p{L}\p{N}_$][\p{L}\p{N}_$.]*)+\s*[,}])[\p{L}\p{N}_$.\/*?[\]:!@+-]+(?=\s*[,}]|$)/uy;
const REGEX_FLAGS = /^[imsu]*$/;
/**
 * Maximum length of a regular expression after a colon; a longer text between slashes is a path. Without a limit, the
 * text after each of many slashes would be searched for an end.
 */
const MAX_REGEX_WORD = QUERY_LIMITS.regexWord.most;

/**
 * Reads the spaces and comments at an offset and the token after them; at the end of the text, returns an
 * empty token of kind `end`.
 */
export function scan(text: string, offset: number, mode: LexerMode, previous: Token | null): Token[] {
  const tokens: Token[] = [];
  let at = offset;
  let breaks = 0 as Token["breaks"];
  let indent = 0;
  const push = (kind: TokenKind, length: number, more: Partial<Token> = {}): void => {
    const piece = text.slice(at, at + length);
    tokens.push({
      kind,
      text: piece,
      word: "",
      span: { start: at, end: at + length },
      breaks,
      indent,
      spaced: at > offset,
      literal: null,
      name: "",
      problem: null,
      role: null,
      ...more,
    });
    at += length;
  };
  for (;;) {
    const space = matchSticky(SPACE, text, at);
    if (space !== null) {
      const found = space[0].match(LINE_BREAKS)?.length ?? 0;
      if (found > 0) {
        breaks = found > 1 || breaks === 2 ? 2 : 1;
        indent = space[0].length - 1 - Math.max(space[0].lastIndexOf("\n"), space[0].lastIndexOf("\r"));
      }
      push("space", space[0].length);
      continue;
    }
    // Directly after a colon, "--" and "#" are part of the word, as in `type:--t-`.
    const attached = mode !== "plain" && mode !== "element" && at === offset;
    const comment = attached || isSequence(text, at, previous, breaks)
      ? null
      : matchSticky(COMMENT, text, at);
    if (comment === null) break;
    push("comment", comment[0].length);
  }
  if (at >= text.length) {
    push("end", 0);
    return tokens;
  }
  if (mode !== "plain" && pushPattern(text, at, mode, breaks > 0, push)) return tokens;
  pushPlain(text, at, previous, push);
  return tokens;
}

type Push = (kind: TokenKind, length: number, more?: Partial<Token>) => void;

/** `#812` is a sequence number after `@`, and also elsewhere unless it begins a line. */
function isSequence(text: string, at: number, previous: Token | null, breaks: number): boolean {
  if (matchSticky(SEQUENCE, text, at) === null) return false;
  const afterAt = previous !== null && isPunctuation(previous, "@");
  return afterAt || (breaks === 0 && previous !== null);
}

function pushPlain(text: string, at: number, previous: Token | null, push: Push): void {
  const first = text[at]!;
  if (first >= "0" && first <= "9") {
    const { length, literal, problem } = readNumber(text, at);
    return push("number", length, { literal, problem });
  }
  const end = findIdentifierEnd(text, at);
  if (end > at) {
    const name = text.slice(at, end);
    return push("identifier", name.length, { word: name.toLowerCase(), name });
  }
  if (first === '"' || first === "'") return pushString(text, at, push);
  if (first === "`") {
    const [whole, name, close] = matchSticky(BACKTICKS, text, at)!;
    let problem: TokenProblem | null = null;
    if (close === "") problem = { code: "Q125", message: "Unterminated name: expected a closing backtick" };
    else if (name === "") problem = { code: "Q125", message: "Empty name between backticks" };
    return push("quotedIdentifier", whole.length, { name: name!, problem });
  }
  if (first === "/" && regexMayFollow(previous)) return pushRegex(text, at, push);
  if (first === "#") {
    const sequence = matchSticky(SEQUENCE, text, at)!;
    return push("sequence", sequence[0].length);
  }
  const punctuation = matchSticky(PUNCTUATION, text, at);
  if (punctuation !== null) return push("punctuation", punctuation[0].length);
  const quoted = matchSticky(TYPOGRAPHIC, text, at);
  if (quoted !== null) {
    const value = quoted[1] ?? quoted[2] ?? "";
    const problem = unknownProblem(first, at);
    return push("string", quoted[0].length, { literal: { kind: "string", value }, problem });
  }
  const unknown = matchSticky(UNKNOWN, text, at)![0];
  push("unknown", unknown.length, { problem: unknownProblem(unknown, at) });
}

function unknownProblem(found: string, at: number): TokenProblem {
  const message = `Unexpected character "${found.length > 10 ? found.slice(0, 10) + "…" : found}"`;
  const span = { start: at, end: at + found.length };
  if (/[“”„«»‘’‚]/.test(found)) {
    return { code: "Q111", message, span, suggestion: 'use straight quotes: "text"' };
  }
  if (found === "?") return { code: "Q111", message, suggestion: "a choice is written if(condition, a, b)" };
  if (found === ".") return { code: "Q111", message, suggestion: "a range is written a..b" };
  if (found === "≤" || found === "≥" || found === "≠") {
    const ascii = found === "≤" ? "<=" : found === "≥" ? ">=" : "!=";
    return { code: "Q111", message, suggestion: `did you mean "${ascii}"?`, fix: { span, text: ascii } };
  }
  return { code: "Q111", message };
}

function pushString(text: string, at: number, push: Push): void {
  const { end, isClosed } = findStringEnd(text, at);
  const length = end - at;
  const body = text.slice(at + 1, isClosed ? end - 1 : end);
  const quote = text[at]!;
  const { value, unknown } = unescapeString(body);
  let problem: TokenProblem | null = null;
  if (!isClosed) {
    problem = {
      code: "Q103",
      message: `Unterminated text: expected a closing ${quote}`,
      fix: { span: { start: end, end }, text: quote },
    };
  } else if (unknown !== null) {
    const start = at + 1 + Math.max(0, body.indexOf(unknown));
    problem = {
      code: "Q110",
      message: `Unknown escape "${unknown}" in text`,
      suggestion: 'a backslash itself is written "\\\\"',
      span: { start, end: start + unknown.length },
      fix: { span: { start, end: start + 1 }, text: "\\\\" },
    };
  }
  push("string", length, { literal: { kind: "string", value }, problem });
}

function pushRegex(text: string, at: number, push: Push): void {
  const end = findRegexEnd(text, at);
  if (end < 0) {
    const rest = /[^\r\n]*/y;
    const length = matchSticky(rest, text, at)![0].trimEnd().length;
    const source = text.slice(at + 1, at + length);
    const problem = {
      code: "Q104",
      message: 'Unterminated regular expression: expected a closing "/"',
      suggestion: 'a path is written between quotes: "/usr/**"',
    };
    return push("regex", length, {
      literal: { kind: "regex", source: escapeRegex(source), flags: "" },
      problem,
    });
  }
  const source = text.slice(at + 1, end);
  const flags = matchSticky(FLAGS, text, end + 1)![0];
  const problem = problemOf(source, flags, at + 1);
  const literal = problem === null
    ? { kind: "regex", source, flags } as const
    // A pattern that does not compile matches its own text.
    : { kind: "regex", source: escapeRegex(source), flags: "" } as const;
  push("regex", source.length + 2 + flags.length, { literal, problem });
}

/** Returns the error in a regular expression; `start` is the offset of its first character. */
function problemOf(source: string, flags: string, start: number): TokenProblem | null {
  if (!REGEX_FLAGS.test(flags)) {
    return {
      code: "Q105",
      message: `Unknown flag in "${flags}" of a regular expression`,
      suggestion: "flags are i m s u",
    };
  }
  const found = regexProblem(source, flags);
  if (found === null) return null;
  const { message, suggestion } = found;
  if (!found.isRefused) return { code: "Q105", message };
  const span = { start: start + found.start, end: start + Math.min(found.end, source.length) };
  return { code: "Q128", message, span, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** Whether a slash here begins a regular expression; after an operand it is a division. */
function regexMayFollow(previous: Token | null): boolean {
  if (previous === null) return true;
  if (previous.kind === "punctuation") return ![")", "}", "]"].includes(previous.text);
  return previous.kind === "identifier" && RESERVED_WORDS.has(previous.word);
}

/** Reads a word; returns false if the text should be read as plain grammar instead. */
function pushPattern(text: string, at: number, mode: LexerMode, newLine: boolean, push: Push): boolean {
  const first = text[at]!;
  if (mode === "element") {
    const glob = matchSticky(ELEMENT, text, at);
    if (glob !== null) push("word", glob[0].length, { name: glob[0] });
    return glob !== null;
  }
  if (newLine || first === '"' || first === "'" || first === "`") return false;
  if (mode === "pattern") {
    if (first === "{" || first === "[" || first === "(") return false;
    if (/[=<>!]/.test(first)) return false;
    if (first === "/") {
      const end = findRegexEnd(text, at, MAX_REGEX_WORD);
      const flags = end < 0 ? "" : matchSticky(FLAGS, text, end + 1)![0];
      if (end >= 0 && REGEX_FLAGS.test(flags) && endsWord(text, end + 1 + flags.length)) {
        pushRegex(text, at, push);
        return true;
      }
    }
  }
  const length = wordLength(text, at);
  if (length === 0) return false;
  const word = text.slice(at, at + length);
  if (mode === "pattern" && isValueWord(word)) return false;
  push("word", length, { name: word });
  return true;
}

/** Whether the list element at an offset is a glob and not a regular expression. */
export function isElementGlob(text: string, at: number): boolean {
  if (matchSticky(ELEMENT, text, at) === null) return false;
  if (text[at] !== "/") return true;
  const end = findRegexEnd(text, at, MAX_REGEX_WORD);
  if (end < 0 || !endsWord(text, end + 1 + matchSticky(FLAGS, text, end + 1)![0].length)) return true;
  // The second slash may belong to a division far after the list: {/usr/lib*} | by func: n = count() / 2.
  return closesBrace(text.slice(at + 1, end));
}

/** Whether the text closes a brace that it did not open. */
function closesBrace(text: string): boolean {
  let open = 0;
  for (const [sign] of text.matchAll(/\\.|[{}]/gs)) {
    if (sign === "{") open++;
    else if (sign === "}" && --open < 0) return true;
  }
  return false;
}

/**
 * Returns the length of a word. It ends at white space, at a separator, and at a closing bracket that it did
 * not open.
 */
function wordLength(text: string, at: number): number {
  let open = 0;
  let end = at;
  for (; end < text.length; end++) {
    const char = text[end]!;
    if (char === "(") open++;
    else if (char === ")" && --open < 0) break;
    else if (/[\s|;}]/.test(char) || (char === "," && open === 0)) break;
  }
  // A trailing colon belongs to the grammar: it begins the message of `assert … file:x.c: "message"`, or the
  // aggregates of `by`.
  while (end > at && text[end - 1] === ":") end--;
  return end - at;
}

/** Whether a word after a colon is read as a number or a range. */
export function isValueWord(word: string): boolean {
  return word.length <= MAX_VALUE_WORD && VALUE_WORD.test(word);
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || /[\s|,;)}]/.test(text[at]!);
}
