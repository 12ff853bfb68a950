/**
 * Splits an expression of SQL, R, Python, Kusto or jq into tokens. Unlike the words of a sentence
 * (`sentence_tokens.ts`), names end at slashes, dashes and stars, which are operators.
 * @module
 */

import { findStringEnd } from "../../../query/syntax/quoted.ts";

/** A token of a foreign expression. */
export interface ForeignToken {
  readonly kind: "number" | "text" | "name" | "sign";
  /** The text, without the quotes of a quoted text or name. */
  readonly text: string;
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
  /** Number of brackets around the token; a bracket does not count itself. */
  readonly depth: number;
}

/** Spaces, and comments of SQL, R and Python. */
const SPACE = /(?:\s|--\s[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)+/y;
const NUMBER = /0x[\da-f]+|(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?[a-z]*/iy;
/** A name. `na.rm` of R is the only one that contains a dot. */
const NAME = /na\.rm\b|[\p{L}_@$][\p{L}\p{N}_]*/uy;
const BACKTICKED = /`([^`\n]*)`/y;
/** Operators of several characters: `%in%` and `%>%` of R, `::` of casts, ranges, comparisons. */
const SIGN =
  /%\w+%|%>%|\|>|=>|\.\.[=+]?|::|=~|!~|===?|!==?|<>|<=|>=|&&|\|\||\?\?|!(?=(?:in|contains|has|startswith|endswith)\b)|[\s\S]/uiy;

/** Splits a text into tokens, without spaces. */
export function foreignTokens(text: string): ForeignToken[] {
  const tokens: ForeignToken[] = [];
  let at = 0;
  let depth = 0;
  const matchAt = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const push = (kind: ForeignToken["kind"], written: string, end: number): void => {
    if (kind === "sign" && /^[)\]}]$/.test(written)) depth--;
    tokens.push({ kind, text: written, start: at, end, depth });
    if (kind === "sign" && /^[([{]$/.test(written)) depth++;
    at = end;
  };
  while (at < text.length) {
    const space = matchAt(SPACE);
    if (space) {
      at += space[0].length;
      continue;
    }
    if (text[at] === '"' || text[at] === "'") {
      const { end, isClosed } = findStringEnd(text, at);
      if (!isClosed) push("sign", text.slice(at), text.length);
      else push("text", text.slice(at + 1, Math.max(at + 1, end - 1)), end);
      continue;
    }
    const quoted = matchAt(BACKTICKED);
    if (quoted) {
      push("name", quoted[1]!, at + quoted[0].length);
      continue;
    }
    const number = matchAt(NUMBER);
    if (number) {
      push("number", number[0], at + number[0].length);
      continue;
    }
    const name = matchAt(NAME);
    if (name) push("name", name[0], at + name[0].length);
    else {
      const sign = matchAt(SIGN)![0];
      push("sign", sign, at + sign.length);
    }
  }
  return tokens;
}

/** The index of the token that closes the bracket at an index; -1 if none does. */
export function closingToken(tokens: readonly ForeignToken[], from: number): number {
  const { depth } = tokens[from]!;
  return tokens.findIndex((token, at) =>
    at > from && token.kind === "sign" && token.depth === depth && /^[)\]}]$/.test(token.text)
  );
}
