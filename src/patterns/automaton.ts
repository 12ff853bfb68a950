/**
 * Matches in time linear in the length of the text. All program positions that a text can have reached are
 * followed at once. Each set of positions is a state, which is created when a text first reaches it and
 * cached with its transitions. So a character takes one table lookup or, for new states, at most one visit of
 * each step of the program.
 * @module
 */

import type { Alphabet } from "./alphabet.ts";
import { addPositionsAfterAssertions, contextOf, NO_CHARACTER_CONTEXT } from "./assertions.ts";
import type { KnownTransitions } from "./known_transitions.ts";
import type { Literal } from "./required_literal.ts";
import { PositionSet } from "./position_set.ts";
import { Op, type Program } from "./program.ts";
import { MatchEnd, MatchState } from "./state_layout.ts";
import { type ReachedPositions, Simulation } from "./simulation.ts";
import type { WorkMeter } from "./work_meter.ts";

/** Maximum table entries, and positions in all sets; beyond this the cache is cleared. */
const MAX_REMEMBERED = 1 << 18;
/** Characters between two updates of the meter. */
const STRETCH = 4096;

/** If states are used for fewer characters than this, creating them does not pay. */
const LEAST_USE = 8;
/** Number of characters to match without states before they are tried again. */
const PAUSE = 1 << 20;

const { Dead: DEAD, Matched: MATCHED, First: FIRST } = MatchState;

/** A set of positions, with the preceding context that assertions need. */
interface State extends ReachedPositions {
  /** Whether a text that ends here matches; undefined until needed. */
  ends?: boolean;
}

const NO_STATE: State = { places: new Int32Array(0), before: 0 };

/** A compiled pattern. */
export class Automaton {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #unicode: boolean;
  /** The literal that every matching text contains. */
  readonly needed: Literal;
  readonly #set: PositionSet;
  readonly #first: State;
  readonly #start: number;

  #states: State[] = [];
  #byHash = new Map<number, number[]>();
  /** Total positions in all states. */
  #remembered = 0;
  #stride = 16;
  /** Transitions by state and symbol. */
  #table = new Int32Array(16 * 16);
  /**
   * Number of characters matched so far, the number when the cache was last cleared, and the number up to
   * which states are not used.
   */
  #taken = 0;
  #forgottenAt = 0;
  #pausedUntil = 0;
  #simulation: Simulation | undefined;
  /** Number of changes of symbols, states and transitions. */
  #changes = 0;

  /** `unicode` says whether characters are code points rather than code units. */
  constructor(
    program: Program,
    alphabet: Alphabet,
    { unicode, needed }: { readonly unicode: boolean; readonly needed: Literal },
  ) {
    this.#program = program;
    this.#alphabet = alphabet;
    this.#unicode = unicode;
    this.needed = needed;
    this.#set = new PositionSet(program);
    this.#set.clear();
    this.#set.reach(0);
    this.#first = { places: this.#set.places(), before: NO_CHARACTER_CONTEXT };
    this.#start = this.#set.matched ? MATCHED : FIRST;
    this.#forget();
  }

  /** Whether a text matches. */
  test(text: string, meter: WorkMeter): boolean {
    const { length } = text;
    let state = this.#start;
    for (let from = 0; from < length && state >= FIRST;) {
      if (this.#taken < this.#pausedUntil && !this.#isInside(text, from)) {
        this.#taken += length - from;
        this.#simulation ??= new Simulation(this.#program, this.#alphabet);
        return this.#simulation.test(text, from, this.#states[state]!, this.#unicode, meter);
      }
      const to = Math.min(length, from + STRETCH);
      state = this.#follow(text, from, to, state, meter);
      this.#taken += to - from;
      meter.spend(to - from);
      from = to;
    }
    if (state < FIRST) return state === MATCHED;
    const last = this.#states[state]!;
    if (last.ends === undefined) {
      this.#load(last, NO_CHARACTER_CONTEXT);
      last.ends = this.#set.matched;
      this.#changes++;
    }
    return last.ends;
  }

  /** The transitions known so far; `test` adds to them. */
  transitions(): KnownTransitions {
    const states = this.#states;
    return {
      version: this.#changes,
      start: this.#start,
      symbols: this.#alphabet.direct,
      states: states.length,
      stride: this.#stride,
      table: this.#table,
      ends: Uint8Array.from(
        states,
        ({ ends }) => ends === undefined ? MatchEnd.Unknown : ends ? MatchEnd.Matches : MatchEnd.Fails,
      ),
    };
  }

  /** Whether an offset is in the middle of a character. */
  #isInside(text: string, at: number): boolean {
    return this.#unicode && at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 &&
      (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  }

