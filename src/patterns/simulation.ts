/**
 * Executes a program position by position, without cached states. Some patterns, such as `(a|b)*a(a|b){15}c`,
 * reach a new set of positions with nearly every character. Caching then takes ten times as long.
 * @module
 */

import type { Alphabet } from "./alphabet.ts";
import { addPositionsAfterAssertions, contextOf, NO_CHARACTER_CONTEXT } from "./assertions.ts";
import { PositionSet } from "./position_set.ts";
import { Op, type Program } from "./program.ts";
import type { WorkMeter } from "./work_meter.ts";

/** Steps between two updates of the meter. */
const STRETCH = 16_384;

/** The positions that a text has reached. */
export interface ReachedPositions {
  readonly places: Int32Array;
  /** Context of the previous character, for assertions. */
  readonly before: number;
}

/** Sets of positions, for one program at a time. */
export class Simulation {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  #now: PositionSet;
  #next: PositionSet;

  /** Executes this program over the symbols of an alphabet. */
  constructor(program: Program, alphabet: Alphabet) {
    this.#program = program;
    this.#alphabet = alphabet;
    this.#now = new PositionSet(program);
    this.#next = new PositionSet(program);
  }

  /** Whether the rest of a text matches. */
  test(
    text: string,
    from: number,
    { places, before }: ReachedPositions,
    unicode: boolean,
    meter: WorkMeter,
  ): boolean {
    const program = this.#program, alphabet = this.#alphabet;
    this.#now.clear();
    for (const place of places) this.#now.reach(place);
    let steps = 0;
    for (let at = from; at < text.length; at++) {
      const code = unicode ? text.codePointAt(at)! : text.charCodeAt(at);
      if (code > 0xffff) at++;
      const symbol = alphabet.known(code) || alphabet.learn(code);
      const context = contextOf(program, alphabet, symbol);
      addPositionsAfterAssertions(program, this.#now, before, context);
      if (this.#now.matched) return true;
      this.#take(symbol);
      if (this.#now.matched) return true;
      if (this.#now.size === 0) return false;
      before = context;
      steps += this.#now.visited + 1;
      if (steps > STRETCH) {
        meter.spend(steps);
        steps = 0;
      }
    }
    meter.spend(steps);
    addPositionsAfterAssertions(program, this.#now, before, NO_CHARACTER_CONTEXT);
    return this.#now.matched;
  }

  /** Consumes one character. */
  #take(symbol: number): void {
    const { ops, args } = this.#program;
    const now = this.#now, next = this.#next;
    next.clear();
    for (let at = 0; at < now.size; at++) {
      const place = now.at(at);
      if (ops[place] === Op.Atom && this.#alphabet.passes(symbol, args[place]!)) next.reach(place + 1);
    }
    this.#now = next;
    this.#next = now;
  }
}
