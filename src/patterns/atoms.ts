/**
 * Tests of single characters. The JavaScript engine decides what a class, an escape or a case-insensitive
 * letter matches, one character at a time: this takes constant time, and Unicode and case folding agree with
 * the language without tables of our own.
 * @module
 */

/** Flags that affect what a character matches. */
export interface AtomFlags {
  /** `i`: ignores case. */
  readonly anyCase: boolean;
  /** `s`: the dot matches line ends too. */
  readonly dotAll: boolean;
  /** `u`: characters are code points, otherwise UTF-16 code units. */
  readonly unicode: boolean;
}

/** The tests of a pattern, each stored once. */
export class AtomTable {
  /**
   * Tests for single literal characters, which need no bits because a character matches at most one of them.
   */
  readonly #literals = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #expressions: RegExp[] = [];
  /** Expression number by atom; -1 for a literal. */
  readonly #expressionOf: number[] = [];

  /** The test for a literal character. */
  literal(code: number): number {
    let atom = this.#literals.get(code);
    if (atom === undefined) {
      this.#literals.set(code, atom = this.#expressionOf.length);
      this.#expressionOf.push(-1);
    }
    return atom;
  }

  /** The test for a part of a regular expression that matches one character, such as `[a-z]` or `\d`. */
  tested(source: string, { anyCase, dotAll, unicode }: AtomFlags): number {
    const flags = (anyCase ? "i" : "") + (dotAll ? "s" : "") + (unicode ? "u" : "");
    const key = `${flags} ${source}`;
    let atom = this.#byKey.get(key);
    if (atom === undefined) {
      this.#byKey.set(key, atom = this.#expressionOf.length);
      this.#expressionOf.push(this.#expressions.length);
      this.#expressions.push(new RegExp(`^(?:${source})$`, flags));
    }
    return atom;
  }

  /** Expression number of an atom; -1 for a literal. */
  expressionOf(atom: number): number {
    return this.#expressionOf[atom]!;
  }

  get expressionCount(): number {
    return this.#expressions.length;
  }

  /** The literal of a character; -1 if the pattern does not contain it. */
  literalOf(code: number): number {
    return this.#literals.get(code) ?? -1;
  }

  /** The ASCII characters that match a test. */
  asciiOf(atom: number): number[] {
    const expression = this.#expressions[this.#expressionOf[atom]!];
    const passes = (code: number): boolean =>
      expression ? expression.test(String.fromCharCode(code)) : this.literalOf(code) === atom;
    return Array.from({ length: 0x80 }, (_, code) => code).filter(passes);
  }

  /** A bit for each expression, set if a character matches it. */
  passing(code: number): Uint32Array {
    const bits = new Uint32Array((this.#expressions.length + 31) >>> 5);
    const text = String.fromCodePoint(code);
    this.#expressions.forEach((expression, at) => {
      if (expression.test(text)) bits[at >>> 5]! |= 1 << (at & 31);
    });
    return bits;
  }
}
