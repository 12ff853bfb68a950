/**
 * A function of windows: what is said of it, and how its values are made. To add one, write a file that exports it, or
 * put it beside those of its family, and add it to `registry.ts`.
 * @module
 */

import { type Kernels, kernelsOf } from "../execution/kernels.ts";
import type { RunContext } from "../execution/context.ts";
import { stretches } from "../execution/stretches.ts";
import type { BoundWindow, WindowDef } from "../plan/window.ts";
import type { LongWindow, PlaceWriter, Words } from "./long_window.ts";

/** The rows of all windows, one window after the other, each in its order. Addresses in the arena. */
export interface WindowRows {
  readonly context: RunContext;
  readonly total: number;
  /** Positions of rows (u32). */
  readonly order: number;
  /** The place in `order` where the window of each place begins (u32). */
  readonly heads: number;
  /** A byte per place: not 0 where the keys of the order differ from the row before; 0 where nobody asked for it. */
  readonly marks: number;
}

/** One function of windows; help, completion, hover, binder and executor read it. */
export interface WindowFunction extends WindowDef {
  /** Looks at `marks`. */
  readonly marks?: true;
  /** Writes words, and null bytes, which are 0 before. */
  compute(rows: WindowRows, call: BoundWindow, input: Words, to: Words): void;
  /** Begins to compute values for a window that does not fit in memory. */
  begin(window: LongWindow, call: BoundWindow): PlaceWriter;
}

/** Runs a kernel over all places, in pieces between which the run can be cancelled. */
export function overPlaces(
  { context: { work }, total }: WindowRows,
  run: (kernels: Kernels["ordered"], from: number, to: number) => void,
): void {
  const { ordered } = kernelsOf(work.arena);
  for (const [at, n] of stretches(work, total)) run(ordered, at, at + n);
}
