/**
 * The parts of a long text, and what is remembered about each: no statement goes over a blank line, or over a semicolon that
 * ends a line, so that a key press changes one part, and what is known about the others stays.
 * @module
 */

/** A part of a text, up to the beginning of the next one. */
export interface TextPart {
  readonly start: number;
  readonly text: string;
}

/** From this length on a text is looked at part by part. */
export const LONG_TEXT = 40_000;
/** Characters of parts that are remembered; as many again are those of before. */
const REMEMBERED = 4_000_000;

/** The end of a line before a blank one. */
export const BLANK_LINE = /(?:\r\n|\r|\n)[^\S\r\n]*(?=\r|\n)/g;
/**
 * A blank line, or a line that ends with a semicolon and has neither comments nor quotes nor patterns, in which a semicolon
 * would be one of a text.
 */
const BOUNDARY =
  /(?:\r\n|\r|\n)[^\S\r\n]*(?=\r|\n)|(?<=^|[\r\n])(?:(?!--)[^\r\n#"'`\/;])*;[^\S\r\n]*(?=\r|\n)/g;

/** Where the parts of a text end, the last one left out: with the line end before a blank line, or a semicolon. */
export function boundariesOf(text: string): Iterable<{ readonly index: number; readonly 0: string }> {
  return text.matchAll(BOUNDARY);
}

let last: { readonly text: string; readonly parts: readonly TextPart[] } = { text: "", parts: [] };

/** The parts of a text that have anything in them. */
export function partsOf(text: string): readonly TextPart[] {
  if (last.text === text) return last.parts;
  const parts: TextPart[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = text.slice(start, end);
    if (/\S/.test(part)) parts.push({ start, text: part });
    start = end;
  };
  for (const { index, 0: blank } of boundariesOf(text)) add(index + blank.length);
  add(text.length);
  last = { text, parts };
  return parts;
}

/** What is known about texts, for as many as were asked for lately. */
export class Remembered<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #length = 0;

  /** What is known; undefined where it is not. */
  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Remembers something. */
  set(key: string, value: T): void {
    this.#length += key.length;
    if (this.#length > REMEMBERED) {
      [this.#old, this.#young, this.#length] = [this.#young, new Map(), key.length];
    }
    this.#young.set(ownText(key), value);
  }
}

/** A function of each part of a text, computed for parts that are new. */
export function ofEachPart<T>(
  make: (part: string) => T,
): (text: string) => (readonly [start: number, made: T])[] {
  const known = new Remembered<T>();
  return (text) =>
    partsOf(text).map(({ start, text: part }) => {
      let made = known.get(part);
      if (made === undefined) known.set(part, made = make(ownText(part)));
      return [start, made] as const;
    });
}

/** Copies a text, since a slice would keep the longer text it was cut from in memory. */
function ownText(text: string): string {
  return text.split("").join("");
}
