/**
 * Demangles names that symbol tables contain: of Rust, D and Swift, and simple ones of C++. The result is the
 * path without parameters. Names that cannot be demangled are left unchanged.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { dName } from "./d_name.ts";
import { swiftName } from "./swift/swift_name.ts";

/** Returns the readable path; undefined if the name is not mangled or cannot be demangled. */
export function readMangled(name: string): string | undefined {
  if (/^_?_R[A-Z]/.test(name)) return rustName(name.slice(name.indexOf("R") + 1));
  if (/^_?_ZN/.test(name)) return nestedName(name);
  if (/^_?_Z\d/.test(name)) return lengthPrefixed(name, name.indexOf("Z") + 1, 1)?.join("::");
  if (/^_D\d/.test(name)) return dName(name);
  if (RUST_ESCAPE.test(name)) return name.split("::").map(rustWord).join("::");
  if (/^_?\$[sS]/.test(name)) return swiftName(name);
  return undefined;
}

/** Reads words that are preceded by their lengths. */
function lengthPrefixed(text: string, from: number, most: number): string[] | undefined {
  const words: string[] = [];
  let at = from;
  while (words.length < most) {
    const digits = /^[1-9]\d{0,4}/.exec(text.slice(at, at + 5))?.[0];
    if (digits === undefined) break;
    const start = at + digits.length;
    at = start + Number(digits);
    if (at > text.length) return undefined;
    words.push(text.slice(start, at));
  }
  // A template: its arguments follow.
  return words.length === 0 || text[at] === "I" ? undefined : words;
}

/** Maximum number of words; no real path has as many. */
const MOST_WORDS = SHOW_LIMITS.nameBrackets.most;

/** Reads `_ZN4core3fmt5write17h0123456789abcdefE`, and C++ names without templates. */
function nestedName(name: string): string | undefined {
  const from = /^_?_ZN[KVr]*/.exec(name)![0].length;
  const words = lengthPrefixed(name, from, MOST_WORDS);
  if (words === undefined) return undefined;
  const end = from + words.reduce((sum, { length }) => sum + String(length).length + length, 0);
  if (name[end] !== "E" && !/^[CD]\d?E/.test(name.slice(end))) return undefined;
  const isRust = /^h[0-9a-f]{16}$/.test(words.at(-1)!);
  if (!isRust && /^[CD]\d/.test(name.slice(end))) {
    words.push((name[end] === "D" ? "~" : "") + words.at(-1)!);
  }
  return isRust ? words.slice(0, -1).map(rustWord).join("::") : words.join("::");
}

const RUST_SIGNS: Readonly<Record<string, string>> = {
  SP: "@",
  BP: "*",
  RF: "&",
  LT: "<",
  GT: ">",
  LP: "(",
  RP: ")",
  C: ",",
};

/**
 * Matches Rust names in the older mangling that a C++ demangler has read, as in heaptrack and valgrind: their parts are
 * separated, but escapes such as `$LT$` are left.
 */
