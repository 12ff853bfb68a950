/**
 * Builds complete JSON lists and objects with `JSON.parse`, which takes a fraction of the incremental
 * parser's time. This applies when all bytes are buffered; values that `JSON.parse` would read differently
 * are left to the incremental parser.
 * @module
 */

import type { Json } from "./json_value.ts";

/** A JSON value whose objects are those that `JSON.parse` creates. */
export type Plain = null | boolean | number | bigint | string | Plain[] | PlainObject;

/** An object whose values are plain; reading a missing key may return a member of `Object.prototype`. */
export interface PlainObject {
  readonly [key: string]: Plain | undefined;
}

/** Converts a value of the incremental parser to a plain one. */
export function toPlain(value: Json): Plain {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!(value instanceof Map)) return value;
  const object: Record<string, Plain> = Object.create(null);
  for (const [key, each] of value) object[key] = toPlain(each);
  return object;
}

/** A number with more digits may not be exact as a double. */
const SAFE_DIGITS = 15;
/** The first byte of a byte order mark, which decoders drop from the start of a text. */
const MARK = 0xef;
const QUOTE = 34, BACKSLASH = 92;

/** Classes of bytes outside strings. */
enum Class {
  Other = 0,
  Digit = 1,
  Open = 2,
  Close = 3,
  Comma = 4,
  Quote = 5,
}

const CLASSES = new Uint8Array(256);
for (const letter of "0123456789") CLASSES[letter.charCodeAt(0)] = Class.Digit;
for (const letter of "[{") CLASSES[letter.charCodeAt(0)] = Class.Open;
for (const letter of "]}") CLASSES[letter.charCodeAt(0)] = Class.Close;
CLASSES[44] = Class.Comma;
CLASSES[QUOTE] = Class.Quote;

const decoder = new TextDecoder();

/** Finds where a list or object ends, over several pieces of the file if needed, and builds it. */
export class WholeValues {
  readonly #most: number;
  /** Bytes scanned so far, and the state of the scan. */
  #seen = 0;
  #depth = 0;
  #values = 0;

  /** Creates a builder; a value that contains more than `most` values is left to the incremental parser. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the scan of a value has not yet begun. */
  get isNew(): boolean {
    return this.#seen === 0;
  }

  /**
   * Finds where the value at `at` ends. Returns 0 if its end is not buffered, and -1 if the incremental
   * parser must read it, for example because lists and objects nest deeper than `deepest`.
   */
  endOf(bytes: Uint8Array, at: number, end: number, deepest: number): number {
    const most = this.#most;
    let depth = this.#depth, values = this.#values, digits = 0;
    for (let place = at + this.#seen; place < end; place++) {
      const what: Class = CLASSES[bytes[place]!]!;
      if (what === Class.Digit) {
        if (++digits > SAFE_DIGITS) return this.forget();
        continue;
      }
      digits = 0;
      if (what === Class.Other) continue;
      if (what === Class.Quote) {
        const stop = endOfText(bytes, place + 1, end);
        if (bytes[place + 1] === MARK) return this.forget();
        if (stop < 0) return this.#saveScan(place - at, depth, values);
        place = stop;
      } else if (what === Class.Open) {
        if (++depth > deepest || ++values > most) return this.forget();
      } else if (what === Class.Comma) {
        if (++values > most) return this.forget();
      } else if (--depth === 0) {
        this.forget();
        return place + 1;
      }
    }
    // Scan digits at the end again next time, because the number may continue.
    return this.#saveScan(end - at - digits, depth, values);
  }

  /** Builds the value; undefined if it is malformed. The incremental parser then reports the error. */
  build(bytes: Uint8Array, at: number, stop: number): Plain | undefined {
    try {
      return JSON.parse(decoder.decode(bytes.subarray(at, stop)));
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** Resets the scan for the next value. */
  forget(): number {
    this.#saveScan(0, 0, 0);
    return -1;
  }

  #saveScan(seen: number, depth: number, values: number): number {
    this.#seen = seen;
    this.#depth = depth;
    this.#values = values;
    return 0;
  }
}

/** Finds the quote that ends a string; -1 if it is not buffered. */
export function endOfText(bytes: Uint8Array, at: number, end: number): number {
  for (; at < end; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return -1;
}
