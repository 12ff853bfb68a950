/**
 * Scans JSON in the buffered bytes without building values; it reports positions only. If the bytes end inside a value
 * it throws `INCOMPLETE_VALUE`, and the caller scans the value again when more bytes are buffered.
 * @module
 */

import { withoutEscapes } from "../json_escapes.ts";
import { DHAT_LIMITS } from "./limits.ts";

/**
 * Thrown if the buffered bytes end inside a value. One shared object, because its stack trace is not needed.
 */
export const INCOMPLETE_VALUE: Error = new Error("The bytes read so far end inside a value");

/** Thrown if the JSON is malformed. */
export class DamagedJson extends Error {
  override readonly name = "DamagedJson";
  readonly code: string;
  /** An index into the buffered bytes. */
  readonly at: number;

  constructor(at: number, message: string, code = "bad-structure") {
    super(message);
    this.code = code;
    this.at = at;
  }
}

/** Bytes with a meaning in JSON. */
export enum Byte {
  Quote = 34,
  Comma = 44,
  Minus = 45,
  Zero = 48,
  Nine = 57,
  Colon = 58,
  List = 91,
  Backslash = 92,
  ListEnd = 93,
  Object = 123,
  ObjectEnd = 125,
}

const MOST_DEPTH = DHAT_LIMITS.dhatDepth.most;

/** A cursor over the buffered bytes. */
export class JsonScanner {
  bytes: Uint8Array = new Uint8Array();
  at = 0;
  end = 0;
  /** Whether the input ends with these bytes; if so, a number may end here. */
  ended = false;
  /** Whether the last string has escapes. */
  hasEscape = false;

  /** Returns the next byte that is not a blank, without consuming it. */
  peek(): number {
    const { bytes, end } = this;
    let { at } = this;
    let byte = 0;
    while (at < end && ((byte = bytes[at]!) === 32 || byte === 10 || byte === 13 || byte === 9)) at++;
    this.at = at;
    if (at === end) throw INCOMPLETE_VALUE;
    return byte;
  }

  /** Consumes the next non-blank byte if it equals `byte`; returns whether it did. */
  takes(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at++;
    return true;
  }

  /** Consumes `byte`, or throws if another byte is next. */
  expect(byte: number, what: string): void {
    if (!this.takes(byte)) this.unexpected(what);
  }

  /** Consumes a string; returns where its content begins. It ends at `at - 1`. */
  text(): number {
    const { bytes, end } = this;
    const from = this.at + 1;
    this.hasEscape = false;
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === Byte.Backslash) {
        this.hasEscape = true;
        at++;
      } else if (byte === Byte.Quote) {
        this.at = at + 1;
        return from;
      }
    }
    throw INCOMPLETE_VALUE;
  }

  /** Consumes a key with its colon; returns where the key begins. It ends at `keyEnd`. */
  key(): number {
    if (this.peek() !== Byte.Quote) this.unexpected("a key");
    const from = this.text();
    this.keyEnd = this.at - 1;
    this.expect(Byte.Colon, "a colon");
    return from;
  }

  keyEnd = 0;

  /** Consumes a number or a word; returns where it begins. */
  word(): number {
    const { bytes, end } = this;
    const from = this.at;
    let { at } = this;
    while (at < end && isWord(bytes[at]!)) at++;
    if (at === end && !this.ended) throw INCOMPLETE_VALUE;
    if (at === from) this.unexpected("a value");
    this.at = at;
    return from;
  }

  /** Skips a value of any kind. */
  skip(): void {
    // For each open list or object, whether it is an object.
    const open: boolean[] = [];
    while (true) {
      const byte = this.peek();
      if (byte === Byte.Object || byte === Byte.List) {
        if (open.length >= MOST_DEPTH) {
          throw new DamagedJson(this.at, `Values are nested more than ${MOST_DEPTH} levels deep`);
        }
        this.at++;
        if (!this.takes(byte === Byte.Object ? Byte.ObjectEnd : Byte.ListEnd)) {
          open.push(byte === Byte.Object);
          if (byte === Byte.Object) this.key();
          continue;
        }
      } else if (byte === Byte.Quote) this.text();
      else this.word();
      while (open.length > 0) {
        const isObject = open.at(-1)!;
        if (this.takes(Byte.Comma)) {
          if (isObject) this.key();
          break;
        }
        this.expect(isObject ? Byte.ObjectEnd : Byte.ListEnd, "a comma or an end");
        open.pop();
      }
      if (open.length === 0) return;
    }
  }

  /** Reports malformed JSON at the current position. */
  unexpected(what: string): never {
    throw new DamagedJson(this.at, `The JSON is malformed: ${what} was expected`);
  }
}

function isWord(byte: number): boolean {
  return (byte >= Byte.Zero && byte <= Byte.Nine) || byte === Byte.Minus || byte === 43 || byte === 46 ||
    (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Decodes a JSON string. */
export function decodeJsonString(bytes: Uint8Array, from: number, end: number): string {
  return withoutEscapes(decoder.decode(bytes.subarray(from, end)));
}

/** Decodes a JSON string, as UTF-8 bytes. */
export function unescaped(bytes: Uint8Array, from: number, end: number): Uint8Array {
  return encoder.encode(decodeJsonString(bytes, from, end));
}
