/**
 * How far long tokens go. Loops find out, because an expression of the engine remembers every letter of them and gives up
 * after some megabytes.
 *
 * @module
 */
import { matchAt } from "./literals.ts";

const IDENTIFIER_PART = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

/** Where a text between quotes ends that begins at an offset: after its quote, or at the end of the line. */
export function stringEnd(text: string, start: number): { readonly end: number; readonly isClosed: boolean } {
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

/** The offset of the slash that ends the regular expression whose slash is at an offset; -1 without one. */
export function regexEnd(text: string, start: number, limit = Infinity): number {
  let isInClass = false;
  for (let at = start + 1; at < text.length && at - start <= limit; at++) {
    const char = text[at]!;
    if (isLineBreak(char)) return -1;
    if (char === "/" && !isInClass) return at === start + 1 ? -1 : at;
    if (char === "[" && !isInClass) {
      // Of many that are not closed, each would be looked through to the end.
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

/** Where a name ends that begins at an offset, dots and all; the offset itself when none does. */
export function identifierEnd(text: string, start: number): number {
  let end = start;
  for (let at = start;; at = end + 1) {
    const part = matchAt(IDENTIFIER_PART, text, at);
    if (part === null) return end;
    end = at + part[0].length;
    if (text[end] !== ".") return end;
  }
}

function isLineBreak(char: string): boolean {
  return char === "\n" || char === "\r";
}
