/**
 * Maps characters to symbols: characters that no test of a pattern distinguishes share a symbol.
 * @module
 */

import type { AtomTable } from "./atoms.ts";

/** Characters below this code are mapped without a hash map. */
const DIRECT = 256;
/** Approximate steps that one expression takes per character; a step examines one character. */
const EXPRESSION_COST = 16;

/** The symbols of a pattern, assigned as characters occur; numbered from 1. */
export class Alphabet {
  /** Symbols of the first 256 characters; 0 if not yet known. */
  readonly direct: Uint32Array = new Uint32Array(DIRECT);
  readonly #others = new Map<number, number>();
  readonly #atoms: AtomTable;
  readonly #byKey = new Map<string, number>();
  /** For each symbol, its literal, and the expressions that its characters match. */
  readonly #literals: number[] = [-1];
  readonly #passes: Uint32Array[] = [new Uint32Array(0)];

  /** Starts without symbols; all tests must exist. */
  constructor(atoms: AtomTable) {
    this.#atoms = atoms;
  }

  /** One more than the number of symbols; symbol 0 means no symbol. */
  get size(): number {
    return this.#passes.length;
  }

  /** The symbol of a character; 0 if it has not occurred yet. */
  known(code: number): number {
    return code < DIRECT ? this.direct[code]! : this.#others.get(code) ?? 0;
  }

  /** Assigns the symbol of a character that occurs for the first time. */
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

  /** Number of steps that `learn` takes. */
  get learningCost(): number {
    return EXPRESSION_COST * (1 + this.#atoms.expressionCount);
  }

  /** Whether the characters of a symbol match a test. */
  passes(symbol: number, atom: number): boolean {
    const expression = this.#atoms.expressionOf(atom);
    if (expression < 0) return this.#literals[symbol] === atom;
    return ((this.#passes[symbol]![expression >>> 5]! >>> (expression & 31)) & 1) !== 0;
  }
}
