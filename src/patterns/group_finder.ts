/**
 * Finds the match of a group of a regular expression, in time linear in the length of the text. All paths
 * through the program are followed at once, in the order in which a backtracking engine would try them. If
 * two paths reach the same step, the first one is retained.
 * @module
 */

import type { Alphabet } from "./alphabet.ts";
import { assertionHolds, contextOf, NO_CHARACTER_CONTEXT } from "./assertions.ts";
import { Op, type Program } from "./program.ts";
import type { WorkMeter } from "./work_meter.ts";

/** Steps between two updates of the meter. */
const STRETCH = 16_384;
/** Recorded offsets: start of the match, start and end of the group. */
const SLOTS = 3;

/** A match in a text. */
interface FoundGroup {
  readonly start: number;
  readonly end: number;
  /** The range that the group matched; null if it took no part in the match. */
  readonly group: { readonly start: number; readonly end: number } | null;
}

/** Paths through a program, in order of priority: a step for each, with its recorded offsets. */
class PathList {
  readonly steps: Int32Array;
  readonly slots: Int32Array;
  count = 0;

  constructor(steps: number) {
    this.steps = new Int32Array(steps);
    this.slots = new Int32Array(SLOTS * steps);
  }

  /** Adds a path with the offsets of another, which start at `from`. */
  add(step: number, slots: Int32Array, from: number): void {
    this.steps[this.count] = step;
    const to = SLOTS * this.count++;
    for (let at = 0; at < SLOTS; at++) this.slots[to + at] = slots[from + at]!;
  }
}

/** Finds matches of a program. */
export class GroupFinder {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  /** Whether characters are code points; otherwise code units. */
  readonly unicode: boolean;
  /** For each step, the round in which it was last reached. */
  readonly #marks: Uint32Array;
  #round = 0;
  /** Paths that wait for the next character, and paths that have consumed it. */
  #now: PathList;
  #taken: PathList;
  /** Steps that are still to be examined; the next one is last. */
  readonly #open: PathList;
  #visited = 0;
  readonly #begin = new Int32Array(SLOTS);
  readonly #best = new Int32Array(SLOTS + 1);
  #found = false;

  /** `program` must have been compiled with its groups recorded. */
  constructor(program: Program, alphabet: Alphabet, unicode: boolean) {
    const { length } = program.ops;
    this.#program = program;
    this.#alphabet = alphabet;
    this.unicode = unicode;
    this.#marks = new Uint32Array(length);
    this.#now = new PathList(length);
    this.#taken = new PathList(length);
    // A step that consumes nothing leads to at most two others.
    this.#open = new PathList(2 * length + 1);
  }

