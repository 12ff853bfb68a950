/**
 * What engines say differently: names, literals, types, calculations that may not fail silently, and where tables are;
 * and lists: what goes through the rows of a table one after the other goes through a list.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { ArithmeticExpr } from "../../query/plan/expressions.ts";
import type { Constant } from "../../query/plan/values.ts";

/** Names of engines. */
export type DialectName = "duckdb" | "clickhouse" | "spark";

/** Where a table of a dataset is. */
export interface TablePlace {
  /** The folder of the dataset. */
  readonly folder: string;
  readonly table: string;
  /** The only trace that is asked; null = all that have the table. */
  readonly trace: string | null;
}

/** A table as a query reads it. */
export interface TableText {
  /** The text after FROM. */
  readonly from: string;
  /** The name of the trace of a row. */
  readonly trace: string;
  /** The number of a row in its file. */
  readonly row: string;
}

/** How one engine writes what a plan says. Texts of values have the types that `type` gives, and are null where a value is. */
export interface Dialect {
  readonly name: DialectName;
  /** Display name, such as `ClickHouse`. */
  readonly title: string;
  /** Whether "a" and "A" are one name. */
  readonly foldsNames: boolean;
  /** Whether `JOIN` finds the nearest partner by itself. */
  readonly hasAsOf: boolean;
  /** Whether a query in brackets may name columns of the rows around it. */
  readonly hasCorrelated: boolean;
  /** Whether aggregates, the order of rows and calculations may ask another query. */
  readonly asksAnywhere: boolean;
  /** Whether the remainder of fractions is exact. */
  readonly hasExactRemainder: boolean;
  /** Aggregates over rows of a window may have a filter. */
  readonly filtersWindows: boolean;
  /** Stands at the end of a statement: settings; empty for none. */
  readonly settings: string;
  quote(name: string): string;
  /** A literal text. */
  text(value: string): string;
  /** A constant of a type. */
  literal(value: Constant, type: ColumnType): string;
  /** A constant beside a value of its type, where shorter forms mean the same. */
  bare(value: Constant, type: ColumnType): string;
  /** A text that no part of the engine takes for a column of a file any more. */
  calculated(sql: string): string;
  /** As another type; an error where it does not fit. */
  cast(sql: string, type: ColumnType): string;
  /** As another type that is known to hold it, such as a number of rows: nothing is checked. */
  fitting(sql: string, type: ColumnType): string;
  /** A small number without a sign in an answer, where its type would be an odd one; an error where it does not fit. */
  small?(sql: string): string;
  /** Without a type that has an end: sums and differences are taken in it before they have to fit. */
  wide(sql: string): string;
  /** Of a fraction without decimals, as a whole number without a type that has an end: what no number of 64 bits is beside. */
  whole(fraction: string): string;
  /**
   * Checked where the type could be left; null for a division by zero. Of whole numbers with and without a sign, `mixed`,
   * nothing is converted before the result is there.
   */
  arithmetic(
    fn: ArithmeticExpr["fn"],
    type: ColumnType,
    left: string,
    right: string,
    mixed?: boolean,
  ): string;
  /** The quotient of whole numbers, towards zero. */
  quotient(left: string, right: string): string;
  /** The next whole number at or below a fraction, as a fraction. */
  floor(value: string): string;
  /** Whether a regular expression, written for RE2, is found. */
  matches(text: string, regex: string): string;
  contains(text: string, piece: string): string;
  startsWith(text: string, piece: string): string;
  endsWith(text: string, piece: string): string;
  table(place: TablePlace): TableText;
  /** Values that are ordered one after the other. */
  tuple(...values: readonly string[]): string;
  /** All columns, one of which is another value. */
  replaceRow(sql: string): string;
  /** The value of the row with the smallest or the largest key, among values that are there. */
  edge(which: "first" | "last", value: string, key: string, condition: string | null): string;
  /** The value, null too, of the first row by an order of keys. */
  firstBy(
    value: string,
    order: readonly { readonly sql: string; readonly descending: boolean }[],
    condition: string,
  ): string;
  /** The smallest value that a share of the values, in percent, does not exceed. */
  quantile(value: string, percent: number, type: ColumnType, condition: string | null): string;
  /**
   * The standard deviation of a sample, null for fewer than two: of whole numbers by what lies between them, since as
   * fractions large ones would lose their last digits.
   */
  deviation(value: string, type: ColumnType, condition: string | null): string;
  /** The sum of whole numbers, in a type that it cannot leave. */
  sum(value: string): string;
  /** Rows with numbers from one value to another, beside the columns of a table. */
  series(columns: string, from: string, to: string, name: string, source: string): string;
  /** Any value that is there. */
  some(value: string): string;
  /** The first or last value that is there, over the rows of a window. */
  valueOver(which: "first" | "last", value: string, over: string): string;
  /** The value of a row before or after, in an order. */
  neighbour(which: "lag" | "lead", value: string, distance: number, window: string): string;
  /** Rows of the left (`l`) that have a partner (`r`), or that have none. */
  semi(left: string, right: string, test: string, negated: boolean): string;
  /** Values of a group or a window in a list; lists are ordered by their first different value. */
  list(value: string): string;
  /** As a small whole number, which functions of texts want. */
  toInt(value: string): string;
  /** A value; the statement fails with a message where a test is true. */
  unless(test: string, message: string, value: string): string;
  /** Texts joined in an order. */
  joined(value: string, separator: string, order: string): string;
  /** An expression of text functions by its name; null where the engine lacks it. */
  readonly functions: TextFunctions;
  readonly lists: ListFunctions;
}

