/**
 * Points that only traces of some formats have.
 * @module
 */

/** `@ WORD VALUE`: the last record up to a number or with a named bit, in the column of `events` that the word names. */
export interface PointWord {
  readonly word: string;
  /** What is after the word: a number that the column reaches, or the name of one of its bits. */
  readonly value: "number" | "bit";
  /** How it is written, without `@`. */
  readonly usage: string;
  /** Which moment it is: the state after the record it names. */
  readonly summary: string;
  /** Written out. */
  readonly example: string;
}
