/**
 * What a stage needs to read its parts from text in another query language: columns, conditions and
 * aggregates are translated into this one.
 * @module
 */

/**
 * Translates parts of a stage over its input rows. Nothing is checked: the result is bound before it is
 * shown.
 */
export interface LooseReader {
  /** Splits at commas outside brackets, or at spaces if there are no commas. */
  list(text: string): readonly string[];
  /** A name or an expression, with its names replaced by the intended columns. */
  value(text: string): string;
  /** A filter in this language. */
  condition(text: string): string;
  /** `VALUE as NAME` and similar forms, rewritten as `NAME = VALUE`. */
  named(text: string): string;
  /** An aggregate, with its name if it has one; null for anything else. */
  aggregate(text: string): string | null;
  /** A sort key, with its direction. */
  sortKey(text: string): string;
  /** The text without a pair of brackets around all of it. */
  bare(text: string): string;
  /** The whole number in a text; undefined if there is none. */
  number(text: string): string | undefined;
  /** Whether the rows have a column that this name can mean. */
  has(name: string): boolean;
  /** Whether this name means a text column. */
  isText(name: string): boolean;
}
