/**
 * One record of a capture, taken apart: its values with their paths, as places in the bytes. Nothing is made of a value until
 * somebody wants it. Texts that are no JSON are refused as a whole.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { GFXR_LIMITS } from "./limits.ts";
import { ARGUMENTS, type Paths, ROOT } from "./paths.ts";

/** What a value is. */
export enum Value {
  Null,
  False,
  True,
  Number,
  Text,
  /** A text with escapes. */
  Escaped,
  /** A list or an object: only arguments of calls are told as a whole. */
  Whole,
}

/** Why a text is refused. It is one object: nobody looks at its stack. */
class BadText extends Error {
  override readonly name = "BadText";
  why = "";
  at = 0;
}

const BAD = new BadText("The text is not JSON");
const MOST_DEPTH = GFXR_LIMITS.gfxrDepth.most;
const FIRST_VALUES = 256;
const PRIME = 0x0100_0193;

const [QUOTE, COMMA, MINUS, ZERO, NINE, COLON] = [34, 44, 45, 48, 57, 58] as const;
const [LIST, BACKSLASH, LIST_END, OBJECT, OBJECT_END] = [91, 92, 93, 123, 125] as const;

/** The values of a record, in their order. The same memory again and again. */
export class RecordText {
  readonly #paths: Paths;
  bytes: Uint8Array = new Uint8Array();
  /** Number of values. */
  count = 0;
  /** The path of each value, what it is, and where it stands: without the quotes of a text. */
  pathOf: Int32Array = new Int32Array(FIRST_VALUES);
  kindOf: Uint8Array = new Uint8Array(FIRST_VALUES);
  fromOf: Int32Array = new Int32Array(FIRST_VALUES);
  endOf: Int32Array = new Int32Array(FIRST_VALUES);
  /** Behind the last byte of the record: blanks may follow it. */
  end = 0;
  /** Where the arguments of the call stand, with their brackets. */
  argsFrom = 0;
  argsEnd = 0;
  /** For each open list or object: its path, and the place in a list or -1. */
  readonly #open = new Int32Array(MOST_DEPTH);
  readonly #places = new Int32Array(MOST_DEPTH);
  #from = 0;
  #at = 0;
  #end = 0;

  /** Takes nothing apart yet. */
  constructor(paths: Paths) {
    this.#paths = paths;
  }

  /** Takes a record apart; why it cannot be, in words, or null. Nothing of a record that cannot is to be used. */
  read(bytes: Uint8Array, from: number, end: number): string | null {
    this.bytes = bytes;
    this.#from = this.#at = from;
    this.#end = end;
    this.count = this.argsFrom = this.argsEnd = 0;
    try {
      this.#record();
      return null;
    } catch (error) {
      if (error !== BAD) throw error;
      return `${BAD.why} at its byte ${BAD.at - this.#from}`;
    }
  }

