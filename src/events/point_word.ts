/**
 * Points that only traces of some formats support.
 * @module
 */

/**
 * `@ WORD VALUE`: the last record up to a number, or with a named bit set, in the column of `events` that the
 * word names.
 */
export interface PointWord {
  readonly word: string;
  /** What follows the word: a number that the column must reach, or the name of one of its bits. */
  readonly value: "number" | "bit";
  /** Syntax of the point, without `@`. */
  readonly usage: string;
  /** Describes the point: it is the state after the record that it names. */
  readonly summary: string;
  /** An example. */
  readonly example: string;
}
