/**
 * What stages need to read themselves out of a text of another language: columns, conditions and aggregates as they are
 * written there, made into those of here.
 * @module
 */

/** Reads parts of a stage over the rows that come into it. Nothing is checked: what comes out is bound before it is shown. */
export interface LooseReader {
  /** Pieces between commas outside brackets, or between blanks where there are no commas. */
  list(text: string): readonly string[];
  /** A name or an expression with the columns that are meant. */
  value(text: string): string;
  /** A filter. */
  condition(text: string): string;
  /** `NAME = VALUE` of `VALUE as NAME` and the like. */
  named(text: string): string;
  /** An aggregate, with its name where it has one; null for anything else. */
  aggregate(text: string): string | null;
  /** A key to sort by, with its direction. */
  sortKey(text: string): string;
  /** The text without one pair of brackets around all of it. */
  bare(text: string): string;
  /** The whole number in a text; undefined without one. */
  number(text: string): string | undefined;
  /** Whether the rows have a column that is meant by this. */
  has(name: string): boolean;
  /** Whether this is a column of texts. */
  isText(name: string): boolean;
}
