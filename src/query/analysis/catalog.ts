/**
 * What the binder needs to know about the open traces: their tables and columns, and a little of the data for
 * messages.
 * @module
 */

import type { QuestionPhrase, TableSynonyms, TraceSubject } from "../../events/question_phrases.ts";
import type { ColumnDoc } from "../../events/table_doc.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { NamedCode } from "../operators/extension.ts";
import type { PlanColumn } from "../plan/values.ts";

/** A column of a table. */
export interface CatalogColumn extends PlanColumn {
  /** Description of the column, for help. */
  readonly doc: string;
  /** True if all values are null in the traces concerned. */
  readonly allNull?: boolean;
  /** Set if values are looked up in programs when rows are read, so reading all rows takes long. */
  readonly isLater?: boolean;
  /** Explains why its values are guesses, either in all rows or only for blocks that are live at a point. */
  readonly guessed?: { readonly why: string; readonly amongLive: boolean };
  /**
   * Name of a second column for the numbers that do not fit in this one; it also contains those unsigned
   * numbers that would fit.
   */
  readonly rest?: string;
}

/** One table; for several traces it has the columns of any of them. */
export interface CatalogTable {
  /** Name as in queries. */
  readonly name: string;
  /** Describes a row of the table. */
  readonly doc: string;
  /** Columns in display order. */
  readonly columns: readonly CatalogColumn[];
  /** Families of columns that are selected by an argument: with `arg`, `arg("target")` is a column. */
  readonly families: readonly string[];
  /** Families without an argument: columns that are computed on demand. */
  readonly lazyColumns?: readonly ColumnDoc[];
}

/** Upper limits of the size classes; anything above `large` is `xlarge`. */
export interface SizeClasses {
  readonly small: bigint;
  readonly medium: bigint;
  readonly large: bigint;
}

/** A value and its number of rows. */
export interface ValueCount {
  readonly value: string | bigint;
  readonly count: number;
}

/** Smallest and largest value of a column. */
export interface MinMax {
  readonly min: bigint;
  readonly max: bigint;
}

/** The open traces as the binder sees them. All methods return at once: binding loads nothing. */
export interface Catalog {
  /** The table that a bare filter reads. */
  readonly mainTable: string;
  /** Names of the open traces. */
  readonly traceNames: readonly string[];
  /** Names of all tables of all traces. */
  readonly tableNames: readonly string[];
  /** Size classes of the open profile, or the defaults. */
  readonly sizeClasses: SizeClasses;
  /** Set if messages are not shown; then values are not counted for suggestions. */
  readonly isQuiet?: boolean;
  /**
   * Whether to warn that rows of a table are added up over several traces; true if the traces were opened one by one.
   */
  warnsAboutTraces?(table: string): boolean;
  table(name: string, trace: string | null): CatalogTable | undefined;
  /**
   * Returns all values of a column, most frequent first; undefined if there are more than `limit`, or if they
   * have not been counted yet.
   */
  distinct(
    table: string,
    column: string,
    limit: number,
    trace?: string | null,
  ): readonly ValueCount[] | undefined;
  /** Whether a run would build the table first, so that its values are not known before. */
  isBuiltLater?(table: string, trace: string | null): boolean;
  /** Whether the values of a column are not known yet, but will be later. */
  countsLater?(table: string, column: string, trace: string | null): boolean;
  /** Minimum and maximum of a numeric column, if known. */
  minMax(table: string, column: string, trace?: string | null): MinMax | undefined;
  /** Row count of a table, if known without building it. */
  rowCount?(table: string, trace: string | null): number | undefined;
  /** Names of the bits in a column of bit masks. */
  bitNames?(table: string, column: string): ReadonlyMap<string, bigint> | undefined;
  /**
   * Returns the type of an argument column, for one trace or all: null if no row can have it, undefined if
   * unknown (it is then text). Text for `number` means that no numeric type can represent all values.
   */
  familyType?(
    table: string,
    family: string,
    argument: string,
    trace?: string | null,
  ): ColumnType | null | undefined;
  /** Known arguments of a family, for suggestions. */
  familyArguments?(table: string, family: string): readonly string[] | undefined;
  /** Symbolic values of the column for an argument, such as names of enumeration constants. */
  familySymbols?(table: string, family: string): readonly string[] | undefined;
  /** The text of a list file named in a query; undefined if there is none. */
  readList?(name: string): string | undefined;
  /** Explains why a table does not exist. */
  missingTable?(name: string): string | undefined;
  /** Explains why no trace has blocks, and what to query instead. */
  readonly blockless?: string | undefined;
  /** Explains why a column that users expect has no values, in one trace or all, and what to use instead. */
  missingColumn?(table: string, column: string, trace: string | null): string | undefined;
  /** Synonyms for a table and its rows. */
  tableWords?(table: string): TableSynonyms | undefined;
  /** Phrases that users type about traces of these formats, with their queries. */
  readonly asked?: readonly QuestionPhrase[];
  /** The subject of the traces. */
  readonly subject?: TraceSubject | undefined;
  /** Address range of a symbol, for `gaps in main`. */
  symbolRange?(name: string): NamedCode | undefined;
  /** Address range of a section of a program, for `gaps in section(".text")`. */
  sectionRange?(name: string): NamedCode | undefined;
}

/** Size classes of a session without a profile. */
export const DEFAULT_SIZE_CLASSES: SizeClasses = { small: 32n, medium: 256n, large: 2048n };
