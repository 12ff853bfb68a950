/**
 * Characters that no test of a pattern tells apart are one symbol to it.
 * @module
 */

import type { AtomTable } from "./atoms.ts";

/** Characters whose symbol is found without a map. */
const DIRECT = 256;
/** Steps that one expression takes for one character, about: a step is a look at a character. */
const EXPRESSION_COST = 16;

/** The symbols of one pattern, found as characters come; numbered from 1. */
export class Alphabet {
  /** Symbols of the first 256 characters; 0 where it is not known yet. */
  readonly direct: Uint32Array = new Uint32Array(DIRECT);
  readonly #others = new Map<number, number>();
  readonly #atoms: AtomTable;
  readonly #byKey = new Map<string, number>();
  /** By symbol: the literal that it is, and the expressions that its characters pass. */
  readonly #literals: number[] = [-1];
  readonly #passes: Uint32Array[] = [new Uint32Array(0)];

  /** Nothing has been seen yet; all tests are there. */
  constructor(atoms: AtomTable) {
    this.#atoms = atoms;
  }

  /** Symbols there are, and 0 which is none. */
  get size(): number {
    return this.#passes.length;
  }

  /** The symbol of a character; 0 when it has not been seen yet. */
  known(code: number): number {
    return code < DIRECT ? this.direct[code]! : this.#others.get(code) ?? 0;
  }

  /** Finds the symbol of a character that comes for the first time. */
  learn(code: number): number {
    const literal = this.#atoms.literalOf(code);
    const bits = this.#atoms.passing(code);
    const key = `${literal} ${bits.join()}`;
    let symbol = this.#byKey.get(key);
    if (symbol === undefined) {
      this.#byKey.set(key, symbol = this.#passes.length);
      this.#literals.push(literal);
      this.#passes.push(bits);
    }
    if (code < DIRECT) this.direct[code] = symbol;
    else this.#others.set(code, symbol);
    return symbol;
  }

  /** Steps that learning takes. */
  get learningCost(): number {
    return EXPRESSION_COST * (1 + this.#atoms.expressionCount);
  }

  /** Whether the characters of a symbol pass a test. */
  passes(symbol: number, atom: number): boolean {
    const expression = this.#atoms.expressionOf(atom);
    if (expression < 0) return this.#literals[symbol] === atom;
    return ((this.#passes[symbol]![expression >>> 5]! >>> (expression & 31)) & 1) !== 0;
  }
}
