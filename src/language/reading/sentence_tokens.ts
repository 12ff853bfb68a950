/**
 * Splits a text in any language into words, numbers, quoted texts and signs.
 * @module
 */

import { findStringEnd } from "../../query/syntax/quoted.ts";

/** A token of a text. */
export interface SentenceToken {
  readonly kind: "word" | "number" | "text" | "sign";
  /** The original text. */
  readonly text: string;
  /** For words: lower case and singular, for look-ups. For others: the original text. */
  readonly stem: string;
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

const SPACE = /\s+/y;
const NUMBER = /0x[\da-f]+|\d[\d_]*(?:\.\d+)?(?:%|[a-z]+)?/iy;
/** A name; it may contain the dots, stars, slashes and dashes of globs and file names. */
const WORD = /[\p{L}_$*?][\p{L}\p{N}_$*?]*(?:[.\/:-]+[\p{L}\p{N}_$*?]+)*/uy;
const SIGN = /\.\.[=+]?|[=!<>]=?~?|&&|\|\||\?\?|[\s\S]/uy;

/** Splits a text into pieces and drops the spaces. */
export function piecesOf(text: string): SentenceToken[] {
  const pieces: SentenceToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  const push = (kind: SentenceToken["kind"], written: string, stem = written): void => {
    pieces.push({ kind, text: written, stem, start: at, end: at + written.length });
    at += written.length;
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== null) {
      at += space.length;
      continue;
    }
    const first = text[at]!;
    if (first === '"' || first === "'") {
      push("text", text.slice(at, findStringEnd(text, at).end));
      continue;
    }
    const number = take(NUMBER);
    if (number !== null) {
      push("number", number);
      continue;
    }
    const word = first === "*" && !/[\p{L}\p{N}_*]/u.test(text[at + 1] ?? "") ? null : take(WORD);
    if (word !== null) push("word", word, stemOf(word));
    else push("sign", take(SIGN)!);
  }
  return pieces;
}

/** The form in which a word is looked up: lower case and singular. */
export function stemOf(word: string): string {
  const low = word.toLowerCase();
  if (/[^a-z]/.test(low) || low.length < 4) return low;
  if (low.endsWith("ies")) return `${low.slice(0, -3)}y`;
  if (/(?:sh|ch|x|ss)es$/.test(low)) return low.slice(0, -2);
  return /[^su]s$/.test(low) ? low.slice(0, -1) : low;
}

/** The form in which a phrase is looked up: each of its words in lower case and singular. */
export function stemsOf(phrase: string): string {
  return phrase.split(" ").map(stemOf).join(" ");
}

/** Replaces the dashes in the stem of a word by spaces, so that "never-freed" is found as "never freed". */
function withoutDashes(piece: SentenceToken): SentenceToken {
  return piece.kind === "word" && /^[a-z]+(?:-[a-z]+)+$/i.test(piece.text)
    ? { ...piece, stem: stemsOf(piece.text.replaceAll("-", " ")) }
    : piece;
}

/** Numbers as words. */
const COUNTS = "two three four five six seven eight nine ten eleven twelve twenty fifty hundred".split(" ");
const COUNT_VALUES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 50, 100];
/** Words next to which a number counts rows. */
const COUNTED =
  /^(?:top|first|last|bottom|biggest|largest|smallest|worst|most|hottest|longest|shortest|heaviest)$/;

/** Reads "ten biggest" and "top five" as numbers. */
function numbered(piece: SentenceToken, at: number, all: readonly SentenceToken[]): SentenceToken {
  const value = COUNT_VALUES[COUNTS.indexOf(piece.stem)];
  const isCount = [all[at - 1], all[at + 1]].some((each) => each !== undefined && COUNTED.test(each.stem));
  return value === undefined || !isCount
    ? piece
    : { ...piece, kind: "number", text: `${value}`, stem: `${value}` };
}

/** Splits a question into pieces, without the sign at its end. */
export function wordsOf(text: string): SentenceToken[] {
  const whole = text.trim().replace(/[?.!;]+$/, "").replace(
    /\b(what|where|who|which|how|there|it)['’]s\b/gi,
    "$1 is",
  );
  return piecesOf(whole).map(withoutDashes).map(numbered);
}
