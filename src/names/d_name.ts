/**
 * Demangles names of D. Source: the D specification, "Name Mangling". A mangled name consists of words with
 * their lengths, templates with arguments (which are skipped), and references to earlier parts.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

/** Maximum number of parts of a name: references in an invalid name could form a cycle. */
const MOST_STEPS = SHOW_LIMITS.shortenedName.most;
const DEEPEST = SHOW_LIMITS.nameBrackets.most;

/**
 * Returns the words of `_D3std5array8AppenderFZv`, joined by dots; undefined if the name cannot be demangled.
 */
export function dName(name: string): string | undefined {
  try {
    return new DReader(name).name();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads a name. Throws `RangeError` if it is invalid. */
class DReader {
  readonly #text: string;
  #at = 2;
  #steps = 0;

  constructor(text: string) {
    this.#text = text;
  }

  name(): string {
    const words = this.#path(0);
    // A type follows, which may be a back-reference.
    const isOver = this.#text[this.#at] === "Q" && this.#reference(this.#at + 1).to < 2;
    if (words.length === 0 || isOver) throw new RangeError("no name");
    return words.join(".");
  }

  /**
   * Reads a qualified name: words, some of which are followed by the parameters of a function if another
   * function is nested in it.
   */
  #path(depth: number): string[] {
    this.#step(depth);
    const words: string[] = [];
    while (this.#beginsWord()) {
      const word = this.#word(depth);
      // Scopes may have no name.
      if (word !== "") words.push(word);
      const back = this.#at;
      try {
        if (this.#peek() === "M") {
          this.#at++;
          this.#modifiers();
        }
        if (FUNCTIONS.has(this.#peek())) this.#signature(depth + 1);
        else this.#at = back;
        if (this.#at === back || this.#beginsWord()) continue;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
      // These parameters are part of its type.
      this.#at = back;
      break;
    }
    return words;
  }

  #beginsWord(): boolean {
    const sign = this.#text[this.#at] ?? "";
    if (/\d/.test(sign)) return true;
    if (sign === "_") return /^__[TU]/.test(this.#text.slice(this.#at, this.#at + 3));
    if (sign !== "Q") return false;
    const to = this.#reference(this.#at + 1).to;
    return /\d|_/.test(this.#text[to] ?? "");
  }

  #word(depth: number): string {
    this.#step(depth);
    if (this.#peek() === "Q") return this.#again((reader) => reader.#word(depth + 1));
    if (this.#peek() === "_") return this.#template(depth);
    if (this.#peek() === "0") {
      this.#at++;
      return "";
    }
    const length = this.#number();
    const start = this.#at, end = start + length;
    if (end > this.#text.length) throw new RangeError("a cut word");
    if (/^__[TU]\d/.test(this.#text.slice(start, start + 4))) {
      const word = this.#template(depth);
      if (this.#at !== end) throw new RangeError("a template whose length differs");
      return word;
    }
    this.#at = end;
    const word = this.#text.slice(start, end);
    // Drop numbered scopes, which distinguish copies of a declaration in several functions.
    return /^__S\d+$/.test(word) ? "" : SPECIAL.get(word) ?? word;
  }

  /** Reads `__T8AppenderTAyaZ` and returns the word; the arguments are skipped. */
  #template(depth: number): string {
    this.#at += 3;
    const word = this.#word(depth + 1);
    while (this.#peek() !== "Z") this.#argument(depth + 1);
    this.#at++;
    return word;
  }

  #argument(depth: number): void {
    this.#step(depth);
    if (this.#peek() === "H") this.#at++;
    switch (this.#next()) {
      case "T":
        return this.#type(depth + 1);
      case "V":
        this.#type(depth + 1);
        return this.#value(depth + 1);
      case "S":
        if (this.#text.startsWith("_D", this.#at)) this.#mangled(depth);
        else this.#path(depth + 1);
        return;
      case "X": {
        const length = this.#number();
        this.#at += length;
        return;
      }
    }
    throw new RangeError("no argument");
  }

  #mangled(depth: number): void {
    this.#at += 2;
    this.#path(depth + 1);
    if (this.#peek() === "M") {
      this.#at++;
      this.#modifiers();
    }
    if (this.#peek() === "Z") this.#at++;
    else this.#type(depth + 1);
  }

  #type(depth: number): void {
    this.#step(depth);
    const kind = this.#next();
    if (/[vghstiklmfdeopjqrcbauwn]/.test(kind)) return;
    switch (kind) {
      case "z":
        this.#next();
        return;
      case "x":
      case "y":
      case "O":
      case "P":
      case "A":
        return this.#type(depth + 1);
      case "G":
        this.#number();
        return this.#type(depth + 1);
      case "H":
        this.#type(depth + 1);
        return this.#type(depth + 1);
      case "N": {
        const more = this.#next();
        if (more === "n") return;
        if (more === "g" || more === "h") return this.#type(depth + 1);
        break;
      }
      case "D":
        this.#modifiers();
        if (this.#peek() === "Q") return this.#type(depth + 1);
        this.#signature(depth + 1);
        return this.#type(depth + 1);
      case "I":
      case "C":
      case "S":
      case "E":
      case "T":
        if (this.#path(depth + 1).length === 0) throw new RangeError("a type without a name");
        return;
      case "B":
        while (this.#peek() !== "Z") this.#type(depth + 1);
        this.#at++;
        return;
      case "Q":
        this.#at--;
        return this.#again((reader) => reader.#type(depth + 1));
    }
    if (!FUNCTIONS.has(kind)) throw new RangeError("no type");
    this.#at--;
    this.#signature(depth + 1);
    this.#type(depth + 1);
  }

  /** Skips attributes and parameters of a function, but not its return type. */
  #signature(depth: number): void {
    this.#step(depth);
    this.#at++;
    while (/^N[a-fijlm]/.test(this.#text.slice(this.#at, this.#at + 2))) this.#at += 2;
    while (!/[XYZ]/.test(this.#peek())) {
      while (/^(?:[IJKLM]|Nk)/.test(this.#text.slice(this.#at, this.#at + 2))) {
        this.#at += this.#peek() === "N" ? 2 : 1;
      }
      this.#type(depth + 1);
    }
    this.#at++;
  }

  #modifiers(): void {
    while (/^(?:[xyO]|Ng)/.test(this.#text.slice(this.#at, this.#at + 2))) {
      this.#at += this.#peek() === "N" ? 2 : 1;
    }
  }

  #value(depth: number): void {
    this.#step(depth);
    const kind = this.#peek();
    if (/\d/.test(kind)) {
      this.#number();
      return;
    }
    this.#at++;
    switch (kind) {
      case "n":
        return;
      case "i":
      case "N":
        this.#number();
        return;
      case "a":
      case "w":
      case "d": {
        const length = this.#number();
        if (this.#next() !== "_") throw new RangeError("no text");
        this.#at += 2 * length;
        return;
      }
      case "A":
      case "S":
        for (let left = this.#number(); left > 0; left--) this.#value(depth + 1);
        return;
      case "f":
        return this.#mangled(depth + 1);
    }
    throw new RangeError("no value");
  }

  /** Reads again at an earlier position, given by a back-reference. */
  #again<Result>(read: (reader: DReader) => Result): Result {
    const from = this.#at;
    const { to, end } = this.#reference(from + 1);
    if (to < 2 || to >= from) throw new RangeError("a reference to no earlier position");
    this.#at = to;
    const result = read(this);
    this.#at = end;
    return result;
  }

  /**
   * Returns the position that a number after `Q` refers to: letters in base 26, of which only the last one is
   * in lower case.
   */
  #reference(at: number): { to: number; end: number } {
    let value = 0;
    for (let end = at; end < at + 5; end++) {
      const sign = this.#text[end] ?? "";
      if (/[A-Z]/.test(sign)) value = value * 26 + sign.charCodeAt(0) - 65;
      else if (/[a-z]/.test(sign)) {
        return { to: at - 1 - (value * 26 + sign.charCodeAt(0) - 97), end: end + 1 };
      } else break;
    }
    throw new RangeError("no reference");
  }

  #number(): number {
    const digits = /^\d+/.exec(this.#text.slice(this.#at, this.#at + 20))?.[0];
    if (digits === undefined) throw new RangeError("no number");
    this.#at += digits.length;
    return Number(digits);
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

/** The names of special functions in sources. */
const SPECIAL: ReadonlyMap<string, string> = new Map([["__ctor", "this"], ["__dtor", "~this"]]);

/** Letters that begin a function type: one for each calling convention. */
const FUNCTIONS: ReadonlySet<string> = new Set(["F", "U", "W", "V", "R", "Y"]);
