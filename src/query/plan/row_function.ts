/**
 * What the executor needs from a function: a value per row, or pieces of a column for the current rows.
 * @module
 */

import type { AsciiText } from "../../base/ascii_text.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { Constant } from "./values.ts";
import type { Arena } from "../../memory/arena.ts";

/** A stack frame as a source location; an unknown text is empty and an unknown line is 0. */
export interface StackPlace {
  readonly func: string;
  readonly file: string;
  readonly line: number;
}

/** Data that a function may look up in addition to its arguments. */
export interface FunctionContext {
  /** Returns the names of the functions in a stack, innermost first; empty for an unknown stack. */
  stackFunctions(stack: number): readonly string[];
  /**
   * Returns the first frame of a stack in the program itself; `mine` is an optional glob of the program's
   * files or modules.
   */
  placeOf(stack: number, mine: string | null): StackPlace | null;
  /** Returns the suppression rule that matches a stack or a function; null if there is none. */
  suppressedBy(stack: number | string, files: string): string | null;
  /** Returns the name of the symbol that covers an address, with the offset. */
  symbol(address: bigint): string | null;
  /** Returns the file and line of an address. */
  source(address: bigint): string | null;
  /** Counts work on long texts, and aborts it if the run is cancelled. */
  readonly meter?: WorkMeter;
}

/** A context for functions that need only their arguments. */
export const NOTHING_KNOWN: FunctionContext = {
  stackFunctions: () => [],
  placeOf: () => null,
  suppressedBy: () => null,
  symbol: () => null,
  source: () => null,
};

/**
 * Computes a value directly from the bytes of an ASCII text, without decoding it. The value is a small
 * number, or other bytes.
 */
export type AsciiRule =
  | { readonly gives: "number"; of(text: AsciiText): number }
  | { readonly gives: "text"; change(text: AsciiText): void };

/** A scalar function, in the form that a plan stores. */
export interface RowFunction {
  readonly name: string;
  /**
   * Computes the value for one row. Unless `handlesNull`, a null argument gives null without a call. Text is
   * string; u64, i64 and time are bigint; f64 is number. Throws `RangeError` on overflow.
   */
  evaluate(args: readonly Constant[], context: FunctionContext): Constant;
  /** The value is one of the arguments from this number on, or close to them, and is displayed like them. */
  readonly showsLike?: number;
  /** Needs names for the frames of a backtrace, which may have to be looked up in programs. */
  readonly namesFrames?: true;
  /** Values vary too much to be worth caching. */
  readonly forgets?: true;
  /**
   * Has one argument, and different arguments give different values that are not null: grouping groups by the argument,
   * and computes the function once per group.
   */
  readonly tellsApart?: true;
  /** The value is the concatenated text of all arguments; none of them is null. */
  readonly joins?: true;
  /** Is also called with null arguments. */
  readonly handlesNull?: boolean;
  /**
   * What generated code does instead of a call: chooses one of two values by a condition, chooses the first
   * value that is not null, or rounds down to a multiple of `by` or of the second argument.
   */
  readonly loop?:
    | { readonly kind: "choice" | "firstNotNull" }
    | { readonly kind: "roundDown"; readonly by?: bigint };
  /**
   * Returns a rule that computes the value from the bytes of an ASCII first argument, given the other
   * arguments; undefined if there is none.
   */
  asciiRule?(others: readonly Constant[]): AsciiRule | undefined;
  /** Computes the same values piece by piece; if absent or null, values are computed row by row. */
  column?(args: readonly ArgumentColumn[], type: ColumnType, maker: ColumnMaker): Column | null;
}

/**
 * Reads an operand for the current rows into `values`; returns the address of null bytes, 0 if none is null.
 */
export type ReadPiece = (column: Column, values: number, nulls: number) => number;

/** Computes one piece; returns whether any value is null. If so, it also writes null bytes. */
export type Compute = (read: ReadPiece, count: number, values: number, nulls: number) => boolean;

/**
 * Computes the rows of a list, so that it can exclude some rows from its operands; returns how many values
 * are null.
 */
export type ComputeRows = (rows: number, count: number, values: number, nulls: number) => number;

/** Creates computed columns. */
export interface ColumnMaker {
  /** The memory for values. */
  readonly arena: Arena;
  /** Creates a column that is computed piece by piece. */
  make(type: ColumnType, compute: Compute): Column;
  /**
   * Creates a column that the kernel `mapValues` computes from the words of another column; null stays null.
   */
  makeMapped(type: ColumnType, operand: Column, how: number, argument: bigint): Column;
  /** Creates a column that is computed for the rows of a list. */
  makeMasked(type: ColumnType, compute: ComputeRows): Column;
}

/** An argument of a call. */
interface ArgumentColumn {
  readonly column: Column;
  /** The constant value, if the argument is constant. */
  readonly constant?: Constant;
}
