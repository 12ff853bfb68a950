/**
 * A set of program positions that is filled and cleared without allocating memory.
 * @module
 */

import { Op, type Program } from "./program.ts";

/**
 * Contains positions that consume a character, make an assertion or end; others are followed to their successors.
 */
export class PositionSet {
  readonly #program: Program;
  /** For each position, the number of the set it was last added to. */
  readonly #marks: Uint32Array;
  #number = 0;
  readonly #places: Int32Array;
  readonly #open: Int32Array;
  #size = 0;
  #visited = 0;
  #matched = false;

  /** Call `clear` before first use. */
  constructor(program: Program) {
    const { length } = program.ops;
    this.#program = program;
    this.#marks = new Uint32Array(length);
    this.#places = new Int32Array(length);
    // A position that is not in the set leads to at most two others.
    this.#open = new Int32Array(2 * length + 1);
  }

  /** Number of positions in the set. */
  get size(): number {
    return this.#size;
  }

  /** Number of positions visited since `clear`. */
  get visited(): number {
    return this.#visited;
  }

  /** Whether the set contains the final position. */
  get matched(): boolean {
    return this.#matched;
  }

  /** The position added as number `at`. */
  at(at: number): number {
    return this.#places[at]!;
  }

  /** A copy of the positions, in the order in which they were added. */
  places(): Int32Array {
    return this.#places.slice(0, this.#size);
  }

  /** Removes all positions. */
  clear(): void {
    if (++this.#number === 0xffff_ffff) {
      this.#marks.fill(0);
      this.#number = 1;
    }
    this.#size = this.#visited = 0;
    this.#matched = false;
  }

  /** Adds a position, and all positions reachable from it without a character or an assertion. */
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
