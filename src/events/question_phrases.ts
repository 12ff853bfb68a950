/**
 * Synonyms for tables, columns and kinds of rows, which are used to suggest a query for plain text.
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
  /** The column is an amount: rows are sorted by it rather than grouped. */
  readonly amount?: true;
}

/** An amount that is calculated from the columns of a row. */
interface TableFigure {
  /** The name of the calculated column. */
  readonly as: string;
  readonly value: string;
  /** Smaller values are worse, as with coverage. */
  readonly lessIsWorse?: true;
}

/** Synonyms for a table and its rows. */
export interface TableSynonyms {
  /** Further names; the singular is enough. */
  readonly also?: readonly string[];
  /** Names that refer to this table only if no other table is named. */
  readonly loosely?: readonly string[];
  /** Words that refer to some of its rows, with the filter that selects them. */
  readonly says?: Readonly<Record<string, string>>;
  /** Columns that identify a row, shown next to one of its figures. */
  readonly named?: readonly string[];
  /** Amounts that are calculated from its columns, by their names: the coverage of a file. */
  readonly figures?: Readonly<Record<string, TableFigure>>;
  /** A column of texts that tell the kinds of its rows: a texture is an object whose type is "texture". */
  readonly kinds?: string;
  /** Synonyms for columns that apply only in this table. */
  readonly columns?: Readonly<Record<string, ColumnSynonyms>>;
}

/** A short question, and up to three queries that answer it, most likely first. */
export interface QuestionPhrase {
  /** Phrasings; the singular is enough. */
  readonly words: readonly string[];
  readonly queries: readonly string[];
  /** The words have this meaning only if the text contains nothing else. */
  readonly alone?: true;
}

/** The subject of a format's traces. */
export interface TraceSubject {
  /** The table used if the text names none. */
  readonly table: string;
  /** The column by which two traces are compared if the text names none. */
  readonly key: string;
}
