/**
 * What aggregates read, piece by piece.
 * @module
 */

import { NO_ROW } from "../../tables/block.ts";
import { type Column, gatherKnown } from "../../tables/column.ts";
import type { Written } from "../../memory/kernel_table.ts";
import type { RunContext } from "../execution/context.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import type { Exports as GroupKernels } from "../execution/kernels/group.wasm.ts";
import type { Exports as KeyedKernels } from "../execution/kernels/keyed.wasm.ts";
import type { Exports as SharesKernels } from "../execution/kernels/shares.wasm.ts";
import { type Piece, readPiece, rowNumbers } from "../execution/relation.ts";
import type { Constant } from "../plan/values.ts";

/** Columns of one aggregate for the current part. */
export interface AggregateInput {
  readonly arg: Column | undefined;
  /** What rows are compared by. */
  readonly order?: Column | undefined;
  readonly condition: Column | undefined;
}

/** Scratch of one piece that all accumulators share. */
export interface PieceScratch {
  readonly values: number;
  readonly nulls: number;
  readonly pass: number;
  readonly passNulls: number;
}

/** Takes words, and null bytes where these are not 0. */
export interface WordTaker {
  add(words: number, nulls: number, count: number): void;
}

/** Kernels that fill cells: their calls are made at once, or written down. */
export interface CellKernels {
  readonly group: Written<GroupKernels>;
  readonly keyed: Written<KeyedKernels>;
}

/** Where rows lie, as kernels take them. */
export interface CellRows {
  readonly groups: number;
  readonly values: number;
  readonly nulls: number;
  readonly pass: number;
  readonly count: number;
  readonly cells: number;
}

/** Cells that any thread may fill, share by share of the groups. */
export interface SharedCells {
  /** Bytes of a cell, which begins as zeros. */
  readonly bytes: 8 | 16 | 32;
  /** Adds rows to the cells of their groups. */
  add(kernels: CellKernels, rows: CellRows): void;
  /**
   * Adds `count` cells to those of their groups, `ids`, at `to`: for what can be put together in any order.
   */
  merge?(shares: SharesKernels, ids: number, cells: number, count: number, to: number): void;
  /** Takes the cells of all groups, in their order, in place of what was there. */
  adopt(cells: number, groupCount: number): void;
}

/** Takes pieces, gives a value per group. */
export interface Accumulator {
  /** What it gathers is in the cells of the next one, which is asked for its values after this one. */
  readonly isWithNext?: true;
  /** Where all that is kept of a group is a cell. */
  readonly shared?: SharedCells;
  /** Takes the rows of a piece; `groups` is 0 when all are in group 0, of `groupCount` groups so far. */
  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void;
  /** The value of each group, in their order; nothing is added afterwards. */
  finish(groupCount: number): Iterable<Constant>;
  /** Writes the values as words, in place of `finish`; false where only `finish` can tell them. */
  finishInto?(groupCount: number, to: WordTaker): boolean;
}

/** Reads argument and condition of a piece: null bytes and pass values as kernels want them (0: none). */
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
  // What lies there is read as a whole; what is computed could fail for a row that the condition rules out.
  if (arg.acceptsNoRow) return { nulls: readPiece(arg, piece, scratch.values, scratch.nulls), pass };
  return { nulls: readPassing(context, arg, piece, scratch), pass };
}

/** Values of the rows that pass; the others are null. */
function readPassing({ work }: RunContext, arg: Column, piece: Piece, scratch: PieceScratch): number {
  const rows = work.take(piece.count * 4);
  const numbers = rowNumbers(work, piece, rows);
  const { u32, u64 } = work.arena;
  for (let at = 0; at < piece.count; at++) {
    const passes = u64[(scratch.pass >>> 3) + at] !== 0n;
    u32[(rows >>> 2) + at] = passes ? u32[(numbers >>> 2) + at]! : NO_ROW;
  }
  const nullCount = gatherKnown(work.arena, arg, rows, piece.count, scratch.values, scratch.nulls);
  work.give(rows);
  return nullCount > 0 ? scratch.nulls : 0;
}

/** How kernels compare numbers. */
export function kindOf(type: string | undefined): WordKind {
  return type === "i64" ? WordKind.Signed : type === "f64" ? WordKind.Double : WordKind.Unsigned;
}