const RUST_ESCAPE = /^[^\s(]*\$(?:LT|GT|RF|LP|RP|BP|SP|C|u[0-9a-f]{2})\$/;

function rustWord(word: string): string {
  return word.replace(/^_(?=\$)/, "").replace(/\.\./g, "::").replace(
    /\$(?:u([0-9a-f]{1,4})|([A-Z]{1,2}))\$/g,
    (all, code: string | undefined, sign: string | undefined) =>
      code === undefined ? RUST_SIGNS[sign!] ?? all : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Maximum number of parts of a name: the parts of an invalid name could refer to each other forever. */
const MOST_STEPS = SHOW_LIMITS.shortenedName.most;
const DEEPEST = SHOW_LIMITS.nameBrackets.most;

/** Demangles a Rust v0 symbol, leaving out type arguments; undefined if it is invalid. */
function rustName(mangled: string): string | undefined {
  try {
    return new RustReader(mangled).path(0);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads a name of Rust. Throws `RangeError` if it is invalid. */
class RustReader {
  readonly #text: string;
  #at = 0;
  #steps = 0;

  constructor(text: string) {
    this.#text = text;
  }

  path(depth: number): string {
    this.#step(depth);
    const kind = this.#next();
    switch (kind) {
      case "C":
        return this.#identifier();
      case "M":
      case "X": {
        if (this.#peek() === "s") this.#number("s");
        this.path(depth + 1);
        const type = this.#type(depth + 1);
        if (kind === "X") this.path(depth + 1);
        return type;
      }
      case "Y": {
        const type = this.#type(depth + 1);
        this.path(depth + 1);
        return type;
      }
      case "N": {
        const space = this.#next();
        const before = this.path(depth + 1);
        const number = this.#peek() === "s" ? this.#number("s") + 1 : 0;
        const word = this.#word();
        if (space === "C") return `${before}::{closure#${number}}`;
        if (/[A-Z]/.test(space)) return `${before}::{shim:${word}}`;
        return word === "" ? before : `${before}::${word}`;
      }
      case "I": {
        const path = this.path(depth + 1);
        while (this.#peek() !== "E") this.#argument(depth + 1);
        this.#at++;
        return path;
      }
      case "B":
        return this.#again((from) => from.path(depth + 1));
      default:
        throw new RangeError("no path");
    }
  }

  #argument(depth: number): void {
    if (this.#peek() === "L") this.#number("L");
    else if (this.#peek() === "K") {
      this.#at++;
      this.#constant(depth);
    } else this.#type(depth);
  }

  #constant(depth: number): void {
    this.#step(depth);
    const kind = this.#next();
    if (kind === "p") return;
    if (kind === "B") {
      this.#number("");
      return;
    }
    const end = this.#text.indexOf("_", this.#at);
    if (end < 0) throw new RangeError("no constant");
    this.#at = end + 1;
  }

  #type(depth: number): string {
    this.#step(depth);
    const kind = this.#peek();
    const simple = BASIC_TYPES[kind];
    if (simple !== undefined) {
      this.#at++;
      return simple;
    }
    switch (kind) {
      case "A": {
        this.#at++;
        const type = this.#type(depth + 1);
        this.#constant(depth + 1);
        return `[${type}]`;
      }
      case "S":
        this.#at++;
        return `[${this.#type(depth + 1)}]`;
      case "T": {
        this.#at++;
        const types: string[] = [];
        while (this.#peek() !== "E") types.push(this.#type(depth + 1));
        this.#at++;
        return `(${types.join(", ")})`;
      }
      case "R":
      case "Q":
        this.#at++;
        if (this.#peek() === "L") this.#number("L");
        return this.#type(depth + 1);
      case "P":
      case "O":
        this.#at++;
        return this.#type(depth + 1);
      case "F":
        this.#at++;
        if (this.#peek() === "G") this.#number("G");
        if (this.#peek() === "U") this.#at++;
        if (this.#peek() === "K") {
          this.#at++;
          if (this.#peek() === "C") this.#at++;
          else this.#word();
        }
        while (this.#peek() !== "E") this.#type(depth + 1);
        this.#at++;
        this.#type(depth + 1);
        return "fn";
      case "D": {
        this.#at++;
        if (this.#peek() === "G") this.#number("G");
        let first = "dyn";
        while (this.#peek() !== "E") {
          const trait = this.path(depth + 1);
          if (first === "dyn") first = trait;
          while (this.#peek() === "p") {
            this.#at++;
            this.#word();
            this.#type(depth + 1);
          }
        }
        this.#at++;
        this.#number("L");
        return first;
      }
      case "B":
        this.#at++;
        return this.#again((from) => from.#type(depth + 1));
      default:
        return this.path(depth + 1);
    }
  }

  /** Reads again at an earlier position, given by a back-reference. */
  #again(read: (reader: RustReader) => string): string {
    const from = this.#number("");
    if (from >= this.#at) throw new RangeError("a forward reference");
    const back = this.#at;
    this.#at = from;
    const text = read(this);
    this.#at = back;
    return text;
  }

  #identifier(): string {
    if (this.#peek() === "s") this.#number("s");
    return this.#word();
  }

  #word(): string {
    // Characters of other scripts are encoded (Punycode).
    if (this.#peek() === "u") throw new RangeError("coded letters");
    const digits = /^\d{1,5}/.exec(this.#text.slice(this.#at, this.#at + 5))?.[0];
    if (digits === undefined) throw new RangeError("no word");
    const length = digits[0] === "0" ? "0" : digits;
    this.#at += length.length;
    if (this.#peek() === "_") this.#at++;
    const start = this.#at;
    this.#at += Number(length);
    if (this.#at > this.#text.length) throw new RangeError("a cut word");
    return this.#text.slice(start, this.#at);
  }

  /** Reads a base-62 number after a letter. */
  #number(letter: string): number {
    if (letter !== "" && this.#next() !== letter) throw new RangeError(`no ${letter}`);
    const end = this.#text.indexOf("_", this.#at);
    const digits = end < 0 ? "?" : this.#text.slice(this.#at, end);
    if (!/^[0-9a-zA-Z]*$/.test(digits)) throw new RangeError("no number");
    this.#at = end + 1;
    let value = 0;
    for (const digit of digits) value = value * 62 + DIGITS.indexOf(digit);
    return digits === "" ? 0 : value + 1;
  }

  #peek(): string {
    const sign = this.#text[this.#at];
    if (sign === undefined) throw new RangeError("a cut name");
    return sign;
  }

  #next(): string {
    const sign = this.#peek();
    this.#at++;
    return sign;
  }

  #step(depth: number): void {
    if (depth > DEEPEST || ++this.#steps > MOST_STEPS) throw new RangeError("no end");
  }
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASIC_TYPES: Readonly<Record<string, string>> = {
  a: "i8",
  b: "bool",
  c: "char",
  d: "f64",
  e: "str",
  f: "f32",
  h: "u8",
  i: "isize",
  j: "usize",
  l: "i32",
  m: "u32",
  n: "i128",
  o: "u128",
  s: "i16",
  t: "u16",
  u: "()",
  v: "…",
  x: "i64",
  y: "u64",
  z: "!",
  p: "_",
};
