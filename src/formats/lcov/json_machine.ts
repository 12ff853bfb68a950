/**
 * Parses JSON incrementally: it stops where the buffered bytes end and continues when there are more. Values
 * that the taker wants are built; all others are skipped.
 * @module
 */

import { withoutEscapes } from "../json_escapes.ts";
import type { Json, JsonObject } from "./json_value.ts";
import { endOfText, type Plain, toPlain, WholeValues } from "./whole_values.ts";

/**
 * Receives the values that it wants. A path lists the keys that lead to a value, with `*` for elements of
 * lists.
 */
export interface JsonTaker {
  /**
   * Returns whether the value at this path should be built. If not, a list or object is searched for values
   * that should be.
   */
  wants(path: readonly string[]): boolean;
  /** Receives a value that was wanted. */
  take(path: readonly string[], value: Json): void;
  /**
   * Optional: receives lists and objects instead of `take`, as plain objects that may lose the order of their
   * keys.
   */
  takePlain?(path: readonly string[], value: Plain): void;
  /**
   * Optional: reads the list or object at `at` from its bytes. Returns where it ends, or 0 if it must be
   * built or ends after `end`.
   */
  takeBytes?(path: readonly string[], bytes: Uint8Array, at: number, end: number): number;
}

/** Limits on JSON; a file that exceeds them counts as damaged. */
export interface JsonLimits {
  /** Maximum nesting of lists and objects. */
  readonly depth: number;
  /** Maximum bytes of one string. */
  readonly text: number;
  /** Maximum number of values inside one wanted value. */
  readonly values: number;
}

/** Thrown if the JSON is malformed. */
export class DamagedJson extends Error {
  override readonly name = "DamagedJson";
  readonly code: string;
  /** An index into the buffered bytes. */
  readonly at: number;

  constructor(code: string, at: number, message: string) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

const QUOTE = 34, BACKSLASH = 92, OPEN = 123, CLOSE = 125, LIST = 91, END = 93, COMMA = 44, COLON = 58;
const SMALL_F = 102, SMALL_N = 110, SMALL_T = 116;
const decoder = new TextDecoder();
/** Numbers with up to this many digits are exact as a double. */
const SAFE_DIGITS = 15;

/** A list or object longer than this is built value by value as it arrives. */
const WHOLE_BYTES = 1 << 22;

/** What the parser expects next. */
const enum Want {
  Value,
  /** A value, or the end of a list that has just begun. */
  FirstValue,
  Key,
  FirstKey,
  Colon,
  /** A comma, or the end. */
  Next,
}

/** An incremental JSON parser. */
export class JsonMachine {
  readonly #taker: JsonTaker;
  readonly #limits: JsonLimits;
  /** For each open list or object: whether it is an object. */
  readonly #isObject: boolean[] = [];
  /** The key at each level, `*` in lists. */
  readonly #path: string[] = [];
  /** Values under construction, the wanted one first. */
  readonly #built: (Json[] | JsonObject)[] = [];
  readonly #texts = new KnownTexts();
  readonly #whole: WholeValues | undefined;
  #want: Want = Want.Value;
  #values = 0;
  /** End of the value that was read last from bytes. */
  #taken = 0;
  /** True once the value is complete. */
  isDone = false;

  /** Creates a parser that passes values to `taker`. */
  constructor(taker: JsonTaker, limits: JsonLimits) {
    this.#taker = taker;
    this.#limits = limits;
    if (taker.takePlain !== undefined) this.#whole = new WholeValues(limits.values);
  }

