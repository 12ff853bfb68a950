/**
 * Splits a long text into parts and caches results for each: no statement extends over a blank line, or over
 * a semicolon at the end of a line, so that a key press changes only one part.
 * @module
 */

/** A part of a text, up to the beginning of the next one. */
export interface TextPart {
  readonly start: number;
  readonly text: string;
}

/** Texts of at least this length are analysed part by part. */
export const LONG_TEXT_LENGTH = 40_000;
/** Number of characters of parts to cache; as many again are kept from earlier. */
const REMEMBERED = 4_000_000;

/** Matches the end of a line that precedes a blank one. */
export const BLANK_LINE = /(?:\r\n|\r|\n)[^\S\r\n]*(?=\r|\n)/g;
/**
 * Matches a blank line, or a line that ends with a semicolon and has no comments, quotes or patterns, in
 * which the semicolon could be text.
 */
const BOUNDARY =
  /(?:\r\n|\r|\n)[^\S\r\n]*(?=\r|\n)|(?<=^|[\r\n])(?:(?!--)[^\r\n#"'`\/;])*;[^\S\r\n]*(?=\r|\n)/g;

/**
 * Finds where the parts of a text end, except the last: at the line break before a blank line, or at a
 * semicolon.
 */
export function partEnds(text: string): Iterable<{ readonly index: number; readonly 0: string }> {
  return text.matchAll(BOUNDARY);
}

let last: { readonly text: string; readonly parts: readonly TextPart[] } = { text: "", parts: [] };

/** The parts of a text that are not blank. */
export function splitIntoParts(text: string): readonly TextPart[] {
  if (last.text === text) return last.parts;
  const parts: TextPart[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = text.slice(start, end);
    if (/\S/.test(part)) parts.push({ start, text: part });
    start = end;
  };
  for (const { index, 0: blank } of partEnds(text)) add(index + blank.length);
  add(text.length);
  last = { text, parts };
  return parts;
}

/** A cache for recently used texts. */
export class RecentCache<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #length = 0;

  /** The cached value, or undefined. */
  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Caches a value. */
  set(key: string, value: T): void {
    this.#length += key.length;
    if (this.#length > REMEMBERED) {
      [this.#old, this.#young, this.#length] = [this.#young, new Map(), key.length];
    }
    this.#young.set(ownText(key), value);
  }
}

/** Creates a function that is computed per part and cached. */
export function cachedPerPart<T>(
  make: (part: string) => T,
): (text: string) => (readonly [start: number, made: T])[] {
  const known = new RecentCache<T>();
  return (text) =>
    splitIntoParts(text).map(({ start, text: part }) => {
      let made = known.get(part);
      if (made === undefined) known.set(part, made = make(ownText(part)));
      return [start, made] as const;
    });
}

/** Copies a text, because a slice would keep the longer text in memory. */
function ownText(text: string): string {
  return text.split("").join("");
}
