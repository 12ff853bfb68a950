/**
 * Lists and objects of JSON that are at hand as a whole, and as plain as nearly all are: `JSON.parse` builds them in a
 * fraction of the time that a machine takes. What it would read in another way is left to that machine.
 * @module
 */

import type { Json } from "./json_value.ts";

/** A value with objects as `JSON.parse` makes them. */
export type Plain = null | boolean | number | bigint | string | Plain[] | PlainObject;

/** An object of these; a key that it does not have may be one that all objects have. */
export interface PlainObject {
  readonly [key: string]: Plain | undefined;
}

/** A value of the machine as a plain one. */
export function plainOf(value: Json): Plain {
  if (Array.isArray(value)) return value.map(plainOf);
  if (!(value instanceof Map)) return value;
  const object: Record<string, Plain> = Object.create(null);
  for (const [key, each] of value) object[key] = plainOf(each);
  return object;
}

/** Longer numbers may be none that a double has. */
const SAFE_DIGITS = 15;
/** The first byte of a byte order mark, which decoders leave out at the beginning of a text. */
const MARK = 0xef;
const QUOTE = 34, BACKSLASH = 92;

/** What a byte outside texts is. */
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

/** Finds where a list or an object ends, over as many pieces of the file as it takes, and builds it. */
export class WholeValues {
  readonly #most: number;
  /** Bytes of it that were looked at, and what was found in them. */
  #seen = 0;
  #depth = 0;
  #values = 0;

  /** What has more values is the machine's. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Nothing of a value was looked at yet. */
  get isNew(): boolean {
    return this.#seen === 0;
  }

  /**
   * Where the value that begins at `at` ends: 0 where its end is not available, -1 where the machine has to read it, as
   * what has more than `deepest` lists and objects in one another.
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
        if (stop < 0) return this.#goOn(place - at, depth, values);
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
    // A number at the end is looked at again.
    return this.#goOn(end - at - digits, depth, values);
  }

  /** The value; undefined where the machine has to read it, and to say what is wrong. */
  build(bytes: Uint8Array, at: number, stop: number): Plain | undefined {
    try {
      return JSON.parse(decoder.decode(bytes.subarray(at, stop)));
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** The next value is a different one. */
  forget(): number {
    this.#goOn(0, 0, 0);
    return -1;
  }

  #goOn(seen: number, depth: number, values: number): number {
    this.#seen = seen;
    this.#depth = depth;
    this.#values = values;
    return 0;
  }
}

/** The quote that ends a text; -1 when it is not available. */
export function endOfText(bytes: Uint8Array, at: number, end: number): number {
  for (; at < end; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return -1;
}
