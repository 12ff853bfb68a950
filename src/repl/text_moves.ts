/**
 * Cursor movements: pure functions from a text and a position to another position. A cursor is between two
 * user-perceived characters, never inside one.
 * @module
 */

/** Matches texts in which each unit is a character of its own; a carriage return may be half of one. */
const PLAIN = /^[\x20-\x7e\t\n]*$/;
let segmenter: Intl.Segmenter | undefined;
const WORD = /[\p{L}\p{N}_]/u;
/** How far back a character can begin; longer ones are split, which affects only the cursor. */
const LONGEST_CHARACTER = 64;

/** The text as user-perceived characters. */
export function* graphemes(text: string): Generator<{ readonly segment: string; readonly index: number }> {
  if (PLAIN.test(text)) {
    for (let index = 0; index < text.length; index++) yield { segment: text[index]!, index };
    return;
  }
  segmenter ??= new Intl.Segmenter();
  yield* segmenter.segment(text);
}

/** The position one character to the right. */
export function nextCharacter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  for (const { segment } of graphemes(text.slice(at, at + LONGEST_CHARACTER))) return at + segment.length;
  return text.length;
}

/** The position one character to the left. */
export function previousCharacter(text: string, at: number): number {
  // Characters never extend over a line break, and segmenting a whole line for one step is affordable.
  const from = Math.max(lineStart(text, at), at - 4 * LONGEST_CHARACTER);
  if (from >= at) return Math.max(0, text.slice(0, at).endsWith("\r\n") ? at - 2 : at - 1);
  let last = from;
  for (const { index } of graphemes(text.slice(from, at))) last = from + index;
  return last;
}

/** Start of the line. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** End of the line, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** End of the word at or after the cursor. */
export function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isWord(text, end)) end = nextCharacter(text, end);
  while (end < text.length && isWord(text, end)) end = nextCharacter(text, end);
  return end;
}

/** Start of the word at or before the cursor. */
export function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isWord(text, previousCharacter(text, start))) start = previousCharacter(text, start);
  while (start > 0 && isWord(text, previousCharacter(text, start))) start = previousCharacter(text, start);
  return start;
}

/** Start of the run of non-blank characters before the cursor. */
export function blankStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && /\s/.test(text[start - 1]!)) start--;
  while (start > 0 && !/\s/.test(text[start - 1]!)) start--;
  return start;
}

/**
 * The position in the line above or below, `column` characters from its start; null if there is no such line.
 */
export function verticalMove(text: string, at: number, lines: -1 | 1, column: number): number | null {
  const start = lineStart(text, at);
  let target: number;
  if (lines < 0) {
    if (start === 0) return null;
    target = lineStart(text, start - 1);
  } else {
    const end = lineEnd(text, at);
    if (end >= text.length) return null;
    target = end + 1;
  }
  const end = lineEnd(text, target);
  let place = target;
  for (let left = column; left > 0 && place < end; left--) place = nextCharacter(text, place);
  return Math.min(place, end);
}

/** Characters between the start of the line and the cursor. */
export function columnOf(text: string, at: number): number {
  let column = 0;
  for (const _ of graphemes(text.slice(lineStart(text, at), at))) column++;
  return column;
}

function isWord(text: string, at: number): boolean {
  const point = text.codePointAt(at);
  return point !== undefined && WORD.test(String.fromCodePoint(point));
}
