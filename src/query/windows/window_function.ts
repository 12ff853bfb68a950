/**
 * A window function: its documentation, and how its values are computed. To add one, export it from a new
 * file or from the file of related functions, and list it in `registry.ts`.
 * @module
 */

import { type Kernels, kernelsOf } from "../execution/kernels.ts";
import type { RunContext } from "../execution/context.ts";
import { rowRanges } from "../execution/row_ranges.ts";
import type { BoundWindow, WindowDef } from "../plan/window.ts";
import type { LongWindow, OrderedWords, PlaceWriter } from "./long_window.ts";

/**
 * The rows of all windows, one window after another, each in its order. Fields are addresses in the arena.
 */
export interface WindowRows {
  readonly context: RunContext;
  readonly total: number;
  /** Row numbers (u32), in window order. */
  readonly order: number;
  /** For each position in `order`, the position where its window begins (u32). */
  readonly heads: number;
  /**
   * One byte per position: not 0 if the order keys differ from the previous row; the address is 0 if marks
   * were not requested.
   */
  readonly marks: number;
}

/** One window function. Help, completion, hover, binder and executor use these objects. */
export interface WindowFunction extends WindowDef {
  /** Whether the function uses `marks`. */
  readonly marks?: true;
  /** Computes words and null bytes; the null bytes are 0 at first. */
  compute(rows: WindowRows, call: BoundWindow, input: OrderedWords, to: OrderedWords): void;
  /** Starts the computation for a window that does not fit in memory. */
  begin(window: LongWindow, call: BoundWindow): PlaceWriter;
}

/** Runs a kernel over all positions, in pieces between which the run can be cancelled. */
export function runInPieces(
  { context: { work }, total }: WindowRows,
  run: (kernels: Kernels["ordered"], from: number, to: number) => void,
): void {
  const { ordered } = kernelsOf(work.arena);
  for (const [at, n] of rowRanges(work, total)) run(ordered, at, at + n);
}
