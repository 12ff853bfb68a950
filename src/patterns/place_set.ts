/**
 * A set of places of a program, made and emptied without memory of its own for each.
 * @module
 */

import { Op, type Program } from "./program.ts";

/** Places that take a character, make a claim or end: those in between are passed through. */
export class PlaceSet {
  readonly #program: Program;
  /** By place, the number of the set that it was last put into. */
  readonly #marks: Uint32Array;
  #number = 0;
  readonly #places: Int32Array;
  readonly #open: Int32Array;
  #size = 0;
  #visited = 0;
  #matched = false;

  /** An empty set has to be begun with `clear`. */
  constructor(program: Program) {
    const { length } = program.ops;
    this.#program = program;
    this.#marks = new Uint32Array(length);
    this.#places = new Int32Array(length);
    // A place that is passed through opens two others at most.
    this.#open = new Int32Array(2 * length + 1);
  }

  /** Places in the set. */
  get size(): number {
    return this.#size;
  }

  /** Places that were looked at since `clear`. */
  get visited(): number {
    return this.#visited;
  }

  /** Whether the set has the place at which a text matches. */
  get matched(): boolean {
    return this.#matched;
  }

  /** The place that was put in as number `at`. */
  at(at: number): number {
    return this.#places[at]!;
  }

  /** A copy of the places, in the order in which they were put in. */
  places(): Int32Array {
    return this.#places.slice(0, this.#size);
  }

  /** Takes everything out. */
  clear(): void {
    if (++this.#number === 0xffff_ffff) {
      this.#marks.fill(0);
      this.#number = 1;
    }
    this.#size = this.#visited = 0;
    this.#matched = false;
  }

  /** Puts in a place, and all that it leads to without a character or a claim. */
  reach(place: number): void {
    const { ops, args } = this.#program;
    const marks = this.#marks, open = this.#open, number = this.#number;
    let count = 0;
    open[count++] = place;
    while (count > 0) {
      const at = open[--count]!;
      this.#visited++;
      if (marks[at] === number) continue;
      marks[at] = number;
      const op = ops[at];
      if (op === Op.Split) {
        open[count++] = args[at]!;
        open[count++] = at + 1;
      } else if (op === Op.Jump) open[count++] = args[at]!;
      else {
        if (op === Op.Match) this.#matched = true;
        this.#places[this.#size++] = at;
      }
    }
  }
}
