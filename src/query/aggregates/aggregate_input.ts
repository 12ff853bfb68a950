/**
 * How aggregates read their input, piece by piece.
 * @module
 */

import { NO_ROW } from "../../tables/block.ts";
import { type Column, gatherOrNull } from "../../tables/column.ts";
import type { RecordedKernels } from "../../memory/kernel_table.ts";
import type { RunContext } from "../execution/context.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import type { Exports as GroupKernels } from "../execution/kernels/group.wasm.ts";
import type { Exports as KeyedKernels } from "../execution/kernels/keyed.wasm.ts";
import type { Exports as SharesKernels } from "../execution/kernels/shares.wasm.ts";
import { type Piece, readPiece, rowNumbers } from "../execution/relation.ts";
import type { Constant } from "../plan/values.ts";

/** Argument columns of one aggregate for the current batch of rows. */
export interface AggregateInput {
  readonly arg: Column | undefined;
  /** The column by which rows are compared, as in `argmax(seq, size)`. */
  readonly order?: Column | undefined;
  readonly condition: Column | undefined;
}

/** Scratch memory for one piece, shared by all accumulators. */
export interface PieceScratch {
  readonly values: number;
  readonly nulls: number;
  readonly pass: number;
  readonly passNulls: number;
}

/**
 * Receives values as 64-bit words, and null bytes at another address; that address is 0 if no value is null.
 */
export interface WordReceiver {
  add(words: number, nulls: number, count: number): void;
}

/** Kernels that fill cells. Their calls run at once, or are recorded and run later. */
export interface CellKernels {
  readonly group: RecordedKernels<GroupKernels>;
  readonly keyed: RecordedKernels<KeyedKernels>;
}

/** Addresses of the rows of a piece, as arguments of kernels. */
export interface CellRows {
  readonly groups: number;
  readonly values: number;
  readonly nulls: number;
  readonly pass: number;
  readonly count: number;
  readonly cells: number;
}

/** Cells that any thread may fill; the groups are divided among the threads. */
export interface SharedCells {
  /** Size of a cell in bytes; cells are zeroed at first. */
  readonly bytes: 8 | 16 | 32 | 48;
  /** Adds rows to the cells of their groups. */
  add(kernels: CellKernels, rows: CellRows): void;
  /**
   * Merges `count` cells at `cells` into those at `to`: cell i belongs to group `ids[i]`. Only for aggregates that do
   * not depend on the order of rows.
   */
  merge?(shares: SharesKernels, ids: number, cells: number, count: number, to: number): void;
  /** Replaces all cells by those at `cells`, which are in the order of groups. */
  adopt(cells: number, groupCount: number): void;
}

/** Receives pieces of rows and computes one value per group. */
export interface Accumulator {
  /** Set if the cells belong to the next accumulator, which must be finished after this one. */
  readonly hasCellsInNext?: true;
  /** Present if one cell holds the complete state of a group. */
  readonly shared?: SharedCells;
  /**
   * Adds the rows of a piece. `groups` is 0 if all rows are in group 0; `groupCount` is the number of groups
   * so far.
   */
  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void;
  /** Returns the value of each group, in order of groups; no rows may be added afterwards. */
  finish(groupCount: number): Iterable<Constant>;
  /** Writes the values as words, as an alternative to `finish`; returns false if a value needs `finish`. */
  finishInto?(groupCount: number, to: WordReceiver): boolean;
}

/**
 * Reads the argument and the condition of a piece into scratch memory for kernels. Returns the addresses of the
 * argument's null bytes and of the condition's results; 0 stands for no nulls or no condition.
 */
export function readInput(
  context: RunContext,
  piece: Piece,
  input: AggregateInput,
  scratch: PieceScratch,
): { nulls: number; pass: number } {
  const { arg, condition } = input;
  if (!condition) return { nulls: arg ? readPiece(arg, piece, scratch.values, scratch.nulls) : 0, pass: 0 };
  const nullsAt = readPiece(condition, piece, scratch.pass, scratch.passNulls);
  if (nullsAt) {
    const { u8, u64 } = context.work.arena;
    for (let at = 0; at < piece.count; at++) if (u8[nullsAt + at]) u64[(scratch.pass >>> 3) + at] = 0n;
  }
  const { pass } = scratch;
  if (!arg) return { nulls: 0, pass };
  // A stored column is read for all rows. A computed column could fail on a row that the condition excludes.
  if (arg.acceptsNoRow) return { nulls: readPiece(arg, piece, scratch.values, scratch.nulls), pass };
  return { nulls: readPassing(context, arg, piece, scratch), pass };
}

/** Reads the values of rows that satisfy the condition; the others become null. */
function readPassing({ work }: RunContext, arg: Column, piece: Piece, scratch: PieceScratch): number {
  const rows = work.take(piece.count * 4);
  const numbers = rowNumbers(work, piece, rows);
  const { u32, u64 } = work.arena;
  for (let at = 0; at < piece.count; at++) {
    const passes = u64[(scratch.pass >>> 3) + at] !== 0n;
    u32[(rows >>> 2) + at] = passes ? u32[(numbers >>> 2) + at]! : NO_ROW;
  }
  const nullCount = gatherOrNull(work.arena, arg, rows, piece.count, scratch.values, scratch.nulls);
  work.give(rows);
  return nullCount > 0 ? scratch.nulls : 0;
}

/** Returns how kernels compare values of a type. */
export function wordKindOf(type: string | undefined): WordKind {
  return type === "i64" ? WordKind.Signed : type === "f64" ? WordKind.Double : WordKind.Unsigned;
}
