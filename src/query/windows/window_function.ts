/**
 * A window function: its documentation, and how its values are computed. To add one, write a file that
 * exports it, or put it beside related ones, and list it in `registry.ts`.
 * @module
 */

import { type Kernels, kernelsOf } from "../execution/kernels.ts";
import type { RunContext } from "../execution/context.ts";
import { rowRanges } from "../execution/row_ranges.ts";
import type { BoundWindow, WindowDef } from "../plan/window.ts";
import type { LongWindow, OrderedWords, PlaceWriter } from "./long_window.ts";

/** The rows of all windows, one window after the other, each in its order. Addresses in the arena. */
export interface WindowRows {
  readonly context: RunContext;
  readonly total: number;
  /** Positions of rows (u32), in window order. */
  readonly order: number;
  /** For each place, the place in `order` where its window begins (u32). */
  readonly heads: number;
  /**
   * One byte per place: not 0 if the order keys differ from the row before; the address is 0 if not
   * requested.
   */
  readonly marks: number;
}

/** One window function; help, completion, hover, binder and executor read it. */
export interface WindowFunction extends WindowDef {
  /** Whether the function uses `marks`. */
  readonly marks?: true;
  /** Computes words and null bytes; the latter start as 0. */
  compute(rows: WindowRows, call: BoundWindow, input: OrderedWords, to: OrderedWords): void;
  /** Starts computing for a window that does not fit in memory. */
  begin(window: LongWindow, call: BoundWindow): PlaceWriter;
}

/** Runs a kernel over all places, in pieces between which the run can be cancelled. */
export function runInPieces(
  { context: { work }, total }: WindowRows,
  run: (kernels: Kernels["ordered"], from: number, to: number) => void,
): void {
  const { ordered } = kernelsOf(work.arena);
  for (const [at, n] of rowRanges(work, total)) run(ordered, at, at + n);
}