  #record(): void {
    if (this.#peek() !== OBJECT) this.#refuse("an object was expected");
    let depth = 0;
    let path = ROOT;
    while (true) {
      // A value begins here.
      const byte = this.#peek();
      if (byte === OBJECT || byte === LIST) {
        if (depth === MOST_DEPTH) this.#refuse(`Values are nested more than ${MOST_DEPTH} deep`);
        this.#at++;
        const isList = byte === LIST;
        if (path === ARGUMENTS) this.argsFrom = this.#at - 1;
        if (this.#peek() !== (isList ? LIST_END : OBJECT_END)) {
          this.#open[depth] = path;
          this.#places[depth] = isList ? 0 : -1;
          path = isList ? this.#paths.item(path, 0) : this.#key(path);
          depth++;
          continue;
        }
        this.#at++;
        this.#add(path, Value.Whole, this.#at, this.#at);
      } else if (byte === QUOTE) this.#text(path);
      else this.#word(path, byte);
      // It has ended, and with it perhaps what is around it.
      while (depth > 0) {
        const place = this.#places[depth - 1]!;
        const next = this.#peek();
        const around = this.#open[depth - 1]!;
        if (next === COMMA) {
          this.#at++;
          if (place < 0) path = this.#key(around);
          else path = this.#paths.item(around, this.#places[depth - 1] = place + 1);
          break;
        }
        if (next !== (place < 0 ? OBJECT_END : LIST_END)) this.#refuse("a comma or an end was expected");
        this.#at++;
        if (around === ARGUMENTS) this.argsEnd = this.#at;
        depth--;
      }
      if (depth === 0) break;
    }
    this.end = this.#at;
    this.#blanks();
    if (this.#at < this.#end) this.#refuse("something follows the record");
  }

  #blanks(): void {
    const { bytes } = this;
    let at = this.#at;
    let byte: number;
    while (at < this.#end && ((byte = bytes[at]!) === 32 || byte === 10 || byte === 13 || byte === 9)) at++;
    this.#at = at;
  }

  /** The next byte that is no blank; it is not taken. */
  #peek(): number {
    const byte = this.#at < this.#end ? this.bytes[this.#at]! : 0;
    if (byte > 32) return byte;
    this.#blanks();
    if (this.#at >= this.#end) this.#refuse("it ends inside a value");
    return this.bytes[this.#at]!;
  }

  /** Takes a key with its colon; gives the path below. */
  #key(parent: number): number {
    if (this.#peek() !== QUOTE) this.#refuse("a key was expected");
    const { bytes } = this;
    const end = this.#end;
    let at = this.#at + 1;
    const from = at;
    let hash = 0;
    for (;; at++) {
      if (at >= end) this.#refuse("it ends inside a key");
      const byte = bytes[at]!;
      if (byte === QUOTE) break;
      // Keys with escapes are taken as they are written: there are none in captures.
      if (byte === BACKSLASH && at + 1 < end) hash = Math.imul(hash ^ bytes[at++]!, PRIME);
      hash = Math.imul(hash ^ bytes[at]!, PRIME);
    }
    this.#at = at + 1;
    if (this.#peek() !== COLON) this.#refuse("a colon was expected");
    this.#at++;
    return this.#paths.child(parent, bytes, from, at, hash);
  }

  #text(path: number): void {
    const { bytes } = this;
    const end = this.#end;
    let at = this.#at + 1;
    const from = at;
    let kind = Value.Text;
    for (;; at++) {
      if (at >= end) this.#refuse("it ends inside a text");
      const byte = bytes[at]!;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        kind = Value.Escaped;
        at++;
      }
    }
    this.#at = at + 1;
    this.#add(path, kind, from, at);
  }

  /** A number or a word; infinities and numbers that are none may stand bare. */
  #word(path: number, first: number): void {
    const { bytes } = this;
    const from = this.#at;
    let at = from;
    let byte: number;
    while (
      at < this.#end &&
      (isDigit(byte = bytes[at]!) || isLetter(byte) || byte === MINUS || byte === 43 || byte === 46)
    ) {
      at++;
    }
    this.#at = at;
    let kind = Value.Number;
    if (!isDigit(first) && !(first === MINUS && at - from > 1 && isDigit(bytes[from + 1]!))) {
      const word = this.#isWord(from, at, "null")
        ? Value.Null
        : this.#isWord(from, at, "true")
        ? Value.True
        : this.#isWord(from, at, "false")
        ? Value.False
        : undefined;
      const isNumber = word === undefined && NUMBERS.some((each) => this.#isWord(from, at, each));
      if (word === undefined && !isNumber) this.#refuse("a value was expected", from);
      kind = word ?? Value.Number;
    } else if (!isNumberText(bytes, from, at)) this.#refuse("a number was expected", from);
    this.#add(path, kind, from, at);
  }

  #isWord(from: number, end: number, word: string): boolean {
    if (end - from !== word.length) return false;
    for (let at = 0; at < word.length; at++) if (this.bytes[from + at] !== word.charCodeAt(at)) return false;
    return true;
  }

  #add(path: number, kind: Value, from: number, end: number): void {
    if (this.count === this.pathOf.length) this.#enlarge();
    const at = this.count++;
    this.pathOf[at] = path;
    this.kindOf[at] = kind;
    this.fromOf[at] = from;
    this.endOf[at] = end;
  }

  #enlarge(): void {
    const room = 2 * this.count;
    this.pathOf = grown(this.pathOf, room);
    this.kindOf = grown(this.kindOf, room);
    this.fromOf = grown(this.fromOf, room);
    this.endOf = grown(this.endOf, room);
  }

  #refuse(why: string, at = this.#at): never {
    BAD.why = why;
    BAD.at = at;
    throw BAD;
  }
}

const NUMBERS = ["NaN", "-NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf"];

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isLetter(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
}

/** Whether a word that begins as a number is one. */
function isNumberText(bytes: Uint8Array, from: number, end: number): boolean {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const digits = (): boolean => {
    const first = at;
    while (at < end && isDigit(bytes[at]!)) at++;
    return at > first;
  };
  if (!digits()) return false;
  if (at < end && bytes[at] === 46) {
    at++;
    if (!digits()) return false;
  }
  if (at < end && (bytes[at]! | 32) === 101) {
    at++;
    if (bytes[at] === 43 || bytes[at] === MINUS) at++;
    if (!digits()) return false;
  }
  return at === end;
}
