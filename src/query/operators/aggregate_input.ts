/**
 * What aggregates read, piece by piece.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import type { Constant } from "../plan/plan.ts";
import type { RunContext } from "../execution/context.ts";
import { type Piece, readPiece } from "../execution/relation.ts";

/** Columns of one aggregate for the part at hand. */
export interface AggregateInput {
  readonly arg: Column | undefined;
  readonly condition: Column | undefined;
}

/** Scratch of one piece that all accumulators share. */
export interface PieceScratch {
  readonly values: number;
  readonly nulls: number;
  readonly pass: number;
  readonly passNulls: number;
}

/** Takes pieces, gives a value per group. */
export interface Accumulator {
  /** Takes the rows of a piece; `groups` is 0 when all are in group 0, of `groupCount` groups so far. */
  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void;
  /** The value of each group. */
  finish(groupCount: number): Constant[];
}

/** Reads argument and condition of a piece: null bytes and pass values as kernels want them (0: none). */
export function readInput(
  context: RunContext,
  piece: Piece,
  input: AggregateInput,
  scratch: PieceScratch,
): { nulls: number; pass: number } {
  const nulls = input.arg ? readPiece(input.arg, piece, scratch.values, scratch.nulls) : 0;
  if (!input.condition) return { nulls, pass: 0 };
  const none = readPiece(input.condition, piece, scratch.pass, scratch.passNulls);
  if (none) {
    const { u8, u64 } = context.work.arena;
    for (let at = 0; at < piece.count; at++) if (u8[none + at]) u64[(scratch.pass >>> 3) + at] = 0n;
  }
  return { nulls, pass: scratch.pass };
}

/** How kernels compare numbers: 0 unsigned, 1 signed, 2 doubles. */
export function kindOf(type: string | undefined): 0 | 1 | 2 {
  return type === "i64" ? 1 : type === "f64" ? 2 : 0;
}