/** Functions that engines call differently; arguments are SQL. Positions count from 1. */
export interface TextFunctions {
  length(text: string): string;
  lower(text: string): string;
  upper(text: string): string;
  /** From a character on; this many characters. */
  substr(text: string, start: string, count: string): string;
  replace(text: string, from: string, to: string): string;
  replaceRegex(text: string, regex: string, to: string): string;
  /** A group of what a regular expression finds; null when there is nothing. */
  extract(text: string, regex: string, group: number): string;
  /** A part between separators; a negative place counts from the end. */
  split(text: string, separator: string, place: number): string;
  /** A number of 64 bits in hexadecimal, without "0x". */
  hex(value: string): string;
  /** A value as text. */
  toText(value: string, type: ColumnType): string;
  /** A text as a number of a type; null where it is none. */
  toNumber(text: string, type: ColumnType): string;
  /** A number out of hexadecimal digits without zeros before them; null where it does not fit. */
  fromHex(digits: string): string;
  concat(...parts: readonly string[]): string;
  /** The number of the highest bit; 0 for 0. */
  highestBit(value: string): string;
  padLeft(text: string, width: number, fill: string): string;
  padRight(text: string, width: number): string;
}

/** What a field of a state is. */
type FieldType = "number" | "numbers" | "text" | "texts";

/** A field of what is carried from element to element. */
interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Before the first element. */
  readonly start: string;
}

/** A list beside another one, from an element on; after its end is -1. */
interface Beside {
  readonly list: string;
  /** How many elements of it are left out. */
  readonly from: string;
}

/** Goes through a list. */
interface Fold {
  /** The list, and what its elements are. */
  readonly list: string;
  readonly type: FieldType;
  readonly fields: readonly Field[];
  /** All fields after an element. */
  readonly next: (field: (name: string) => string, each: string) => Readonly<Record<string, string>>;
}

/** Small whole numbers and texts in lists; none of them is null. */
export interface ListFunctions {
  /** Numbers of the rows of a group that pass, in an order; empty for none. */
  ordered(value: string, order: string, condition: string): string;
  /** From 1 to a number. */
  upTo(last: string): string;
  /** A number this many times. */
  repeated(value: string, count: string): string;
  numbers(...values: readonly string[]): string;
  texts(...values: readonly string[]): string;
  concat(...lists: readonly string[]): string;
  reversed(list: string): string;
  length(list: string): string;
  has(list: string, value: string): string;
  /** A list made of one and those beside it, element by element. */
  map(list: string, others: readonly Beside[], body: (...values: readonly string[]) => string): string;
  /** Texts as one. */
  joined(list: string): string;
  /** A letter of a text; places count from 1. */
  letter(text: string, place: string): string;
  /** What is left in a field at the end. */
  fold(fold: Fold, field: string): string;
}

/** All fields as one engine writes them. */
export function eachField({ fields }: Fold, write: (field: Field) => string): string {
  return fields.map(write).join(", ");
}
