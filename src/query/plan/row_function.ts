/**
 * What the executor needs from a function: a value per row, or whole pieces of a column for the current rows.
 * @module
 */

import type { AsciiText } from "../../base/ascii_text.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { WorkMeter } from "../../patterns/work_meter.ts";
import type { Column } from "../../tables/column.ts";
import type { Constant } from "./values.ts";
import type { Arena } from "../../memory/arena.ts";

/** A stack frame as a source location; text is empty and the line 0 if unknown. */
export interface StackPlace {
  readonly func: string;
  readonly file: string;
  readonly line: number;
}

/** Data that a function may look up besides its arguments. */
export interface FunctionContext {
  /** Names of the functions in a stack, innermost first; empty for an unknown stack. */
  stackFunctions(stack: number): readonly string[];
  /** The first frame of a stack in the program itself; `mine` is an optional glob of its files or modules. */
  placeOf(stack: number, mine: string | null): StackPlace | null;
  /** The suppression rule that matches a stack or a function; null if none does. */
  suppressedBy(stack: number | string, files: string): string | null;
  /** Name of the symbol that covers an address, with offset. */
  symbol(address: bigint): string | null;
  /** File and line that an address comes from. */
  source(address: bigint): string | null;
  /** Counts work on long texts, and aborts it if the run is cancelled. */
  readonly meter?: WorkMeter;
}

/** For functions that need only their arguments. */
export const NOTHING_KNOWN: FunctionContext = {
  stackFunctions: () => [],
  placeOf: () => null,
  suppressedBy: () => null,
  symbol: () => null,
  source: () => null,
};

/** Computes a value directly from the bytes of an ASCII text, without decoding it: a small number, or other bytes. */
export type AsciiRule =
  | { readonly gives: "number"; of(text: AsciiText): number }
  | { readonly gives: "text"; change(text: AsciiText): void };

/** A scalar function, as a plan stores it. */
export interface RowFunction {
  readonly name: string;
  /**
   * Value for one row. Unless `handlesNull`, a null argument gives null without a call. Text is string; u64,
   * i64 and time are bigint; f64 is number. Throws `RangeError` on overflow.
   */
  evaluate(args: readonly Constant[], context: FunctionContext): Constant;
  /** The value is one of the arguments from this one on, or close to them, and is displayed like them. */
  readonly showsLike?: number;
  /** Needs names of the frames of a backtrace, which may have to be looked up in programs. */
  readonly namesFrames?: true;
  /** Values vary too much to be worth caching. */
  readonly forgets?: true;
  /**
   * With one argument: different arguments give different values, never null. So groups compute it once each.
   */
  readonly tellsApart?: true;
  /** The value is the text of all arguments, one after the other; none of them is null. */
  readonly joins?: true;
  /** Is called with null arguments too. */
  readonly handlesNull?: boolean;
  /**
   * What generated code does instead: choose one of two values by a condition, or the first that is not null,
   * or round down to a multiple of `by`, or of the second argument.
   */
  readonly loop?:
    | { readonly kind: "choice" | "firstThere" }
    | { readonly kind: "roundDown"; readonly by?: bigint };
  /**
   * Computes the value from the bytes of an ASCII first argument, given the other arguments; undefined if
   * there is no such rule.
   */
  asciiRule?(others: readonly Constant[]): AsciiRule | undefined;
  /** Computes whole pieces, with the same values; absent or null: evaluated row by row. */
  column?(args: readonly ArgumentColumn[], type: ColumnType, maker: ColumnMaker): Column | null;
}

/**
 * Reads an operand for the current rows into `values`; returns the address of null bytes, 0 if none is null.
 */
export type ReadPiece = (column: Column, values: number, nulls: number) => number;

/** Computes one piece; returns whether any value is null (then null bytes are written). */
export type Compute = (read: ReadPiece, count: number, values: number, nulls: number) => boolean;

/** Computes the rows of a list, so that it can hide some from its operands; returns how many are null. */
export type ComputeRows = (rows: number, count: number, values: number, nulls: number) => number;

/** Creates computed columns. */
export interface ColumnMaker {
  /** The memory that holds values. */
  readonly arena: Arena;
  /** A column computed piece by piece. */
  make(type: ColumnType, compute: Compute): Column;
  /** A column made by the kernel `mapValues` from the words of another one; null stays null. */
  makeMapped(type: ColumnType, operand: Column, how: number, argument: bigint): Column;
  /** A column computed for the rows of a list. */
  makeMasked(type: ColumnType, compute: ComputeRows): Column;
}

/** An argument of a call. */
interface ArgumentColumn {
  readonly column: Column;
  /** The constant value, if the argument is constant. */
  readonly constant?: Constant;
}