  #follow(text: string, from: number, to: number, state: number, meter: WorkMeter): number {
    const { direct } = this.#alphabet;
    const unicode = this.#unicode;
    let table = this.#table;
    let stride = this.#stride;
    for (let at = from; at < to; at++) {
      let code = text.charCodeAt(at);
      if (unicode && (code & 0xf800) === 0xd800) {
        // The second half of a surrogate pair was consumed with the first, which may be before this stretch.
        if (this.#isInside(text, at)) continue;
        code = text.codePointAt(at)!;
      }
      let symbol = code < 256 ? direct[code]! : this.#alphabet.known(code);
      if (symbol === 0) {
        symbol = this.#alphabet.learn(code);
        this.#changes++;
        meter.spend(this.#alphabet.learningCost);
      }
      // The symbol may have been added while no states were created.
      if (symbol >= stride) {
        this.#widen();
        table = this.#table;
        stride = this.#stride;
      }
      let next = table[state * stride + symbol]!;
      if (next === 0) {
        next = this.#step(state, symbol, meter);
        table = this.#table;
      }
      if (next < FIRST) return next;
      state = next;
    }
    return state;
  }

  /** The next state. Earlier states may be dropped to make room for it. */
  #step(from: number, symbol: number, meter: WorkMeter): number {
    const { ops, args } = this.#program;
    const set = this.#set;
    const state = this.#states[from]!;
    const context = contextOf(this.#program, this.#alphabet, symbol);
    const here = this.#load(state, context);
    let next = MATCHED;
    if (!set.matched) {
      set.clear();
      for (const place of here) {
        if (ops[place] === Op.Atom && this.#alphabet.passes(symbol, args[place]!)) set.reach(place + 1);
      }
      meter.spend(here.length + set.visited);
      if (!set.matched) next = this.#numberOf(context);
    }
    if (this.#states[from] === state) this.#table[from * this.#stride + symbol] = next;
    this.#changes++;
    return next;
  }

  /**
   * Loads the positions of a state, and those after assertions that hold; the set then tells whether one of them
   * is final.
   */
  #load({ places, before }: State, after: number): Int32Array {
    const set = this.#set;
    set.clear();
    if (this.#program.assertions.length === 0) return places;
    for (const place of places) set.reach(place);
    addPositionsAfterAssertions(this.#program, set, before, after);
    return set.places();
  }

  /** The number of the state with the positions of the set. */
  #numberOf(context: number): number {
    if (this.#set.size === 0) return DEAD;
    const { ops } = this.#program;
    const places = this.#set.places().sort();
    const asks = this.#program.looked.length > 0 && places.some((place) => ops[place] === Op.Assert);
    const before = asks ? context : 0;
    const hash = hashOf(places, before);
    for (const number of this.#byHash.get(hash) ?? []) {
      const known = this.#states[number]!;
      if (known.before === before && haveSame(known.places, places)) return number;
    }
    const entries = (this.#states.length + 1) * this.#stride;
    const isFull = entries > MAX_REMEMBERED || this.#remembered + places.length > MAX_REMEMBERED;
    // Two states always fit in the cache, whatever their size.
    if (isFull && this.#states.length > FIRST + 2) {
      const used = this.#taken - this.#forgottenAt;
      if (used < LEAST_USE * this.#states.length) this.#pausedUntil = this.#taken + PAUSE;
      this.#forget();
    }
    return this.#add({ places, before }, hash);
  }

  #add(state: State, hash: number): number {
    const number = this.#states.push(state) - 1;
    this.#remembered += state.places.length;
    const others = this.#byHash.get(hash);
    if (others) others.push(number);
    else this.#byHash.set(hash, [number]);
    const entries = this.#states.length * this.#stride;
    if (entries > this.#table.length) {
      const larger = new Int32Array(Math.max(entries, 2 * this.#table.length));
      larger.set(this.#table);
      this.#table = larger;
    }
    return number;
  }

  #forget(): void {
    this.#states = [NO_STATE, NO_STATE, NO_STATE];
    this.#byHash = new Map();
    this.#remembered = 0;
    this.#forgottenAt = this.#taken;
    this.#table.fill(0);
    this.#add(this.#first, hashOf(this.#first.places, this.#first.before));
  }

  /** Widens the table when there are more symbols than columns. */
  #widen(): void {
    const old = this.#stride;
    while (this.#stride < this.#alphabet.size) this.#stride *= 2;
    const table = new Int32Array((this.#states.length + 16) * this.#stride);
    for (let state = 0; state < this.#states.length; state++) {
      table.set(this.#table.subarray(state * old, (state + 1) * old), state * this.#stride);
    }
    this.#table = table;
  }
}

function hashOf(places: Int32Array, before: number): number {
  let hash = before | 0;
  for (const place of places) {
    hash = Math.imul(hash ^ place, 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function haveSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
