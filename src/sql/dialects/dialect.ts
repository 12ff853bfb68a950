/**
 * Defines the differences between engines: names, literals, types, arithmetic that must not overflow
 * silently, paths of tables, and lists, which replace iteration over rows.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { ArithmeticExpr } from "../../query/plan/expressions.ts";
import type { Constant } from "../../query/plan/values.ts";

/** Names of engines. */
export type DialectName = "duckdb" | "clickhouse" | "spark";

/** A table of a dataset. */
export interface TableLocation {
  /** The folder of the dataset. */
  readonly folder: string;
  readonly table: string;
  /** The only trace to read; null for all traces that have the table. */
  readonly trace: string | null;
}

/** A table as SQL text. */
export interface TableText {
  /** The text after FROM. */
  readonly from: string;
  /** Expression for the name of a row's trace. */
  readonly trace: string;
  /** Expression for the number of a row in its file. */
  readonly row: string;
}

/**
 * How an engine writes the parts of a plan. Value expressions have the type given by `type`, and are null if
 * the value is null.
 */
export interface Dialect {
  readonly name: DialectName;
  /** Display name, such as `ClickHouse`. */
  readonly title: string;
  /** Whether names are case-insensitive. */
  readonly foldsNames: boolean;
  /** Whether the engine has an as-of join. */
  readonly hasAsOf: boolean;
  /** Whether a subquery may refer to columns of the outer query. */
  readonly hasCorrelated: boolean;
  /** Whether aggregates, ORDER BY and calculations may contain subqueries. */
  readonly allowsSubqueriesAnywhere: boolean;
  /** Whether the remainder of floating-point numbers is exact. */
  readonly hasExactRemainder: boolean;
  /** Whether aggregates over a window may have a filter. */
  readonly filtersWindows: boolean;
  /** Settings at the end of a statement; empty for none. */
  readonly settings: string;
  quote(name: string): string;
  /** A string literal. */
  text(value: string): string;
  /** A constant of a type. */
  literal(value: Constant, type: ColumnType): string;
  /** A constant compared with a value of its type, in a shorter form if that means the same. */
  bare(value: Constant, type: ColumnType): string;
  /** Wraps an expression so that the engine does not treat it as a column of a file. */
  calculated(sql: string): string;
  /** Converts to a type; fails if the value does not fit. */
  cast(sql: string, type: ColumnType): string;
  /** Converts without a check to a type that can certainly represent the value, such as a number of rows. */
  fitting(sql: string, type: ColumnType): string;
  /**
   * Converts a small unsigned number in a result, for engines whose unsigned type is unusual; fails if it
   * does not fit.
   */
  small?(sql: string): string;
  /** Converts to a type that cannot overflow, for sums and differences that are range-checked afterwards. */
  wide(sql: string): string;
  /** Converts a float without decimals to an unbounded integer, for comparison with 64-bit integers. */
  whole(fraction: string): string;
  /**
   * Arithmetic, checked for overflow; null for a division by zero. With `mixed`, of signed and unsigned
   * integers, only the result is converted.
   */
  arithmetic(
    fn: ArithmeticExpr["fn"],
    type: ColumnType,
    left: string,
    right: string,
    mixed?: boolean,
  ): string;
  /** The integer quotient, rounded towards zero. */
  quotient(left: string, right: string): string;
  /** The largest integer not above a float, as a float. */
  floor(value: string): string;
  /** Whether an RE2 regular expression matches somewhere in the text. */
  matches(text: string, regex: string): string;
  contains(text: string, piece: string): string;
  startsWith(text: string, piece: string): string;
  endsWith(text: string, piece: string): string;
  table(place: TableLocation): TableText;
  /** A tuple, ordered by its values in turn. */
  tuple(...values: readonly string[]): string;
  /** All columns, with one replaced by another value. */
  replaceRow(sql: string): string;
  /** The value of the row with the smallest or largest key, ignoring nulls. */
  edge(which: "first" | "last", value: string, key: string, condition: string | null): string;
  /** The value of the first row by sort keys, even if it is null. */
  firstBy(
    value: string,
    order: readonly { readonly sql: string; readonly descending: boolean }[],
    condition: string,
  ): string;
  /** The smallest value such that a percentage of the values does not exceed it. */
  quantile(value: string, percent: number, type: ColumnType, condition: string | null): string;
  /**
   * The standard deviation of a sample, null for fewer than two values: of integers computed from their
   * differences, since large ones would lose digits as floats.
   */
  deviation(value: string, type: ColumnType, condition: string | null): string;
  /** The sum of integers, in a type that cannot overflow. */
  sum(value: string): string;
  /** Rows numbered from one value to another, combined with the columns of a table. */
  series(columns: string, from: string, to: string, name: string, source: string): string;
  /** Any non-null value. */
  some(value: string): string;
  /** The first or last non-null value over a window. */
  valueOver(which: "first" | "last", value: string, over: string): string;
  /** The value of a preceding or following row. */
  neighbour(which: "lag" | "lead", value: string, distance: number, window: string): string;
  /** Rows of the left side (`l`) that have, or do not have, a match on the right (`r`). */
  semi(left: string, right: string, test: string, negated: boolean): string;
  /** Collects the values of a group or window in a list; lists compare lexicographically. */
  list(value: string): string;
  /** Converts to a small integer, as text functions expect. */
  toInt(value: string): string;
  /** A value; the statement fails with a message if a test is true. */
  unless(test: string, message: string, value: string): string;
  /** Joins texts in an order. */
  joined(value: string, separator: string, order: string): string;
  /** Text functions by name; null if the engine lacks one. */
  readonly functions: TextFunctions;
  readonly lists: ListFunctions;
}

