/**
 * Synonyms for tables, columns and kinds of rows: the words by which a query is suggested for plain text.
 * @module
 */

/** Synonyms for a column. */
export interface ColumnSynonyms {
  /** Further names; the singular is enough. */
  readonly also?: readonly string[];
  /** Words for the rows with the largest values: "largest" of sizes. */
  readonly most?: readonly string[];
  /** Words for the rows with the smallest values. */
  readonly least?: readonly string[];
  /** The column is an amount: rows are ordered by it rather than grouped. */
  readonly amount?: true;
}

/** Synonyms for a table and its rows. */
export interface TableSynonyms {
  /** Further names; the singular is enough. */
  readonly also?: readonly string[];
  /** Names that mean this table only if no other table is named. */
  readonly loosely?: readonly string[];
  /** Words for some of its rows, with the filter that selects them. */
  readonly says?: Readonly<Record<string, string>>;
  /** Columns that identify a row: shown beside a figure of it. */
  readonly named?: readonly string[];
  /** Synonyms for columns that apply only in this table. */
  readonly columns?: Readonly<Record<string, ColumnSynonyms>>;
}

/** A short question, and up to three queries that answer it, most likely first. */
export interface QuestionPhrase {
  /** Phrasings; the singular is enough. */
  readonly words: readonly string[];
  readonly queries: readonly string[];
  /** They have this meaning only if the text says nothing else. */
  readonly alone?: true;
}

/** The subject of a format's traces. */
export interface TraceSubject {
  /** The table that is meant if none is named. */
  readonly table: string;
  /** The column by which two traces are compared if none is named. */
  readonly key: string;
}
