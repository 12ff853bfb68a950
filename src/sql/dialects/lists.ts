/**
 * Lists of engines: what goes through the rows of a table one after the other goes through a list.
 * @module
 */

/** What a field of a state is. */
type FieldType = "number" | "numbers" | "text" | "texts";

/** A field of what is carried from element to element. */
interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Before the first element. */
  readonly start: string;
}

/** A list beside another one, from an element on; behind its end is -1. */
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
  /** A number so many times. */
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
