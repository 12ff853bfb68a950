/**
 * What the binder needs to know of the open traces: which tables and columns there are, and a little of what is in
 * them, so that messages can name it.
 * @module
 */

import type { Asked, Subject, TableWords } from "../../events/said.ts";
import type { ColumnDoc } from "../../events/table_doc.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { NamedCode } from "../operators/extension.ts";
import type { PlanColumn } from "../plan/values.ts";

/** One column of a table. */
export interface CatalogColumn extends PlanColumn {
  /** What it means. */
  readonly doc: string;
  /** True when the traces asked have no value in it at all. */
  readonly allNull?: boolean;
  /** Why its values are guesses, of all rows or only where the rows are blocks that live at a moment. */
  readonly guessed?: { readonly why: string; readonly amongLive: boolean };
  /** Some numbers do not fit into this column: the one of this name has them, and the others that have no sign. */
  readonly rest?: string;
}

/** One table; for several traces with the union of their columns. */
export interface CatalogTable {
  /** Name as in queries. */
  readonly name: string;
  /** What a row is. */
  readonly doc: string;
  /** In the order in which they are shown. */
  readonly columns: readonly CatalogColumn[];
  /** Names of columns that exist by argument: with `arg`, `arg("target")` is a column. */
  readonly families: readonly string[];
  /** Those of them without an argument: columns that are computed on demand. */
  readonly lazyColumns?: readonly ColumnDoc[];
}

/** Largest sizes of the classes; what is above `large` is `xlarge`. */
export interface SizeClasses {
  readonly small: bigint;
  readonly medium: bigint;
  readonly large: bigint;
}

/** A value and how many rows have it. */
export interface ValueCount {
  readonly value: string | bigint;
  readonly count: number;
}

/** Smallest and largest value of a column. */
export interface MinMax {
  readonly min: bigint;
  readonly max: bigint;
}

/** The open traces, as the binder sees them. Everything answers at once: nothing is loaded to bind a query. */
export interface Catalog {
  /** The table that a bare filter asks. */
  readonly mainTable: string;
  /** Names of the open traces. */
  readonly traceNames: readonly string[];
  /** Names of all tables of all traces. */
  readonly tableNames: readonly string[];
  /** Classes of the open profile, else the defaults. */
  readonly sizeClasses: SizeClasses;
  /** Whether a user is told where rows of a table are added up over traces: they were opened one by one. */
  tellsTraces?(table: string): boolean;
  table(name: string, trace: string | null): CatalogTable | undefined;
  /** All values of a column, most frequent first; undefined when there are more than `limit` or nobody knows yet. */
  distinct(
    table: string,
    column: string,
    limit: number,
    trace?: string | null,
  ): readonly ValueCount[] | undefined;
  /** Whether the values of a column are not known yet, but will be. */
  countsLater?(table: string, column: string, trace: string | null): boolean;
  /** Bounds of a numeric column, when they are known. */
  minMax(table: string, column: string, trace?: string | null): MinMax | undefined;
  /** Rows of a table, where that is known without making it. */
  rowCount?(table: string, trace: string | null): number | undefined;
  /** Names of the bits of a column of masks. */
  bitNames?(table: string, column: string): ReadonlyMap<string, bigint> | undefined;
  /**
   * Type of a column by argument, of one trace or of all: null when no row can have it, undefined when unknown (then
   * it is text). Text for `number` means that no type of number holds all values.
   */
  familyType?(
    table: string,
    family: string,
    argument: string,
    trace?: string | null,
  ): ColumnType | null | undefined;
  /** Arguments that a family knows, for suggestions. */
  familyArguments?(table: string, family: string): readonly string[] | undefined;
  /** Words that values of its columns may be, such as symbols of enumerations. */
  familySymbols?(table: string, family: string): readonly string[] | undefined;
  /** The text of a list that a query names; undefined when there is none. */
  readList?(name: string): string | undefined;
  /** What a table needs to be there that is not there yet. */
  missingTable?(name: string): string | undefined;
  /** Why no trace has blocks, and what to ask instead. */
  readonly blockless?: string | undefined;
  /** Why a table, of one trace or of all, has no value in a column that people expect, and what it has instead. */
  missingColumn?(table: string, column: string, trace: string | null): string | undefined;
  /** What else people call a table, and say of its rows. */
  tableWords?(table: string): TableWords | undefined;
  /** Questions in a few words that traces of these formats are asked, with their queries. */
  readonly asked?: readonly Asked[];
  /** What the traces are about. */
  readonly subject?: Subject | undefined;
  /** Address range of a symbol, for `gaps in main`. */
  symbolRange?(name: string): NamedCode | undefined;
  /** Address range of a section of a program, for `gaps in section(".text")`. */
  sectionRange?(name: string): NamedCode | undefined;
}

/** Size classes of a session without a profile. */
export const DEFAULT_SIZE_CLASSES: SizeClasses = { small: 32n, medium: 256n, large: 2048n };
