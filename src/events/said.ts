/**
 * What else people call tables and columns, and what they say of rows: the words by which a query is found for a text that
 * is none.
 * @module
 */

/** Other words for a column. */
export interface ColumnWords {
  /** Other names, the singular is enough. */
  readonly also?: readonly string[];
  /** Words for the rows with the largest values: "largest" of sizes. */
  readonly most?: readonly string[];
  /** Words for the rows with the smallest. */
  readonly least?: readonly string[];
  /** It is an amount: what is asked by it is ordered, and not grouped. */
  readonly amount?: true;
}

/** Other words for a table and its rows. */
export interface TableWords {
  /** Other names, the singular is enough. */
  readonly also?: readonly string[];
  /** Names that mean it only where nothing else is named. */
  readonly loosely?: readonly string[];
  /** What is said of some of its rows, and the filter for them. */
  readonly says?: Readonly<Record<string, string>>;
  /** Columns that name a row: what is shown beside a figure of it. */
  readonly named?: readonly string[];
  /** Other words for columns that mean something else, or nothing, in other tables. */
  readonly columns?: Readonly<Record<string, ColumnWords>>;
}

/** A question in a few words, and the queries for it, at most three, the likeliest first. */
export interface Asked {
  /** Ways to say it, the singular is enough. */
  readonly words: readonly string[];
  readonly queries: readonly string[];
  /** They mean this only where nothing else is said. */
  readonly alone?: true;
}

/** What traces of a format are about. */
export interface Subject {
  /** The table that is meant where none is named. */
  readonly table: string;
  /** The column by which two traces are compared where none is named. */
  readonly key: string;
}