  /** Parses `bytes[at..end)` and returns where it stopped. Throws `DamagedJson`. */
  run(bytes: Uint8Array, at: number, end: number, ended: boolean): number {
    while (at < end && !this.isDone) {
      const byte = bytes[at]!;
      if (byte === 32 || byte === 10 || byte === 13 || byte === 9) {
        at++;
        continue;
      }
      switch (this.#want) {
        case Want.Colon:
          if (byte !== COLON) this.#unexpected(at, "a colon");
          this.#want = Want.Value;
          at++;
          continue;
        case Want.Next:
          if (byte === COMMA) {
            this.#want = this.#isObject.at(-1) ? Want.Key : Want.Value;
            at++;
            continue;
          }
          if (byte !== (this.#isObject.at(-1) ? CLOSE : END)) this.#unexpected(at, "a comma or an end");
          this.#close();
          at++;
          continue;
        case Want.FirstKey:
        case Want.Key: {
          if (byte === CLOSE && this.#want === Want.FirstKey) {
            this.#close();
            at++;
            continue;
          }
          if (byte !== QUOTE) this.#unexpected(at, "a key");
          const stop = endOfText(bytes, at + 1, end);
          if (stop < 0) return this.#wait(bytes, at, end, ended);
          this.#path[this.#path.length - 1] = this.#texts.of(bytes, at, stop);
          this.#want = Want.Colon;
          at = stop + 1;
          continue;
        }
        default:
      }
      if (byte === END && this.#want === Want.FirstValue) {
        this.#close();
        at++;
        continue;
      }
      if (byte === OPEN || byte === LIST) {
        const stop = this.#takeWhole(bytes, at, end, ended);
        if (stop === at) return at;
        if (stop > at) {
          at = stop;
          continue;
        }
        this.#open(byte === OPEN, at);
        at++;
        continue;
      }
      const isWanted = this.#built.length > 0 || this.#taker.wants(this.#path);
      if (byte === QUOTE) {
        const stop = endOfText(bytes, at + 1, end);
        if (stop < 0) return this.#wait(bytes, at, end, ended);
        this.#value(isWanted ? this.#texts.of(bytes, at, stop) : null, isWanted, at);
        at = stop + 1;
        continue;
      }
      let stop = at;
      while (stop < end && isWordByte(bytes[stop]!)) stop++;
      // A number at the end of the buffered bytes may continue.
      if (stop === end && !ended) return this.#wait(bytes, at, end, ended);
      if (stop === at) this.#unexpected(at, "a value");
      this.#value(isWanted ? wordOf(bytes, at, stop) : null, isWanted, at);
      at = stop;
    }
    return at;
  }

  /**
   * Reads a complete list or object at once. Returns where it ends, `at` if more bytes are needed, or -1 if
   * it must be parsed value by value.
   */
  #takeWhole(bytes: Uint8Array, at: number, end: number, ended: boolean): number {
    const whole = this.#whole;
    if (whole === undefined || this.#built.length > 0 || !this.#taker.wants(this.#path)) return -1;
    // The byte reader finds the end of a plain value by itself, so try it first, and try it again once all
    // bytes are buffered.
    const isNew = whole.isNew;
    if (isNew && this.#takeBytes(bytes, at, Math.min(end, at + WHOLE_BYTES)) > 0) return this.#taken;
    const stop = whole.endOf(bytes, at, end, this.#limits.depth - this.#isObject.length);
    if (stop === 0) {
      if (!ended && end - at < WHOLE_BYTES) return at;
      whole.forget();
    }
    if (stop <= 0) return -1;
    if (!isNew && this.#takeBytes(bytes, at, stop) > 0) return this.#taken;
    const value = whole.build(bytes, at, stop);
    if (value === undefined) return -1;
    this.#taker.takePlain!(this.#path, value);
    this.#after();
    return stop;
  }

  #takeBytes(bytes: Uint8Array, at: number, end: number): number {
    this.#taken = this.#taker.takeBytes?.(this.#path, bytes, at, end) ?? 0;
    if (this.#taken > 0) this.#after();
    return this.#taken;
  }

  #wait(_bytes: Uint8Array, at: number, end: number, ended: boolean): number {
    const most = this.#limits.text;
    if (end - at > most) {
      throw new DamagedJson("long-text", at, `A text has more than ${most} bytes`);
    }
    if (ended) throw new DamagedJson("cut-record", at, "The file ends inside a value");
    return at;
  }

  #unexpected(at: number, wanted: string): never {
    throw new DamagedJson("bad-structure", at, `The JSON is malformed: ${wanted} was expected`);
  }

  #open(isObject: boolean, at: number): void {
    const most = this.#limits.depth;
    if (this.#isObject.length >= most) {
      throw new DamagedJson("bad-structure", at, `Values are nested more than ${most} levels deep`);
    }
    if (this.#built.length > 0 || this.#taker.wants(this.#path)) {
      const made: Json[] | JsonObject = isObject ? new Map() : [];
      if (this.#built.length > 0) this.#attach(made, at);
      this.#built.push(made);
    }
    this.#isObject.push(isObject);
    this.#path.push("*");
    this.#want = isObject ? Want.FirstKey : Want.FirstValue;
  }

  #close(): void {
    this.#isObject.pop();
    this.#path.pop();
    const made = this.#built.pop();
    if (made !== undefined && this.#built.length === 0) {
      this.#values = 0;
      if (this.#taker.takePlain === undefined) this.#taker.take(this.#path, made);
      else this.#taker.takePlain(this.#path, toPlain(made));
    }
    this.#after();
  }

  #value(value: Json, isWanted: boolean, at: number): void {
    if (this.#built.length > 0) this.#attach(value, at);
    else if (isWanted) this.#taker.take(this.#path, value);
    this.#after();
  }

  #attach(value: Json, at: number): void {
    const most = this.#limits.values;
    if (++this.#values > most) {
      throw new DamagedJson("bad-structure", at, `One list or object has more than ${most} values`);
    }
    const into = this.#built.at(-1)!;
    if (Array.isArray(into)) into.push(value);
    else into.set(this.#path.at(-1)!, value);
  }

  #after(): void {
    this.#want = Want.Next;
    if (this.#isObject.length === 0) this.isDone = true;
  }
}

const KNOWN_TEXTS = 1 << 12;
const LONGEST_KNOWN = 64;

/**
 * A cache of short strings that occur repeatedly, such as keys: comparing bytes is much cheaper than
 * decoding.
 */
class KnownTexts {
  readonly #texts = new Array<string | undefined>(KNOWN_TEXTS);

  /** Returns the string between the quotes at `at` and `stop`. */
  of(bytes: Uint8Array, at: number, stop: number): string {
    const from = at + 1;
    const length = stop - from;
    if (length > LONGEST_KNOWN) return textOf(bytes, at, stop);
    let hash = length;
    let isPlain = true;
    for (let each = from; each < stop; each++) {
      const byte = bytes[each]!;
      if (byte < 32 || byte > 126 || byte === BACKSLASH) isPlain = false;
      hash = Math.imul(hash ^ byte, 0x0100_0193);
    }
    if (!isPlain) return textOf(bytes, at, stop);
    const slot = (hash ^ (hash >>> 15)) & (KNOWN_TEXTS - 1);
    const known = this.#texts[slot];
    if (known !== undefined && known.length === length && isText(known, bytes, from)) return known;
    return this.#texts[slot] = textOf(bytes, at, stop);
  }
}

function isText(text: string, bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

/** Decodes the string between the quotes at `at` and `stop`. */
function textOf(bytes: Uint8Array, at: number, stop: number): string {
  let isPlain = true;
  for (let each = at + 1; each < stop && isPlain; each++) {
    isPlain = bytes[each]! >= 32 && bytes[each] !== BACKSLASH;
  }
  const text = decoder.decode(bytes.subarray(at + 1, stop));
  if (isPlain) return text;
  return withoutEscapes(text);
}

function isWordByte(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || byte === 45 || byte === 43 || byte === 46 ||
    (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
}

/** Parses a number or one of the three words `true`, `false` and `null`; anything else is null. */
function wordOf(bytes: Uint8Array, at: number, stop: number): Json {
  const isNegative = bytes[at] === 45;
  const from = isNegative ? at + 1 : at;
  if (stop - from <= SAFE_DIGITS) {
    let value = 0;
    let each = from;
    for (; each < stop; each++) {
      const digit = bytes[each]! - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (each === stop && stop > from) return isNegative ? -value : value;
  }
  // In these files the three words are as frequent as numbers.
  if (bytes[at] === SMALL_T && isText("true", bytes, at) && stop - at === 4) return true;
  if (bytes[at] === SMALL_F && isText("false", bytes, at) && stop - at === 5) return false;
  if (bytes[at] === SMALL_N && isText("null", bytes, at) && stop - at === 4) return null;
  if (stop - at > 400) return null;
  const word = String.fromCharCode(...bytes.subarray(at, stop));
  if (/^-?\d+$/.test(word)) return BigInt(word);
  const number = Number(word);
  return Number.isNaN(number) ? null : number;
}
