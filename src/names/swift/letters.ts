/**
 * Reads the letters of a mangled Swift name: numbers, identifiers that repeat earlier words, and indices.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";

const LONGEST_NAME = SHOW_LIMITS.shortenedName.most;
/** Number of letters that refer to words that later identifiers repeat. */
const WORD_LETTERS = 26;
const NUMBER_DIGITS = 6;

/** Reads a mangled name letter by letter. Throws `RangeError` at the end. */
export class SwiftLetters {
  readonly #text: string;
  #at = 0;
  readonly #words: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next letter, which is not consumed; empty at the end. */
  get peek(): string {
    return this.#text[this.#at] ?? "";
  }

  next(): string {
    const letter = this.#text[this.#at++];
    if (letter === undefined) throw new RangeError("The name ends early");
    return letter;
  }

  /** Consumes the next letter if it is this one. */
  takes(letter: string): boolean {
    if (this.peek !== letter) return false;
    this.#at++;
    return true;
  }

  natural(): number {
    const digits = /^\d+/.exec(this.#text.slice(this.#at, this.#at + NUMBER_DIGITS))?.[0];
    if (digits === undefined) throw new RangeError("No number");
    this.#at += digits.length;
    return Number(digits);
  }

  /** Reads an index: `_` is 0, `0_` is 1, and so on. */
  index(): number {
    if (this.takes("_")) return 0;
    const number = this.natural();
    if (!this.takes("_")) throw new RangeError("No end of an index");
    return number + 1;
  }

  /** Skips the index of a generic parameter. */
  genericParameter(): void {
    if (this.takes("z") || this.takes("s")) return;
    if (this.takes("d")) this.index();
    this.index();
  }

  /** Skips the memory layout of a type. */
  layout(): void {
    const kind = this.next();
    if (!"URNCDTBEeMmS".includes(kind)) throw new RangeError(`Unknown layout ${kind}`);
    if ("EeMmS".includes(kind)) this.index();
    if ("Ee".includes(kind)) this.index();
  }

  /** Reads an identifier; a leading `0` means that it repeats earlier words, `00` that it is Punycode. */
  identifier(): string {
    let hasWords = false, isEncoded = false;
    if (this.takes("0")) {
      isEncoded = this.takes("0");
      hasWords = !isEncoded;
    }
    let name = "";
    do {
      while (hasWords && /[a-zA-Z]/.test(this.peek)) {
        const letter = this.next();
        const word = this.#words[letter.toLowerCase().charCodeAt(0) - 0x61];
        if (word === undefined) throw new RangeError("A reference to an unknown word");
        name += word;
        if (name.length > LONGEST_NAME) throw new RangeError("Words are repeated too often");
        hasWords = /[a-z]/.test(letter);
      }
      if (this.takes("0")) break;
      const length = this.natural();
      if (isEncoded) this.takes("_");
      const part = this.#text.slice(this.#at, this.#at + length);
      if (length === 0 || part.length < length) throw new RangeError("An identifier ends early");
      this.#at += length;
      this.#learn(part);
      name += part;
    } while (hasWords);
    if (name === "") throw new RangeError("An empty identifier");
    return name;
  }

  /** Stores the words of an identifier, which begin with capitals or are separated by underscores. */
  #learn(part: string): void {
    for (const [word] of part.matchAll(/[^\d_][^_]*?(?=_|$|(?<![A-Z])(?=[A-Z]))/g)) {
      if (word.length >= 2 && this.#words.length < WORD_LETTERS) this.#words.push(word);
    }
  }
}
