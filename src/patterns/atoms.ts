/**
 * Tests of single characters. What a class, an escape or a letter in any case matches is asked of the JavaScript
 * engine, one character at a time: that takes the same time for every text, and Unicode and case folding are those of
 * the language without a table of our own.
 * @module
 */

/** Flags that decide what one character matches. */
export interface AtomFlags {
  /** `i`: letters in any case. */
  readonly anyCase: boolean;
  /** `s`: the dot takes line ends too. */
  readonly dotAll: boolean;
  /** `u`: characters are code points, else UTF-16 code units. */
  readonly unicode: boolean;
}

/** The tests of one pattern, each there once. */
export class AtomTable {
  /** Tests for one character each: they need no bits, since a character passes one of them at most. */
  readonly #literals = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #expressions: RegExp[] = [];
  /** By atom, the number of its expression; -1 for a literal. */
  readonly #expressionOf: number[] = [];

  /** The test for one character as it is. */
  literal(code: number): number {
    let atom = this.#literals.get(code);
    if (atom === undefined) {
      this.#literals.set(code, atom = this.#expressionOf.length);
      this.#expressionOf.push(-1);
    }
    return atom;
  }

  /** The test for what a piece of a regular expression means that matches one character, such as `[a-z]` or `\d`. */
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

  /** Number of the expression of an atom; -1 for a literal. */
  expressionOf(atom: number): number {
    return this.#expressionOf[atom]!;
  }

  get expressionCount(): number {
    return this.#expressions.length;
  }

  /** The literal that a character is; -1 when the pattern has none. */
  literalOf(code: number): number {
    return this.#literals.get(code) ?? -1;
  }

  /** A bit for each expression that a character passes. */
  passing(code: number): Uint32Array {
    const bits = new Uint32Array((this.#expressions.length + 31) >>> 5);
    const text = String.fromCodePoint(code);
    this.#expressions.forEach((expression, at) => {
      if (expression.test(text)) bits[at >>> 5]! |= 1 << (at & 31);
    });
    return bits;
  }
}