/** Text functions whose names differ between engines; arguments are SQL. Positions count from 1. */
export interface TextFunctions {
  length(text: string): string;
  lower(text: string): string;
  upper(text: string): string;
  /** A substring from a position, with a number of characters. */
  substr(text: string, start: string, count: string): string;
  replace(text: string, from: string, to: string): string;
  replaceRegex(text: string, regex: string, to: string): string;
  /** A group of a regular expression match; null if there is no match. */
  extract(text: string, regex: string, group: number): string;
  /** A part between separators; a negative position counts from the end. */
  split(text: string, separator: string, place: number): string;
  /** A 64-bit number in hexadecimal, without "0x". */
  hex(value: string): string;
  /** A value as text. */
  toText(value: string, type: ColumnType): string;
  /** Parses a text as a number of a type; null if it is not one. */
  toNumber(text: string, type: ColumnType): string;
  /** Parses hexadecimal digits without leading zeros; null if the number does not fit. */
  fromHex(digits: string): string;
  concat(...parts: readonly string[]): string;
  /** Position of the highest set bit; 0 for 0. */
  highestBit(value: string): string;
  padLeft(text: string, width: number, fill: string): string;
  padRight(text: string, width: number): string;
}

/** The type of a field in the state of a fold. */
type FieldType = "number" | "numbers" | "text" | "texts";

/** A field of the state that a fold carries from element to element. */
interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Initial value of the accumulator. */
  readonly start: string;
}

/** A list that is read in parallel from an offset on; -1 after its end. */
interface Beside {
  readonly list: string;
  /** Number of elements to skip. */
  readonly from: string;
}

/** A fold over a list. */
interface Fold {
  /** The list, with the type of its elements. */
  readonly list: string;
  readonly type: FieldType;
  readonly fields: readonly Field[];
  /** Computes all fields after an element. */
  readonly next: (field: (name: string) => string, each: string) => Readonly<Record<string, string>>;
}

/** Functions of lists of small integers and texts, without nulls. */
export interface ListFunctions {
  /** Numbers of the filtered rows of a group, sorted; empty for none. */
  ordered(value: string, order: string, condition: string): string;
  /** The list from 1 to a number. */
  upTo(last: string): string;
  /** A number repeated. */
  repeated(value: string, count: string): string;
  numbers(...values: readonly string[]): string;
  texts(...values: readonly string[]): string;
  concat(...lists: readonly string[]): string;
  reversed(list: string): string;
  length(list: string): string;
  has(list: string, value: string): string;
  /** Maps a list and the lists read in parallel with it, element by element. */
  map(list: string, others: readonly Beside[], body: (...values: readonly string[]) => string): string;
  /** Concatenates a list of texts. */
  joined(list: string): string;
  /** A character of a text; positions count from 1. */
  letter(text: string, place: string): string;
  /** The final value of a field. */
  fold(fold: Fold, field: string): string;
}

/** Writes all fields in the syntax of an engine. */
export function eachField({ fields }: Fold, write: (field: Field) => string): string {
  return fields.map(write).join(", ");
}
