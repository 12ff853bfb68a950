/**
 * What a stage needs to translate its parts from another query language: columns, conditions and aggregates.
 * @module
 */

/**
 * Translates parts of a stage, given its input rows. Nothing is checked: the result is bound before it is
 * shown.
 */
export interface LooseReader {
  /** Splits text at commas outside brackets, or at spaces if there are no commas. */
  list(text: string): readonly string[];
  /** Translates a name or an expression, whose names are replaced by the intended columns. */
  value(text: string): string;
  /** Translates a filter to this language. */
  condition(text: string): string;
  /** Rewrites `VALUE as NAME` and similar forms as `NAME = VALUE`. */
  named(text: string): string;
  /** Translates an aggregate, with its name if it has one; null for anything else. */
  aggregate(text: string): string | null;
  /** Translates a sort key, with its direction. */
  sortKey(text: string): string;
  /** Removes a pair of brackets around the whole text. */
  bare(text: string): string;
  /** Returns the whole number in a text; undefined if there is none. */
  number(text: string): string | undefined;
  /** Whether the rows have a column that this name can refer to. */
  has(name: string): boolean;
  /** Whether this name refers to a text column. */
  isText(name: string): boolean;
}
