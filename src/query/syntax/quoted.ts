/**
 * Finds the end of long tokens with loops, because the regex engine keeps state for every character and fails
 * after some megabytes.
 * @module
 */
import { matchSticky } from "./literals.ts";

const IDENTIFIER_PART = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

/** Returns the end of the quoted string at an offset: after the closing quote, or at the end of the line. */
export function findStringEnd(
  text: string,
  start: number,
): { readonly end: number; readonly isClosed: boolean } {
  const quote = text[start];
  let at = start + 1;
  for (; at < text.length; at++) {
    const char = text[at]!;
    if (char === quote) return { end: at + 1, isClosed: true };
    if (isLineBreak(char)) break;
    if (char !== "\\") continue;
    if (at + 1 >= text.length || isLineBreak(text[at + 1]!)) break;
    at++;
  }
  return { end: at, isClosed: false };
}

/** Returns the offset of the slash that closes the regular expression at an offset; -1 if there is none. */
export function findRegexEnd(text: string, start: number, limit = Infinity): number {
  let isInClass = false;
  for (let at = start + 1; at < text.length && at - start <= limit; at++) {
    const char = text[at]!;
    if (isLineBreak(char)) return -1;
    if (char === "/" && !isInClass) return at === start + 1 ? -1 : at;
    if (char === "[" && !isInClass) {
      // Stop early, because otherwise each of many unclosed ones would be scanned to the end.
      if (text.indexOf("]", at) < 0) return -1;
      isInClass = true;
    }
    if (char === "]") isInClass = false;
    if (char === "\\") {
      if (at + 1 >= text.length || isLineBreak(text[at + 1]!)) return -1;
      at++;
    }
  }
  return -1;
}

/** Returns the end of the name at an offset, including dots; the offset itself if there is no name. */
export function findIdentifierEnd(text: string, start: number): number {
  let end = start;
  for (let at = start;; at = end + 1) {
    const part = matchSticky(IDENTIFIER_PART, text, at);
    if (part === null) return end;
    end = at + part[0].length;
    if (text[end] !== ".") return end;
  }
}

function isLineBreak(char: string): boolean {
  return char === "\n" || char === "\r";
}