  /** The first match at or after an offset; null if there is none. */
  find(text: string, from: number, meter: WorkMeter): FoundGroup | null {
    this.#found = false;
    this.#taken.count = 0;
    let before = this.#contextBefore(text, from);
    let at = from;
    for (;;) {
      const isEnd = at >= text.length;
      const code = isEnd ? 0 : this.unicode ? text.codePointAt(at)! : text.charCodeAt(at);
      const symbol = isEnd ? 0 : this.#symbolOf(code);
      const after = isEnd ? NO_CHARACTER_CONTEXT : contextOf(this.#program, this.#alphabet, symbol);
      this.#arrive(at, before, after);
      if (this.#visited > STRETCH || isEnd) {
        meter.spend(this.#visited);
        this.#visited = 0;
      }
      if (isEnd || (this.#found && this.#now.count === 0)) break;
      this.#take(symbol);
      before = after;
      at += code > 0xffff ? 2 : 1;
    }
    if (!this.#found) return null;
    const [start, groupStart, groupEnd, end] = this.#best as unknown as [number, number, number, number];
    const group = groupStart < 0 || groupEnd < 0 ? null : { start: groupStart, end: groupEnd };
    return { start, end, group };
  }

  #symbolOf(code: number): number {
    return this.#alphabet.known(code) || this.#alphabet.learn(code);
  }

  #contextBefore(text: string, at: number): number {
    if (at === 0) return NO_CHARACTER_CONTEXT;
    let code = text.charCodeAt(at - 1);
    if (this.unicode && at > 1) {
      const pair = text.codePointAt(at - 2)!;
      if (pair > 0xffff) code = pair;
    }
    return contextOf(this.#program, this.#alphabet, this.#symbolOf(code));
  }

  /** Advances all paths to a position of the text, and starts a new one there. */
  #arrive(at: number, before: number, after: number): void {
    if (++this.#round === 0xffff_ffff) {
      this.#marks.fill(0);
      this.#round = 1;
    }
    this.#now.count = 0;
    const { steps, slots, count } = this.#taken;
    for (let way = 0; way < count; way++) {
      // Paths after a match have lower priority and are dropped.
      if (this.#follow(steps[way]!, slots, SLOTS * way, at, before, after)) return;
    }
    if (this.#found) return;
    this.#begin.fill(-1);
    this.#begin[0] = at;
    this.#follow(0, this.#begin, 0, at, before, after);
  }

  /** Continues to steps that consume a character. Returns whether the path has matched. */
  #follow(
    step: number,
    slots: Int32Array,
    from: number,
    at: number,
    before: number,
    after: number,
  ): boolean {
    const { ops, args, assertions } = this.#program;
    const open = this.#open, marks = this.#marks;
    open.count = 0;
    open.add(step, slots, from);
    while (open.count > 0) {
      const top = --open.count;
      const here = open.steps[top]!;
      const mine = SLOTS * top;
      this.#visited++;
      if (marks[here] === this.#round) continue;
      marks[here] = this.#round;
      switch (ops[here]) {
        case Op.Atom:
          this.#now.add(here, open.slots, mine);
          break;
        case Op.Match:
          this.#found = true;
          this.#best.set(open.slots.subarray(mine, mine + SLOTS));
          this.#best[SLOTS] = at;
          return true;
        case Op.Jump:
          open.add(args[here]!, open.slots, mine);
          break;
        case Op.Split:
        case Op.SplitLater: {
          const [first, second] = ops[here] === Op.Split ? [here + 1, args[here]!] : [args[here]!, here + 1];
          open.add(second, open.slots, mine);
          open.add(first, open.slots, mine);
          break;
        }
        case Op.Assert:
          if (assertionHolds(assertions[args[here]!]!, before, after)) open.add(here + 1, open.slots, mine);
          break;
        case Op.Save:
          open.slots[mine + 1 + args[here]!] = at;
          open.add(here + 1, open.slots, mine);
          break;
        case Op.Forget:
          open.slots[mine + 1] = open.slots[mine + 2] = -1;
          open.add(here + 1, open.slots, mine);
          break;
      }
    }
    return false;
  }

  /** Consumes one character. */
  #take(symbol: number): void {
    const { args } = this.#program;
    const { steps, slots, count } = this.#now;
    this.#taken.count = 0;
    for (let way = 0; way < count; way++) {
      const step = steps[way]!;
      this.#visited++;
      if (this.#alphabet.passes(symbol, args[step]!)) this.#taken.add(step + 1, slots, SLOTS * way);
    }
  }
}

/** Replaces all matches; two empty matches never occur at the same position. */
export function replaceMatches(text: string, finder: GroupFinder, to: string, meter: WorkMeter): string {
  const pieces: string[] = [];
  let done = 0;
  for (let from = 0; from <= text.length;) {
    const found = finder.find(text, from, meter);
    if (found === null) break;
    pieces.push(text.slice(done, found.start), to);
    done = found.end;
    // The match was empty, so the search continues after the next character.
    from = found.end > found.start
      ? found.end
      : found.end + (finder.unicode && text.codePointAt(found.end)! > 0xffff ? 2 : 1);
  }
  return pieces.join("") + text.slice(done);
}
